package io.losslab.orchestrator.session;

import io.losslab.devices.failure.CommandFailure;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The process's standard output, which keeps its first failure: a {@link java.io.PrintStream}
 * passes over it, and what was redirected to a full disk would be cut without a word.
 */
public final class StandardOutput extends OutputStream {
    private static final Path LINK = Path.of("/proc/self/fd/1");

    private final OutputStream out =
            new BufferedOutputStream(new FileOutputStream(FileDescriptor.out));
    private IOException failure;

    @Override
    public void write(int b) {
        attempt(() -> out.write(b));
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
        attempt(() -> out.write(bytes, from, length));
    }

    @Override
    public void flush() {
        attempt(out::flush);
    }

    /**
     * Ends the output.
     *
     * @throws CommandFailure if some of it was not written, unless its reader has ended, such as
     *     {@code head}
     */
    public void end() {
        flush();
        if (failure != null && !isPipe()) {
            throw CommandFailure.failed(
                    "cannot write to standard output: " + failure.getMessage(), "", failure);
        }
    }

    private void attempt(Write write) {
        if (failure != null) {
            return;
        }
        try {
            write.run();
        } catch (IOException e) {
            failure = e;
        }
    }

    /** Or a socket, which like a pipe fails only if its reader has ended. */
    private static boolean isPipe() {
        try {
            String target = Files.readSymbolicLink(LINK).toString();
            return target.startsWith("pipe:") || target.startsWith("socket:");
        } catch (IOException e) {
            return false;
        }
    }

    @FunctionalInterface
    private interface Write {
        void run() throws IOException;
    }
}
