package io.losslab.orchestrator.cli;

import io.losslab.configs.experiment.file.ExperimentLoader;
import io.losslab.configs.library.Library;
import io.losslab.configs.plan.flow.NoSourcePortException;
import io.losslab.configs.testbed.file.DeviceCatalog;
import io.losslab.configs.testbed.file.TestbedLoader;
import io.losslab.configs.yaml.Spelling;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.failure.ExitCode;
import io.losslab.devices.failure.FileFailure;
import io.losslab.devices.registry.DeviceKinds;
import io.losslab.driver.DeviceException;
import io.losslab.orchestrator.cli.list.ListCommand;
import io.losslab.orchestrator.cli.testbed.CleanupCommand;
import io.losslab.orchestrator.cli.testbed.ProbeCommand;
import io.losslab.orchestrator.cli.testbed.ServeCommand;
import io.losslab.orchestrator.cli.testbed.TestbedCommand;
import io.losslab.orchestrator.compiler.CompilerSearch;
import io.losslab.orchestrator.session.BuildFacts;
import io.losslab.orchestrator.session.Console;
import io.losslab.orchestrator.session.ExperimentRunner;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command itself; does nothing without a subcommand. */
@Command(
        name = "losslab",
        mixinStandardHelpOptions = true,
        version = LosslabCommand.VERSION,
        description =
                "Run lossless flow-control experiments on virtual, live, and physical testbeds.",
        synopsisSubcommandLabel = "COMMAND",
        commandListHeading = "%nCommands:%n",
        footer = {
            "",
            "Exit codes: 0 all checks passed; 1 an experiment or a check failed;",
            "2 usage error or invalid file; 3 a device was not reached or failed;",
            "129 interrupted by SIGHUP; 130 by Ctrl-C; 143 by SIGTERM.",
            "",
            "Start with: losslab run bifrost/case-a"
        })
public final class LosslabCommand implements Runnable {
    static final String VERSION = "losslab " + BuildFacts.VERSION;

    @Spec private CommandSpec spec;

    /**
     * Builds the command line.
     *
     * @param runner made only when a run starts
     */
    public static CommandLine commandLine(Console console, Supplier<ExperimentRunner> runner) {
        return commandLine(console, runner, new Library(), DeviceKinds.catalog());
    }

    /** Builds the command line over other bundled files and kinds of device. */
    public static CommandLine commandLine(
            Console console,
            Supplier<ExperimentRunner> runner,
            Library library,
            DeviceCatalog catalog) {
        ExperimentLoader loader = new ExperimentLoader(library);
        TestbedLoader testbeds = new TestbedLoader(library, catalog);
        RunCommand run = new RunCommand(loader, testbeds, runner, console);
        CommandLine commandLine =
                new CommandLine(new LosslabCommand())
                        .addSubcommand(run)
                        .addSubcommand(new TaskCommand(run))
                        .addSubcommand(new PlanCommand(loader, testbeds, console))
                        .addSubcommand(new ValidateCommand(loader, testbeds, console))
                        .addSubcommand(
                                new CommandLine(new TestbedCommand(loader, testbeds, console))
                                        .addSubcommand(new ProbeCommand(loader, testbeds, console)))
                        .addSubcommand(new ServeCommand(loader, console))
                        .addSubcommand(new CleanupCommand(testbeds, console))
                        .addSubcommand(new PaperCommand(loader, library, runner, console))
                        .addSubcommand(new WatchCommand(console))
                        .addSubcommand(new ReportCommand(console))
                        .addSubcommand(new CompareCommand(console))
                        .addSubcommand(new HistoryCommand(console))
                        .addSubcommand(new ExportCommand(console))
                        .addSubcommand(new PackCommand(console))
                        .addSubcommand(new ListCommand(loader, library, console))
                        .addSubcommand(new NewCommand(library, console))
                        .addSubcommand(new SchemaCommand(console))
                        .addSubcommand(
                                new CommandLine(new P4Command())
                                        .addSubcommand(
                                                new P4BuildCommand(
                                                        console,
                                                        CompilerSearch.in(System.getenv()))))
                        .addSubcommand(new BenchCommand(console))
                        .addSubcommand(new CompletionCommand(console));
        BuildFacts.chosenJava()
                .ifPresent(java -> commandLine.getCommandSpec().version(VERSION, java));
        commandLine.setCaseInsensitiveEnumValuesAllowed(true);
        commandLine.setOut(new PrintWriter(console.out(), true, StandardCharsets.UTF_8));
        commandLine.setErr(new PrintWriter(console.err(), true, StandardCharsets.UTF_8));
        commandLine.setParameterExceptionHandler((e, args) -> usage(e, console));
        commandLine.setExecutionExceptionHandler((e, command, result) -> failure(e, console));
        return commandLine;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }

    private static int usage(ParameterException e, Console console) {
        CommandLine command = e.getCommandLine();
        console.err().println("losslab: " + e.getMessage());
        String suggestion =
                e instanceof CommandLine.UnmatchedArgumentException unmatched
                        ? suggestion(command, unmatched)
                        : "";
        if (!suggestion.isEmpty()) {
            console.err().println(suggestion);
        }
        console.err()
                .println("see '%s --help'".formatted(command.getCommandSpec().qualifiedName()));
        return ExitCode.USAGE;
    }

    private static String suggestion(
            CommandLine command, CommandLine.UnmatchedArgumentException unmatched) {
        String verb =
                Spelling.didYouMean(
                        unmatched.getUnmatched().get(0), command.getSubcommands().keySet());
        List<String> options = unmatched.getSuggestions();
        return verb.isEmpty() && !options.isEmpty() && unmatched.isUnknownOption()
                ? "did you mean " + String.join(" or ", options) + "?"
                : verb;
    }

    private static int failure(Exception e, Console console) {
        if (e instanceof CommandFailure failure) {
            console.tell(failure);
            return failure.exitCode();
        }
        if (e instanceof NoSourcePortException port) {
            return failure(CommandFailure.usage(port.getMessage(), port.advice(), port), console);
        }
        if (e instanceof DeviceException device) {
            console.err().println("losslab: " + device.getMessage());
            return ExitCode.of(device);
        }
        if (e instanceof IOException files) {
            return unreadable(files, console);
        }
        if (e instanceof UncheckedIOException files) {
            return unreadable(files.getCause(), console);
        }
        if (e instanceof InterruptedException) {
            console.err().println("losslab: interrupted");
            return ExitCode.INTERRUPTED;
        }
        console.err().println("losslab: internal error (a bug in losslab): " + message(e));
        try {
            console.err().println("  please report it and attach " + trace(e));
        } catch (IOException unwritten) {
            console.err()
                    .println("  its trace cannot be written: " + FileFailure.reason(unwritten));
        }
        return ExitCode.FAILED;
    }

    private static int unreadable(IOException e, Console console) {
        console.err().println("losslab: cannot read or write files: " + FileFailure.reason(e));
        return ExitCode.FAILED;
    }

    private static Path trace(Exception e) throws IOException {
        Path trace = Files.createTempFile("losslab-failure-", ".txt");
        try (PrintWriter writer =
                new PrintWriter(Files.newBufferedWriter(trace, StandardCharsets.UTF_8))) {
            e.printStackTrace(writer);
        }
        return trace;
    }

    private static String message(Throwable e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }
}
