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
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A controller that shares no code with ours drives the software switches. */
class ForeignClientTest {
    @TempDir private Path folder;
    private PythonController python;

    @BeforeEach
    void compileStubs() throws IOException, InterruptedException {
        python = PythonController.compiled(folder);
    }

    @Test
    void aControllerInPythonElectsProgramsReadsAndExchangesPackets()
            throws IOException, InterruptedException {
        Topology topology = dumbbell();
        Node left = topology.switches().get(0);
        Node right = topology.switches().get(1);
        try (VirtualLab lab = VirtualLab.start(topology)) {
            List<String> said =
                    python.run(
                            "foreign_client.py",
                            String.valueOf(lab.port()),
                            PythonController.p4Info("forward_v1model"),
                            String.valueOf(left.deviceId()),
                            String.valueOf(right.deviceId()),
                            String.valueOf(portTo(topology, left, right)));
            assertEquals(
                    List.of(
                            "services gnmi.gNMI grpc.reflection.v1.ServerReflection"
                                    + " grpc.reflection.v1alpha.ServerReflection"
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

    @Test
    void theSpecificationIsKeptToTheLetter() throws IOException, InterruptedException {
        Topology topology = dumbbell();
        Node left = topology.switches().get(0);
        Node right = topology.switches().get(1);
        try (VirtualLab lab = VirtualLab.start(topology)) {
            List<String> said =
                    python.run(
                            "specification.py",
                            String.valueOf(lab.port()),
                            String.valueOf(left.deviceId()),
                            String.valueOf(right.deviceId()),
                            String.valueOf(portTo(topology, left, right)),
                            String.valueOf(portTo(topology, right, left)),
                            PythonController.p4Info("forward_v1model"),
                            PythonController.p4Info("v1model/pyrrha"),
                            PythonController.p4Info("t2na/pfc_forward"));
            assertEquals(
                    List.of(
                            "old reflection lists P4Runtime: True",
                            "bytes too wide, none, padded, a key too wide: OUT_OF_RANGE"
                                    + " OUT_OF_RANGE OK OUT_OF_RANGE",
                            "a meter whose peak is below its committed rate: INVALID_ARGUMENT",
                            "the other way round: OK",
                            "UNKNOWN 100 of 100 updates failed with 100 details, 16 texts, 100 not"
                                    + " found",
                            "UNKNOWN 1000 of 1000 updates failed; a status has room for details of"
                                    + " the first 117 with 117 details, 9 texts, 117 not found",
                            "a register of 2097152 cells: OK",
                            "another architecture: INVALID_ARGUMENT left runs programs for"
                                    + " v1model; this one was compiled for t2na",
                            "an idle timeout in a table without: INVALID_ARGUMENT",
                            "a program whose entries time out: INVALID_ARGUMENT",
                            "the neighbour sent 1",
                            "a role has an election of its own: OK of role 'telemetry'",
                            "its primary writes: OK",
                            "an unknown role writes: NOT_FOUND",
                            "a live stream changes its role: FAILED_PRECONDITION",
                            "a role has a config: INVALID_ARGUMENT",
                            "the primary of the default role is still OK of role ''",
                            "the primary of a lab that is reset: ABORTED"),
                    said);
        }
    }

    /** The program is punting.p4 of switch-services, as p4c-bm2-ss compiled it. */
    @Test
    void packetsAndIdleEntriesOfAnExecutedProgramReachAControllerInPython()
            throws IOException, InterruptedException {
        Topology topology = dumbbell();
        Node left = topology.switches().get(0);
        Node right = topology.switches().get(1);
        try (VirtualLab lab = VirtualLab.start(topology)) {
            List<String> said =
                    python.run(
                            "program.py",
                            String.valueOf(lab.port()),
                            String.valueOf(left.deviceId()),
                            String.valueOf(right.deviceId()),
                            String.valueOf(portTo(topology, left, right)),
                            String.valueOf(portTo(topology, right, left)),
                            program("punting.p4info.txt"),
                            program("punting.json"));
            int port = portTo(topology, right, left);
            int back = portTo(topology, left, right);
            String rest = "padding 0, cookie abcde, from 0200000000aa, 60 bytes";
            assertEquals(
                    List.of(
                            "the neighbour's controller has: port %d, %s".formatted(port, rest),
                            "sent back by the program: port 255, " + rest,
                            "a field too wide: INVALID_ARGUMENT",
                            "by the entry it comes back: port %d, %s".formatted(back, rest),
                            "idle since the packet at 11 us: True"),
                    said);
        }
    }

    private static String program(String file) {
        return Path.of("../switch-services/src/test/resources/io/losslab/services/p4", file)
                .toAbsolutePath()
                .toString();
    }

    private static Topology dumbbell() {
        LinkType link = new LinkType(DataRate.parse("100Gbps"), Nanos.parse("1us"));
        SwitchType switches = new SwitchType(DataSize.parse("5MB"), Node.DEFAULT_PIPELINE);
        return new Dumbbell(2, link, link, switches).build();
    }

    private static int portTo(Topology topology, Node from, Node to) {
        for (int port = 1; port <= from.ports(); port++) {
            if (topology.peerAt(from, port).equals(to)) {
                return port;
            }
        }
        throw new IllegalArgumentException("no link from " + from.name() + " to " + to.name());
    }
}
