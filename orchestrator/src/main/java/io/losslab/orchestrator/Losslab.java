package io.losslab.orchestrator;

import io.losslab.devices.failure.CommandFailure;
import io.losslab.orchestrator.cli.LosslabCommand;
import io.losslab.orchestrator.run.ComparedRun;
import io.losslab.orchestrator.run.ParallelRun;
import io.losslab.orchestrator.session.Console;
import io.losslab.orchestrator.session.HeapLimit;
import java.util.Locale;

/** The program. */
public final class Losslab {
    private Losslab() {}

    public static void main(String[] args) {
        // Numbers in queries, scripts, and names are for machines, in any locale of the user.
        Locale.setDefault(Locale.ROOT);
        System.exit(execute(Console.ofProcess(), args));
    }

    private static int execute(Console console, String[] args) {
        try {
            return LosslabCommand.commandLine(console, () -> new ComparedRun(new ParallelRun()))
                    .execute(args);
        } catch (OutOfMemoryError e) {
            CommandFailure failure =
                    HeapLimit.exceeded("'losslab %s'".formatted(String.join(" ", args)), e);
            console.tell(failure);
            return failure.exitCode();
        }
    }
}
