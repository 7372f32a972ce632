package io.losslab.softswitch.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.topology.Node;
import io.losslab.api.topology.Topology;
import io.losslab.api.traffic.FlowLog;
import io.losslab.p4.action.ActionCall;
import io.losslab.p4.program.BundledJson;
import io.losslab.p4.program.P4Program;
import io.losslab.p4.table.ActionSource;
import io.losslab.p4.table.EntryKey;
import io.losslab.p4.table.EntryKey.Part;
import io.losslab.p4.table.MatchTable;
import io.losslab.softswitch.fabric.host.HostSettings;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Switches that run the compiled pfc_forward.p4, beside the same switches with routes. */
class ProgramForwardingTest {
    private static final int MTU = 1_024;
    private static final int CLASSES = 1 << Networks.PRIORITY;

    @Test
    void messagesTakeAsLongAsWithRoutes() {
        Topology chain = Networks.chain(2, Networks.RATE, 1_000);
        List<String> byRoutes = run(Networks.fabric(chain, MTU), 200_000);
        Fabric programmed = programmed(chain);
        assertEquals(byRoutes, run(programmed, 200_000));
        assertEquals(1, byRoutes.size());
        int first = Networks.id(chain, "S1");
        var rx = programmed.programs().at(first).program().resources().counters();
        assertTrue(rx.get("ingress.rx").packets(1) >= 200_000 / MTU);
    }

    @Test
    void pfcWorksBelowTheProgram() {
        Topology star = Networks.star(3, Networks.RATE, 1_000);
        Fabric byRoutes = Networks.fabric(star, MTU);
        Fabric programmed = programmed(star);
        for (Fabric fabric : List.of(byRoutes, programmed)) {
            Networks.pfcEverywhere(fabric, CLASSES, 20_000, 10_000);
        }
        List<String> expected = run(byRoutes, 500_000);
        assertEquals(expected, run(programmed, 500_000));
        assertEquals(2, expected.size());
        assertEquals(0, Networks.dropped(programmed));
        long pauses = pauses(byRoutes);
        assertTrue(pauses > 0);
        assertEquals(pauses, pauses(programmed));
    }

    @Test
    void aPacketThatTheProgramDropsIsCountedAndSaid() {
        Topology chain = Networks.chain(1, Networks.RATE, 1_000);
        Fabric fabric = programmed(chain);
        Node middle = chain.switches().get(0);
        MatchTable routes =
                fabric.programs().at(middle.id()).program().tables().get("ingress.routes");
        List.copyOf(routes.entries()).forEach(routes::remove);
        assertEquals(List.of(), run(fabric, 5_000));
        assertEquals(
                Networks.dropped(fabric), fabric.counters().port(middle.id(), 1).droppedFrames());
        assertTrue(Networks.dropped(fabric) > 0);
        assertEquals("P4 program", fabric.events().drain().get(0).cause());
    }

    @Test
    void packetsOnTheirWayWhenAProgramComesIntoForceAreReadAsTheirHostsSentThem() {
        Topology chain = Networks.chain(2, Networks.RATE, 100_000);
        Fabric fabric = Networks.fabric(chain, MTU);
        List<Node> hosts = chain.hosts();
        fabric.addFlow(Networks.message(0, hosts.get(0).id(), hosts.get(1).id(), 1_000_000));
        fabric.run(250_000);
        for (Node node : chain.switches()) {
            install(fabric, node);
        }
        fabric.run(5_000_000);
        assertEquals(1, fabric.drainFlows().size());
        assertEquals(0, Networks.dropped(fabric));
    }

    private static List<String> run(Fabric fabric, long bytes) {
        Topology topology = fabric.topology();
        List<Node> hosts = topology.hosts();
        int receiver = hosts.get(hosts.size() - 1).id();
        for (int i = 0; i < hosts.size() - 1; i++) {
            fabric.addFlow(Networks.message(i, hosts.get(i).id(), receiver, bytes));
        }
        fabric.run(5_000_000);
        FlowLog log = fabric.drainFlows();
        List<String> rows = new ArrayList<>();
        for (int row = 0; row < log.size(); row++) {
            rows.add("flow %d at %d ns".formatted(log.flow(row), log.endNanos(row)));
        }
        return rows;
    }

    private static long pauses(Fabric fabric) {
        Node middle = fabric.topology().switches().get(0);
        long sum = 0;
        for (int port = 1; port <= middle.ports(); port++) {
            sum += fabric.counters().port(middle.id(), port).txControl();
        }
        return sum;
    }

    /** All switches run the program, with the routes that {@link ShortestPaths} would install. */
    private static Fabric programmed(Topology topology) {
        Fabric fabric = new Fabric(topology);
        for (Node host : topology.hosts()) {
            fabric.configureHost(host.id(), HostSettings.withMtu(MTU));
        }
        for (Node node : topology.switches()) {
            install(fabric, node);
        }
        return fabric;
    }

    private static void install(Fabric fabric, Node node) {
        Topology topology = fabric.topology();
        P4Program program = P4Program.read(BundledJson.read("pfc_forward"));
        fabric.programs().set(node.id(), program);
        MatchTable classes = program.tables().get("ingress.dscp_classes");
        for (int each = 0; each < 8; each++) {
            put(classes, List.of(exact(8L * each)), "ingress.set_class", each);
        }
        for (Node host : topology.hosts()) {
            BigInteger address = BigInteger.valueOf(Integer.toUnsignedLong(host.ipv4()));
            put(
                    program.tables().get("ingress.routes"),
                    List.of(Part.prefix(address, 32, 32), exact(0)),
                    "ingress.forward",
                    topology.nextHopsTo(host).get(node.id()).get(0));
        }
    }

    private static void put(MatchTable table, List<Part> key, String action, long argument) {
        ActionCall call =
                table.action(action).orElseThrow().call(List.of(BigInteger.valueOf(argument)));
        table.put(new EntryKey(table.key(), key, 0), ActionSource.of(call), 0);
    }

    private static Part exact(long value) {
        return Part.exact(BigInteger.valueOf(value));
    }
}
