package io.losslab.agent.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.logging.ConsoleHandler;
import java.util.logging.FileHandler;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Messages of the agent and its libraries, a line each and without stack traces. */
final class AgentLog {
    private static final Logger ROOT = Logger.getLogger("");
    private static final Logger AGENT = Logger.getLogger("losslab-agent");

    private AgentLog() {}

    /**
     * Sends messages to a file, or to standard error.
     *
     * @param file null for standard error
     * @throws IOException where it cannot be written
     */
    static void to(Path file) throws IOException {
        Handler handler =
                file == null ? new ConsoleHandler() : new FileHandler(file.toString(), true);
        handler.setFormatter(new Line());
        handler.setLevel(Level.INFO);
        for (Handler old : ROOT.getHandlers()) {
            ROOT.removeHandler(old);
        }
        ROOT.addHandler(handler);
        ROOT.setLevel(Level.WARNING);
    }

    static void error(String message) {
        AGENT.severe(message);
    }

    /** What lies at the bottom of an exception, in words. */
    static String cause(Throwable thrown) {
        Throwable root = thrown;
        while (root.getCause() != null && root.getCause() != root) {
            root = root.getCause();
        }
        return root.getMessage() == null ? root.toString() : root.getMessage();
    }

    /** Time, who, and what. */
    private static final class Line extends Formatter {
        @Override
        public String format(LogRecord entry) {
            String logger = entry.getLoggerName();
            String who = logger.substring(logger.lastIndexOf('.') + 1);
            String why = entry.getThrown() == null ? "" : ": " + cause(entry.getThrown());
            return "%s %s: %s%s%n"
                    .formatted(Instant.now(), who, formatMessage(entry).strip(), why);
        }
    }
}
