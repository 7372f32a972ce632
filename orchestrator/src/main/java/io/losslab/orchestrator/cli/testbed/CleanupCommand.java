package io.losslab.orchestrator.cli.testbed;

import io.losslab.benchmarks.agent.BenchNamespace;
import io.losslab.configs.testbed.Testbed;
import io.losslab.configs.testbed.file.TestbedLoader;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.failure.ExitCode;
import io.losslab.driver.DeviceException;
import io.losslab.labs.backend.live.LiveLabs;
import io.losslab.labs.backend.physical.PhysicalLabs;
import io.losslab.labs.lease.LeaseDesk;
import io.losslab.labs.lease.TestbedLease;
import io.losslab.labs.provision.Journal;
import io.losslab.labs.provision.Ledger;
import io.losslab.orchestrator.cli.option.TestbedOption;
import io.losslab.orchestrator.cli.option.WaitOption;
import io.losslab.orchestrator.session.Console;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code losslab cleanup}: restores what an interrupted run left on devices or here. */
@Command(
        name = "cleanup",
        mixinStandardHelpOptions = true,
        description = {
            "Restore the devices of runs that were killed.",
            "Reads the state recorded in their results directories.",
            "Also removes what killed runs and benchmarks left on this machine."
        },
        footer = {"", "Example: losslab cleanup results/ndc-20260101-120000.partial"})
public final class CleanupCommand implements Callable<Integer> {
    private final TestbedLoader testbeds;
    private final Console console;

    @Parameters(
            arity = "0..*",
            paramLabel = "DIR",
            description = "Results directories (default: all in 'results').")
    private List<Path> directories = new ArrayList<>();

    @Option(
            names = "--testbed",
            paramLabel = "FILE",
            description = "Testbed file, if it has moved since the run.")
    private String testbed;

    @Mixin private WaitOption wait;

    public CleanupCommand(TestbedLoader testbeds, Console console) {
        this.testbeds = testbeds;
        this.console = console;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<Path> journals = journals();
        int live = LiveLabs.leftOver();
        List<String> bench = BenchNamespace.left();
        boolean clean =
                live == 0
                        || tornDown(
                                live + " live lab" + (live == 1 ? "" : "s"), LiveLabs.cleanUp());
        clean &=
                bench.isEmpty()
                        || tornDown(
                                "network namespaces " + String.join(", ", bench),
                                BenchNamespace.removeLeft());
        for (Path journal : journals) {
            clean &= restored(journal);
        }
        if (journals.isEmpty() && live == 0 && bench.isEmpty()) {
            console.out().println("nothing to restore");
        }
        return clean ? ExitCode.OK : ExitCode.FAILED;
    }

    private boolean tornDown(String what, List<String> left) {
        if (left.isEmpty()) {
            console.out().println("torn down: " + what);
        }
        left.forEach(line -> console.err().println("losslab: not torn down: " + line));
        return left.isEmpty();
    }

    private List<Path> journals() throws IOException {
        List<Path> folders = new ArrayList<>(directories);
        Path results = Path.of("results");
        if (folders.isEmpty() && Files.isDirectory(results)) {
            try (Stream<Path> runs = Files.list(results)) {
                folders.addAll(runs.sorted().toList());
            }
        }
        for (Path folder : directories) {
            if (!Files.isDirectory(folder)) {
                throw CommandFailure.usage(
                        "%s is not a directory".formatted(folder),
                        "expected the results directory of a run");
            }
        }
        return folders.stream()
                .map(folder -> folder.resolve(Journal.FILE))
                .filter(Files::isRegularFile)
                .toList();
    }

    /** One run that cannot be restored now does not keep the others from being restored. */
    private boolean restored(Path journal) {
        try {
            return restore(journal);
        } catch (CommandFailure e) {
            console.err().println("losslab: not restored: " + e.getMessage());
            if (!e.advice().isEmpty()) {
                console.err().println("  " + e.advice());
            }
        } catch (IOException | UncheckedIOException | DeviceException e) {
            console.err()
                    .println("losslab: not restored: %s: %s".formatted(journal, e.getMessage()));
        }
        return false;
    }

    private boolean restore(Path journal) throws IOException {
        Journal.requireAbandoned(journal);
        String file = testbed == null ? Journal.testbedOf(journal) : testbed;
        Optional<Testbed> devices = TestbedOption.load(testbeds, file, console);
        if (devices.isEmpty()) {
            throw CommandFailure.usage(
                    "%s needs the testbed %s, which cannot be read".formatted(journal, file),
                    "name it with --testbed");
        }
        Ledger ledger = Journal.ledgerOf(journal, devices.get());
        List<String> left;
        try (TestbedLease lease =
                new LeaseDesk(console.err())
                        .take(
                                devices.get(),
                                "losslab cleanup",
                                Optional.of(journal.toAbsolutePath().getParent()),
                                wait.longest())) {
            left = new PhysicalLabs(devices.get(), ledger, lease).restore();
        }
        if (left.isEmpty()) {
            console.out().println("%s: restored".formatted(journal.getParent()));
        }
        left.forEach(line -> console.err().println("losslab: not restored: " + line));
        return left.isEmpty();
    }
}
