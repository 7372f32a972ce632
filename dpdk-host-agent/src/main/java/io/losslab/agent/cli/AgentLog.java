package io.losslab.agent.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/**
 * Messages of the agent and its libraries, a line each and without stack traces. Works until the
 * process has ended, which the handlers of {@code java.util.logging} do not. Thread safe.
 */
final class AgentLog {
    private final PrintStream out;

    AgentLog(PrintStream out) {
        this.out = out;
    }

    /**
     * Appends to a file.
     *
     * @throws IOException where it cannot be written, with a message for users
     */
    static AgentLog toFile(Path file) throws IOException {
        try {
            OutputStream out =
                    Files.newOutputStream(
                            file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            return new AgentLog(new PrintStream(out, true, StandardCharsets.UTF_8));
        } catch (NoSuchFileException e) {
            throw new IOException("--log %s: there is no such folder".formatted(file), e);
        } catch (IOException e) {
            throw new IOException("--log %s: cannot be written".formatted(file), e);
        }
    }

    /** Takes what libraries log from now on: their warnings. */
    void takeOver() {
        Logger root = Logger.getLogger("");
        for (Handler old : root.getHandlers()) {
            root.removeHandler(old);
        }
        root.addHandler(new Lines());
        root.setLevel(Level.WARNING);
    }

    void say(String message) {
        out.println(Instant.now() + " losslab-agent: " + message);
    }

    /** The root cause of an exception, as text. */
    static String cause(Throwable thrown) {
        Throwable root = thrown;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root.getMessage() == null ? root.toString() : root.getMessage();
    }

    /** Writes the records of libraries. */
    private final class Lines extends Handler {
        private final SimpleFormatter formatter = new SimpleFormatter();

        @Override
        public void publish(LogRecord entry) {
            String why = entry.getThrown() == null ? "" : ": " + cause(entry.getThrown());
            say(formatter.formatMessage(entry).strip() + why);
        }

        @Override
        public void flush() {
            out.flush();
        }

        @Override
        public void close() {
            out.flush();
        }
    }
}
