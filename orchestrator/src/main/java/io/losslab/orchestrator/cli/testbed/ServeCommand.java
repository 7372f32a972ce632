package io.losslab.orchestrator.cli.testbed;

import io.losslab.api.rpc.DeviceAddress;
import io.losslab.configs.experiment.Cell;
import io.losslab.configs.experiment.Experiment;
import io.losslab.configs.experiment.file.ExperimentLoader;
import io.losslab.configs.network.Network;
import io.losslab.configs.plan.CellPlan;
import io.losslab.configs.plan.CellPlanner;
import io.losslab.configs.testbed.file.TestbedYaml;
import io.losslab.configs.yaml.ProblemPrinter;
import io.losslab.configs.yaml.Problems;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.failure.ExitCode;
import io.losslab.labs.backend.ServedLab;
import io.losslab.labs.backend.served.ServedKind;
import io.losslab.labs.backend.served.ServedNetwork;
import io.losslab.labs.backend.served.ServedSoftware;
import io.losslab.orchestrator.cli.option.MetricsOption;
import io.losslab.orchestrator.cli.option.OutputFile;
import io.losslab.orchestrator.progress.MetricsServer;
import io.losslab.orchestrator.session.Console;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code losslab serve}: a virtual lab in a process of its own, to rehearse a testbed with. */
@Command(
        name = ServeCommand.NAME,
        mixinStandardHelpOptions = true,
        description = {
            "Serve the switches and hosts of a topology over gRPC, until Ctrl-C.",
            "They are software switches and simulated hosts: a run with --backend physical",
            "against them gives the same results as a run with --backend virtual.",
            "With --as, the switches have the services of a real device instead."
        },
        footer = {
            "",
            "Example:",
            "  losslab serve bifrost/case-a --write-testbed rehearsal.yaml &",
            "  losslab run bifrost/case-a --backend physical --testbed rehearsal.yaml",
            "",
            "  losslab serve bifrost/case-a --as tofino2 --sde sde/bf_rt_tf2 \\",
            "      --program build --write-testbed rehearsal.yaml",
            "  losslab serve bifrost/case-a --as commodity --profile eos \\",
            "      --write-testbed rehearsal.yaml"
        })
public final class ServeCommand implements Callable<Integer> {
    static final String NAME = "serve";
    private static final int LEAST_DATA_QUEUES = 8;

    private final ExperimentLoader loader;
    private final Console console;

    @Parameters(
            paramLabel = "TOPOLOGY|EXPERIMENT",
            description = {"A topology, or an experiment: the topology of", "a cell is served."})
    private String what;

    @Option(
            names = "--cell",
            paramLabel = "N",
            description = {
                "The cell of an experiment whose topology is",
                "served; cells are numbered from 0 (default: 0)."
            })
    private int cell;

    @Option(
            names = "--listen",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1:0",
            description = {
                "HOST:PORT to listen on; port 0 means any free",
                "port (default: 127.0.0.1:0)."
            })
    private String listen;

    @Option(
            names = "--tls-cert",
            paramLabel = "FILE",
            description = "PEM certificate chain; requires --tls-key.")
    private Path certificateFile;

    @Option(names = "--tls-key", paramLabel = "FILE", description = "PEM private key (PKCS#8).")
    private Path keyFile;

    @Option(
            names = "--client-trust",
            paramLabel = "FILE",
            description = {
                "PEM certificates of the CAs that must have",
                "signed client certificates."
            })
    private Path clientTrustFile;

    @Option(
            names = "--write-testbed",
            paramLabel = "FILE",
            description = {
                "Write the testbed file for the served devices;",
                "replaces one of an earlier 'serve'."
            })
    private Path testbedFile;

    @Mixin private final MetricsOption metrics = new MetricsOption();

    @Mixin private final ServeAsOptions as = new ServeAsOptions();

    public ServeCommand(ExperimentLoader loader, Console console) {
        this.loader = loader;
        this.console = console;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (testbedFile != null) {
            OutputFile.requireMarked(testbedFile, NAME);
        }
        Optional<ServedKind> other = as.kind(Optional.ofNullable(testbedFile));
        if (other.isPresent() && certificateFile != null) {
            throw CommandFailure.usage(
                    "--as and --tls-cert cannot be used together: the services of served devices"
                            + " are in plaintext, on loopback addresses",
                    "remove --tls-cert");
        }
        ServedKind kind = other.orElseGet(ServedSoftware::new);
        Optional<ServedNetwork> served = network(kind);
        if (served.isEmpty()) {
            return ExitCode.USAGE;
        }
        int colon = listen.lastIndexOf(':');
        DeviceAddress address = address(colon);
        int port = listen.endsWith(":0") ? 0 : address.port();
        Optional<InetSocketAddress> scraped = metrics.address();
        try (ServedLab lab =
                        ServedLab.start(
                                served.get(),
                                LEAST_DATA_QUEUES,
                                address.host(),
                                port,
                                protection(),
                                kind);
                MetricsServer counters = MetricsServer.open(scraped, lab::collect)) {
            if (testbedFile != null) {
                writeTestbed(OutputFile.mark(NAME) + TestbedYaml.text(lab.testbed()));
            }
            console.out()
                    .println(
                            "serving %s at %s; press Ctrl-C to stop"
                                    .formatted(
                                            served.get().topology().name(),
                                            new DeviceAddress(address.host(), lab.port())));
            counters.url().ifPresent(url -> console.out().println("metrics at " + url));
            console.out().flush();
            new CountDownLatch(1).await();
        }
        return ExitCode.OK;
    }

    /** What is to be served, if the kind can stand for all of an experiment's switches. */
    private Optional<ServedNetwork> network(ServedKind kind) {
        Problems problems = new Problems();
        if (loader.isTopology(what)) {
            Optional<Network> network = loader.networkOf(what, problems);
            console.err().print(ProblemPrinter.print(problems));
            return network.map(it -> new ServedNetwork(it, List.of()));
        }
        Optional<Experiment> experiment = loader.load(what, List.of(), problems);
        console.err().print(ProblemPrinter.print(problems));
        return experiment.map(Experiment::cells).map(cells -> network(kind, cells));
    }

    private ServedNetwork network(ServedKind kind, List<Cell> cells) {
        if (cell < 0 || cell >= cells.size()) {
            throw CommandFailure.usage(
                    "there is no cell %d".formatted(cell),
                    "cells are 0 to %d".formatted(cells.size() - 1));
        }
        Set<String> schemes = new HashSet<>();
        List<CellPlan> plans =
                Stream.concat(Stream.of(cells.get(cell)), cells.stream())
                        .filter(each -> schemes.add(each.scheme()))
                        .map(new CellPlanner()::plan)
                        .toList();
        plans.forEach(kind::require);
        return new ServedNetwork(cells.get(cell).setup().network(), plans);
    }

    private void writeTestbed(String text) {
        try {
            Files.writeString(testbedFile, text);
        } catch (IOException e) {
            throw CommandFailure.usage(
                    "--write-testbed %s: cannot write the file".formatted(testbedFile),
                    "choose a file in an existing, writable directory");
        }
    }

    private DeviceAddress address(int colon) {
        try {
            boolean any = listen.endsWith(":0");
            return DeviceAddress.parse(any ? listen.substring(0, colon) + ":1" : listen);
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage(
                    "--listen %s: %s".formatted(listen, e.getMessage()), "such as 127.0.0.1:9559");
        }
    }

    private Optional<ServedLab.Protection> protection() {
        if ((certificateFile == null) != (keyFile == null)) {
            throw CommandFailure.usage("--tls-cert and --tls-key must be used together", "");
        }
        if (certificateFile == null && clientTrustFile != null) {
            throw CommandFailure.usage("--client-trust needs --tls-cert and --tls-key", "");
        }
        return Optional.ofNullable(certificateFile)
                .map(
                        certificate ->
                                new ServedLab.Protection(
                                        certificate.toAbsolutePath(),
                                        keyFile,
                                        Optional.ofNullable(clientTrustFile)));
    }
}
