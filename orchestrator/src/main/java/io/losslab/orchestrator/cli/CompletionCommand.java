package io.losslab.orchestrator.cli;

import io.losslab.devices.failure.ExitCode;
import io.losslab.orchestrator.session.Console;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code losslab completion}: prints the script that completes commands, options, experiment names,
 * and the keys of {@code --set} in a shell.
 */
@Command(
        name = "completion",
        mixinStandardHelpOptions = true,
        description = "Print a completion script for bash or zsh.",
        footer = {
            "",
            "For the current shell: source <(losslab completion bash)",
            "For every new one, add this line to ~/.bashrc or ~/.zshrc."
        })
final class CompletionCommand implements Callable<Integer> {
    /** Shells with a script. */
    enum Shell {
        BASH,
        ZSH;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** After {@code KEY=} bash shall add no blank, which zsh's emulation cannot be told. */
    private static final String VALUES_FOLLOW =
            """

            function _losslab() {
              _complete_losslab "$@"
              if [[ ${COMPREPLY[0]} == *= ]]; then compopt -o nospace; fi
            }
            complete -F _losslab -o default losslab ./losslab
            """;

    private final Console console;

    @Spec private CommandSpec spec;

    @Parameters(paramLabel = "bash|zsh", description = "The shell.")
    private Shell shell;

    CompletionCommand(Console console) {
        this.console = console;
    }

    /** One script serves both shells: in zsh, it loads bash's completion functions first. */
    @Override
    public Integer call() {
        console.out().print(AutoComplete.bash(spec.root().name(), spec.root().commandLine()));
        if (shell == Shell.BASH) {
            console.out().print(VALUES_FOLLOW);
        }
        return ExitCode.OK;
    }
}
