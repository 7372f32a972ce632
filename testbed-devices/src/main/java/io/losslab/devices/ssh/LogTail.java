package io.losslab.devices.ssh;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The growing log of an agent, line by line. After a lost connection it goes on at the byte where
 * it was. One thread, which {@link #close} ends.
 */
public final class LogTail implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LogTail.class);
    private static final long FIRST_PAUSE_MILLIS = 200;
    private static final long LONGEST_PAUSE_MILLIS = 5_000;
    private static final int CHUNK_BYTES = 8_192;

    /**
     * Writes the log from a byte on until the agent has ended. The open file outlives its name,
     * which goes when the agent is stopped.
     */
    private static final String FOLLOW =
            """
            exec 3< "$d/log"
            tail -c +%d <&3
            while alive; do sleep 1; cat <&3; done
            cat <&3
            """;

    private final HostConnection host;
    private final String directory;
    private final Consumer<String> lines;
    private final Thread thread;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private volatile boolean closed;
    private long readBytes;
    private long pauseMillis = FIRST_PAUSE_MILLIS;

    private LogTail(HostConnection host, String directory, Consumer<String> lines) {
        this.host = host;
        this.directory = directory;
        this.lines = lines;
        this.thread = new Thread(this::run, "log-" + host.device());
        thread.setDaemon(true);
    }

    static LogTail start(HostConnection host, String directory, Consumer<String> lines) {
        LogTail tail = new LogTail(host, directory, lines);
        tail.thread.start();
        return tail;
    }

    /** Waits until the agent has ended and all of its log was read. */
    public void await() throws InterruptedException {
        thread.join();
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }

    private void run() {
        try {
            while (!closed && !readOn()) {
                TimeUnit.MILLISECONDS.sleep(pauseMillis);
                pauseMillis = Math.min(LONGEST_PAUSE_MILLIS, 2 * pauseMillis);
            }
        } catch (InterruptedException e) {
            // Only close() interrupts: the tail is not wanted any more.
            LOG.debug("{}: the log is no longer followed", host.device());
        }
        if (line.size() > 0) {
            emit();
        }
    }

    /** Reads what comes; true where the log is complete. */
    private boolean readOn() {
        try {
            host.stream(
                    ("d=%s\n" + RemoteAgent.ALIVE + FOLLOW)
                            .formatted(ShellWords.quoted(directory), readBytes + 1),
                    this::read);
            return true;
        } catch (IOException e) {
            if (!closed) {
                LOG.warn("{}: cannot follow the log any more: {}", host.device(), e.getMessage());
            }
            return false;
        }
    }

    private void read(InputStream output) throws IOException {
        byte[] chunk = new byte[CHUNK_BYTES];
        for (int n = output.read(chunk); n >= 0; n = output.read(chunk)) {
            readBytes += n;
            pauseMillis = FIRST_PAUSE_MILLIS;
            for (int i = 0; i < n; i++) {
                if (chunk[i] == '\n') {
                    emit();
                } else {
                    line.write(chunk[i]);
                }
            }
        }
    }

    private void emit() {
        lines.accept(line.toString(StandardCharsets.UTF_8));
        line.reset();
    }
}
