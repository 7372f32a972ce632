package io.losslab.driver.p4runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.losslab.api.topology.Dumbbell;
import io.losslab.api.topology.LinkType;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.SwitchType;
import io.losslab.api.topology.Topology;
import io.losslab.api.units.DataRate;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import io.losslab.services.lab.VirtualLab;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A controller in Python, with stubs that the tools of the distribution compile from our .proto
 * files, drives the software switches. Where those tools are missing it is skipped, but not on CI.
 */
class ForeignClientTest {
    /** The distribution's own, whatever else comes first on the path. */
    private static final String PYTHON = "/usr/bin/python3";

    private static final String PROTOC = "/usr/bin/protoc";
    private static final Path PROTOS = Path.of("../testbed-api/src/main/proto");
    private static final List<String> OURS =
            List.of(
                    "p4/config/v1/p4types.proto",
                    "p4/config/v1/p4info.proto",
                    "p4/v1/p4data.proto",
                    "p4/v1/p4runtime.proto",
                    "losslab/v1/virtual_clock.proto");
    private static final List<String> OTHERS =
            List.of("google/rpc/status.proto", "google/rpc/code.proto");

    @TempDir private Path folder;
    private Path stubs;

    @BeforeEach
    void compileStubs() throws IOException, InterruptedException {
        DistributionTools.require(List.of(PROTOC, "--version"), "protobuf-compiler");
        DistributionTools.require(
                List.of(PYTHON, "-c", "import grpc, grpc_tools"),
                "python3-grpcio and python3-grpc-tools");
        Path includes = Files.createDirectories(folder.resolve("includes"));
        stubs = Files.createDirectories(folder.resolve("stubs"));
        copy("google/protobuf/any.proto", includes.resolve("google/protobuf/any.proto"));
        for (String proto : OTHERS) {
            copy(proto, includes.resolve(proto));
        }
        // Under its own name it would hide the package grpc.
        copy(
                "grpc/reflection/v1/reflection.proto",
                includes.resolve("reflection/reflection.proto"));
        List<String> protos = new ArrayList<>(OURS);
        protos.addAll(OTHERS);
        protos.add("reflection/reflection.proto");
        compile(List.of(PROTOC), "--python_out=", includes, protos);
        compile(List.of(PYTHON, "-m", "grpc_tools.protoc"), "--grpc_python_out=", includes, protos);
    }

    @Test
    void aControllerInPythonElectsProgramsReadsAndExchangesPackets()
            throws IOException, InterruptedException {
        Topology topology = dumbbell();
        Node left = topology.switches().get(0);
        Node right = topology.switches().get(1);
        try (VirtualLab lab = VirtualLab.start(topology)) {
            List<String> said =
                    DistributionTools.run(
                            folder,
                            stubs,
                            List.of(
                                    PYTHON,
                                    Path.of("src/test/resources/p4runtime/foreign_client.py")
                                            .toAbsolutePath()
                                            .toString(),
                                    String.valueOf(lab.port()),
                                    Path.of(
                                                    "src/main/resources/losslab/p4/forward_v1model.p4info.txt")
                                            .toAbsolutePath()
                                            .toString(),
                                    String.valueOf(left.deviceId()),
                                    String.valueOf(right.deviceId()),
                                    String.valueOf(portTo(topology, left, right))));
            assertEquals(
                    List.of(
                            "services gnmi.gNMI grpc.reflection.v1.ServerReflection"
                                    + " losslab.v1.BifrostCoprocessor losslab.v1.HostAgent"
                                    + " losslab.v1.SwitchControl losslab.v1.TestbedLease"
                                    + " losslab.v1.VirtualClock p4.v1.P4Runtime",
                            "version 1.5.0",
                            "claim 5 OK",
                            "claim 3 ALREADY_EXISTS",
                            "pipeline 42 True",
                            "read True",
                            "refused UNKNOWN ALREADY_EXISTS NOT_FOUND INVALID_ARGUMENT OK",
                            "backup PERMISSION_DENIED left: election id 3 is not primary; primary"
                                    + " is held by election id 5",
                            "packet-out refused INVALID_ARGUMENT",
                            "packet-in at port %d True".formatted(portTo(topology, right, left)),
                            "sent 1"),
                    said);
        }
    }

    private void compile(List<String> tool, String output, Path includes, List<String> protos)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(tool);
        command.add("-I" + PROTOS.toAbsolutePath());
        command.add("-I" + includes);
        command.add(output + stubs);
        command.addAll(protos);
        DistributionTools.run(folder, stubs, command);
    }

    private static void copy(String resource, Path to) throws IOException {
        Files.createDirectories(to.getParent());
        try (InputStream from =
                ForeignClientTest.class.getClassLoader().getResourceAsStream(resource)) {
            Files.copy(from, to);
        }
    }

    private static Topology dumbbell() {
        LinkType link = new LinkType(DataRate.parse("100Gbps"), Nanos.parse("1us"));
        SwitchType switches = new SwitchType(DataSize.parse("5MB"), Node.DEFAULT_PIPELINE);
        return new Dumbbell(2, link, link, switches).build();
    }

    private static int portTo(Topology topology, Node from, Node to) {
        for (int port = 1; port <= from.ports(); port++) {
            if (topology.linkAt(from, port).peerOf(from).node().equals(to)) {
                return port;
            }
        }
        throw new IllegalArgumentException("no link from " + from.name() + " to " + to.name());
    }
}
