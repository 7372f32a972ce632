package io.losslab.orchestrator;

import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.failure.ExitCode;
import io.losslab.orchestrator.cli.LosslabCommand;
import io.losslab.orchestrator.run.ComparedRun;
import io.losslab.orchestrator.run.ParallelRun;
import io.losslab.orchestrator.session.Console;
import io.losslab.orchestrator.session.HeapLimit;
import io.losslab.orchestrator.session.StandardOutput;
import java.util.Locale;

/** The program. */
public final class Losslab {
    private Losslab() {}

    public static void main(String[] args) {
        // Numbers in queries, scripts, and names are for machines, in any locale of the user.
        Locale.setDefault(Locale.ROOT);
        StandardOutput out = new StandardOutput();
        Console console = Console.ofProcess(out);
        int executed = execute(console, args);
        int written = end(out, console);
        System.exit(executed == ExitCode.OK ? written : executed);
    }

    private static int end(StandardOutput out, Console console) {
        try {
            out.end();
            return ExitCode.OK;
        } catch (CommandFailure e) {
            console.tell(e);
            return e.exitCode();
        }
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
