package io.losslab.orchestrator.cli;

import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.failure.ExitCode;
import io.losslab.devices.failure.FileFailure;
import io.losslab.orchestrator.pack.Pack;
import io.losslab.orchestrator.pack.PackWriter;
import io.losslab.orchestrator.session.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code losslab pack}: results as an artefact for others. */
@Command(
        name = "pack",
        mixinStandardHelpOptions = true,
        description = {
            "Pack results with their inputs into a zip file, which is an RO-Crate 1.1.",
            "It holds inputs, the experiment as run, devices, results, checks, and the report,",
            "each with its size and SHA-256. 'losslab run PACK' repeats the run and",
            "compares the results."
        },
        footer = {
            "",
            "Testbed files, the log, what 'losslab export' can write again, and files",
            "that losslab did not write are left out.",
            "",
            "Examples:",
            "  losslab pack results/case-a --license CC-BY-4.0",
            "  losslab run results/case-a.zip"
        })
final class PackCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "DIR", description = "Results directory of a complete run.")
    private Path directory;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = {"The pack, FILE.zip; must not exist", "(default: DIR.zip)."})
    private Path out;

    @Option(
            names = "--license",
            paramLabel = "ID",
            description = {
                "Licence of the results: an SPDX identifier",
                "such as CC-BY-4.0, or an https URL",
                "(default: none is named)."
            })
    private String licence;

    PackCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Path file = file();
        if (!file.toString().endsWith(Pack.SUFFIX)) {
            throw CommandFailure.usage(
                    "the name of a pack ends with %s, not %s"
                            .formatted(Pack.SUFFIX, file.getFileName()),
                    "");
        }
        if (Files.exists(file)) {
            throw CommandFailure.usage(
                    "%s already exists".formatted(file), "choose another name with --out");
        }
        Path parent = file.toAbsolutePath().getParent();
        if (!Files.isDirectory(parent) || !Files.isWritable(parent)) {
            throw CommandFailure.usage(
                    "cannot write %s: %s is not a writable directory".formatted(file, parent),
                    "choose another name with --out");
        }
        try {
            tell(file, PackWriter.write(directory, file, Optional.ofNullable(licence)));
        } catch (IOException e) {
            throw FileFailure.of(
                    "cannot pack", "expected the results directory of a complete run", e);
        }
        return ExitCode.OK;
    }

    private Path file() {
        if (out != null) {
            return out;
        }
        Path given = directory.normalize();
        Path results = directory.toAbsolutePath().normalize();
        String name = String.valueOf(results.getFileName());
        // '.' and '..' do not end with the name of the directory.
        return (given.endsWith(name) ? given : results).resolveSibling(name + Pack.SUFFIX);
    }

    private void tell(Path file, PackWriter.Packed packed) {
        console.out()
                .println("%s: %d files, %,d B".formatted(file, packed.files(), packed.bytes()));
        if (!packed.leftOut().isEmpty()) {
            console.err().println("left out: " + String.join(", ", packed.leftOut()));
        }
        if (licence == null) {
            console.err().println("no licence is named; --license CC-BY-4.0 names one");
        }
    }
}
