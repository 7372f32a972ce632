package io.losslab.orchestrator.cli;

import io.losslab.api.rpc.DeviceAddress;
import io.losslab.api.topology.Topology;
import io.losslab.configs.experiment.file.ExperimentLoader;
import io.losslab.configs.network.Network;
import io.losslab.configs.testbed.file.TestbedYaml;
import io.losslab.configs.yaml.ProblemPrinter;
import io.losslab.configs.yaml.Problems;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.failure.ExitCode;
import io.losslab.orchestrator.backend.ServedLab;
import io.losslab.orchestrator.session.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code losslab serve}: a virtual lab in a process of its own, to rehearse a testbed with. */
@Command(
        name = "serve",
        mixinStandardHelpOptions = true,
        description = {
            "Serve the switches and hosts of a topology over gRPC, until Ctrl-C.",
            "They are software switches and simulated hosts: a run with --backend physical",
            "against them gives the same results as a run with --backend virtual."
        },
        footer = {
            "",
            "Example:",
            "  losslab serve bifrost/case-a --write-testbed lab.yaml &",
            "  losslab run bifrost/case-a --backend physical --testbed lab.yaml"
        })
final class ServeCommand implements Callable<Integer> {
    private static final int LEAST_DATA_QUEUES = 8;

    private final ExperimentLoader loader;
    private final Console console;

    @Parameters(
            paramLabel = "TOPOLOGY|EXPERIMENT",
            description = {
                "A topology, or an experiment: the topology of",
                "its first cell is served."
            })
    private String what;

    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            defaultValue = "127.0.0.1:0",
            description = {
                "Address to listen on; port 0 means any free port",
                "(default: 127.0.0.1:0)."
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
            description = "Write the testbed file for the served devices.")
    private Path testbedFile;

    ServeCommand(ExperimentLoader loader, Console console) {
        this.loader = loader;
        this.console = console;
    }

    @Override
    public Integer call() throws InterruptedException {
        Problems problems = new Problems();
        Optional<Network> network = loader.networkOf(what, problems);
        console.err().print(ProblemPrinter.print(problems));
        if (network.isEmpty()) {
            return ExitCode.USAGE;
        }
        Topology topology = network.get().topology();
        int colon = listen.lastIndexOf(':');
        DeviceAddress address = address(colon);
        int port = listen.endsWith(":0") ? 0 : address.port();
        try (ServedLab lab =
                ServedLab.start(topology, LEAST_DATA_QUEUES, address.host(), port, protection())) {
            if (testbedFile != null) {
                writeTestbed(TestbedYaml.text(lab.testbed()));
            }
            console.out()
                    .println(
                            "serving %s at %s; press Ctrl-C to stop"
                                    .formatted(
                                            topology.name(),
                                            new DeviceAddress(address.host(), lab.port())));
            console.out().flush();
            new CountDownLatch(1).await();
        }
        return ExitCode.OK;
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
