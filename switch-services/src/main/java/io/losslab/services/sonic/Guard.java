package io.losslab.services.sonic;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A temporary folder and programs that end with this program, whatever ends it: a process that
 * reads from this one does both, once there is nothing to read any more. Thread safe.
 */
final class Guard implements ProgramStarter, AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Process process;
    private final Writer requests;
    private final BufferedReader answers;
    private final Path folder;

    private Guard(Process process) throws IOException {
        this.process = process;
        this.requests = process.outputWriter(StandardCharsets.UTF_8);
        this.answers = process.inputReader(StandardCharsets.UTF_8);
        this.folder = Path.of(answer());
    }

    /**
     * Makes a folder among the temporary files.
     *
     * @throws IOException where that fails
     */
    static Guard start() throws IOException {
        try (InputStream script = Guard.class.getResourceAsStream("/losslab/sonic/guard.py")) {
            // Not from a file: there is no moment at which that would be left behind.
            return new Guard(
                    new ProcessBuilder(
                                    SonicSystem.PYTHON.toString(),
                                    "-I",
                                    "-c",
                                    new String(script.readAllBytes(), StandardCharsets.UTF_8),
                                    System.getProperty("java.io.tmpdir"))
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start());
        }
    }

    /** The folder, which goes with the programs. */
    Path folder() {
        return folder;
    }

    @Override
    public synchronized ProcessHandle start(List<String> command, Path log) throws IOException {
        List<String> request = new ArrayList<>(List.of(log.toString()));
        request.addAll(command);
        requests.write(JSON.writeValueAsString(request) + "\n");
        requests.flush();
        String answer = answer();
        if (!answer.matches("\\d+")) {
            throw new IOException("%s: %s".formatted(command.get(0), answer));
        }
        return ProcessHandle.of(Long.parseLong(answer))
                .orElseThrow(() -> new IOException(command.get(0) + " has ended: see " + log));
    }

    private String answer() throws IOException {
        String line = answers.readLine();
        if (line == null) {
            throw new EOFException("the guard of the SONiC switches' programs has ended");
        }
        return line;
    }

    /** Ends the programs, and all that they started, and removes the folder. */
    @Override
    public synchronized void close() {
        try {
            requests.close();
            process.waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
