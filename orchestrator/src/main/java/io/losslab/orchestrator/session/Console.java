package io.losslab.orchestrator.session;

import java.io.PrintStream;

/**
 * Where a verb prints.
 *
 * @param out results
 * @param err progress, warnings and errors
 * @param interactive whether {@code err} is a terminal, which can redraw a line
 */
public record Console(PrintStream out, PrintStream err, boolean interactive) {
    /** The process's own streams; the launcher says by {@code losslab.tty} whether people watch. */
    public static Console ofProcess() {
        return new Console(System.out, System.err, Boolean.getBoolean("losslab.tty"));
    }
}
