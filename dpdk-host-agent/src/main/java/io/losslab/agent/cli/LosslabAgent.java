package io.losslab.agent.cli;

import java.util.Locale;
import picocli.CommandLine;

/** The program. */
public final class LosslabAgent {
    private LosslabAgent() {}

    /**
     * Exit codes: 0 standard input ended, 1 could not run, 2 wrong options, 3 stopped by the
     * watchdog. After a signal, the virtual machine exits with 128 and its number.
     */
    public static void main(String[] args) {
        Locale.setDefault(Locale.ROOT);
        AgentCommand command = new AgentCommand(System.out, System.err, System.in);
        System.exit(new CommandLine(command).execute(args));
    }
}
