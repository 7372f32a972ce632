package io.losslab.orchestrator.session;

import io.losslab.devices.failure.CommandFailure;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * Where a command prints.
 *
 * @param out results
 * @param err progress, warnings and errors
 * @param interactive whether {@code err} is a terminal, which can redraw a line
 */
public record Console(PrintStream out, PrintStream err, boolean interactive) {
    /**
     * The process's own streams, in UTF-8 in every locale: JSON and schemas are printed to them.
     * The launcher sets {@code losslab.tty} on a terminal.
     */
    public static Console ofProcess(StandardOutput out) {
        return new Console(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(System.err, true, StandardCharsets.UTF_8),
                Boolean.getBoolean("losslab.tty"));
    }

    /** Prints an error and what to do about it. */
    public void tell(CommandFailure failure) {
        err.println("losslab: " + failure.getMessage());
        if (!failure.advice().isEmpty()) {
            err.println("  " + failure.advice());
        }
    }

    /** The same without results: progress, warnings and errors only. */
    public Console withoutResults() {
        PrintStream nowhere =
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        return new Console(nowhere, err, interactive);
    }
}
