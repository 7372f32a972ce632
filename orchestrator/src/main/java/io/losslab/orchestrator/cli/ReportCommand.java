package io.losslab.orchestrator.cli;

import io.losslab.analysis.reference.NcclTests;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.failure.ExitCode;
import io.losslab.devices.failure.FileFailure;
import io.losslab.orchestrator.run.ReportRebuild;
import io.losslab.orchestrator.session.Console;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code losslab report}: builds report.html again from collected data. */
@Command(
        name = "report",
        mixinStandardHelpOptions = true,
        description = "Rebuild report.html from the data in results directories.",
        footer = {
            "",
            "With GPUs, compare collectives with what nccl-tests measures of them:",
            "  all_reduce_perf -b 1M -e 64M -f 2 -J all_reduce.json",
            "  losslab report results/DIR --nccl-tests all_reduce.json",
            "The times are kept in the results directory; the rest of the file is not."
        })
final class ReportCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(arity = "1..*", paramLabel = "DIR", description = "Results directories.")
    private List<Path> directories;

    @Option(
            names = "--nccl-tests",
            paramLabel = "FILE",
            description = {
                "JSON that a program of nccl-tests wrote (-J):",
                "its times are shown next to those of collectives."
            })
    private Path ncclTests;

    ReportCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Optional<NcclTests> reference = Optional.ofNullable(ncclTests).map(ReportCommand::read);
        for (Path directory : directories) {
            console.out().println(ReportRebuild.of(directory, reference));
        }
        return ExitCode.OK;
    }

    private static NcclTests read(Path file) {
        try {
            return NcclTests.read(file);
        } catch (NoSuchFileException e) {
            throw CommandFailure.usage("there is no file " + file, "", e);
        } catch (IOException e) {
            throw CommandFailure.usage(
                    FileFailure.reason(e),
                    "expected what a program of nccl-tests writes with -J",
                    e);
        }
    }
}
