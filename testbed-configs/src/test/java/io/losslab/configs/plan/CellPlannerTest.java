package io.losslab.configs.plan;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.frame.FlowHash;
import io.losslab.api.topology.Link;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.Topology;
import io.losslab.configs.experiment.Cell;
import io.losslab.configs.experiment.Experiment;
import io.losslab.configs.experiment.file.ExperimentLoader;
import io.losslab.configs.library.Library;
import io.losslab.configs.plan.flow.PlannedFlow;
import io.losslab.configs.plan.text.PlanText;
import io.losslab.configs.yaml.Problems;
import io.losslab.proto.v1.NamedScheme;
import io.losslab.proto.v1.TrafficFlow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CellPlannerTest {
    private final Experiment experiment = load("bifrost/case-a");
    private final CellPlanner planner = new CellPlanner();

    @Test
    void schemesThatAreComparedSeeTheSameTrafficAndHashes() {
        CellPlan pfc = planner.plan(cell("pfc", "flows", "128", 2));
        CellPlan bifrost = planner.plan(cell("bifrost", "flows", "128", 2));
        assertEquals(
                pfc.hosts().stream().map(HostPlan::traffic).toList(),
                bifrost.hosts().stream().map(HostPlan::traffic).toList());
        for (int i = 0; i < pfc.switches().size(); i++) {
            assertEquals(
                    pfc.switches().get(i).config().getEcmp(),
                    bifrost.switches().get(i).config().getEcmp());
        }
    }

    @Test
    void theSamePlanComesTwiceAndAnotherSeedGivesAnother() {
        CellPlan first = planner.plan(cell("pfc", "flows", "8", 1));
        CellPlan again =
                new CellPlanner().plan(load("bifrost/case-a").cells().get(first.cell().index()));
        assertEquals(
                first.hosts().stream().map(HostPlan::traffic).toList(),
                again.hosts().stream().map(HostPlan::traffic).toList());
        CellPlan other = planner.plan(cell("pfc", "flows", "8", 2));
        assertNotEquals(first.hosts().get(0).traffic(), other.hosts().get(0).traffic());
        assertNotEquals(
                first.switches().get(0).config().getEcmp(),
                other.switches().get(0).config().getEcmp());
    }

    @Test
    void longHaulPortsRunTheScheme() {
        CellPlan pfc = planner.plan(cell("pfc", "flows", "2", 1));
        NamedScheme config = pfc.switches().get(1).config().getPorts(0).getSchemes(0);
        assertEquals("pfc", config.getName());
        assertEquals(
                Map.of(
                        "threshold", "static",
                        "xoff", "6000000",
                        "xon", "6000000",
                        "headroom", "9500000",
                        "priorities", "8",
                        "timer", "quanta"),
                config.getSettingsMap());

        CellPlan bifrost = planner.plan(cell("bifrost", "flows", "2", 1));
        SwitchPlan downstream = bifrost.switches().get(1);
        assertTrue(downstream.config().getPorts(0).getCoprocessor());
        assertFalse(downstream.config().getPorts(2).getCoprocessor());
        assertEquals("pfc", downstream.config().getPorts(2).getSchemes(0).getName());
        assertEquals(2, downstream.bifrost().size());
        NamedScheme scheme = downstream.bifrost().get(0).getScheme();
        assertEquals(List.of(scheme), downstream.config().getPorts(0).getSchemesList());
        assertEquals("bifrost", scheme.getName());
        assertEquals("10375000", scheme.getSettingsOrThrow("queueBuffer"));
        assertEquals("10000", scheme.getSettingsOrThrow("slot"));
        assertEquals("400000", scheme.getSettingsOrThrow("delay"));
    }

    @Test
    void routesCoverEveryHostWithItsEqualCostPorts() {
        SwitchPlan upstream = planner.plan(cell("pfc", "flows", "2", 1)).switches().get(0);
        assertEquals(
                List.of(List.of(1), List.of(2), List.of(3, 4)),
                upstream.routes().stream().map(Route::ports).toList());
        assertEquals(0x0A000201, upstream.routes().get(2).ipv4());
    }

    @Test
    void flowsGoRoundTheSendersAndSpreadOverTheLongLinks() {
        CellPlan plan = planner.plan(cell("pfc", "size", "64KB", 3));
        List<PlannedFlow> background =
                plan.flows().stream()
                        .filter(flow -> flow.group().name().equals("background"))
                        .toList();
        assertEquals(
                List.of("A", "B"), background.stream().map(flow -> flow.from().name()).toList());
        int seed = plan.switches().get(0).config().getEcmp().getSeed();
        List<Integer> members =
                background.stream()
                        .map(
                                flow ->
                                        FlowHash.FNV1A.member(
                                                seed,
                                                Topology.ipv4Of(flow.from()),
                                                Topology.ipv4Of(flow.to()),
                                                flow.udpSourcePort(),
                                                FlowHash.ROCE_PORT,
                                                2))
                        .toList();
        assertEquals(List.of(0, 1), members);
        for (PlannedFlow flow : plan.flows()) {
            assertEquals(flow, plan.flow(flow.flowId()));
            assertTrue(flow.udpSourcePort() >= 49_152 && flow.udpSourcePort() <= 65_535);
        }
    }

    @Test
    void samplesTheSwitchPortsOfTheLongLinks() {
        Sampling sampling = planner.plan(cell("pfc", "flows", "2", 1)).sampling();
        assertEquals(
                List.of(List.of(3, 4), List.of(1, 2)),
                sampling.watches().stream().map(w -> w.getSelect().getPortsList()).toList());
        assertEquals(200_000, sampling.watches().get(0).getIntervalNs());
    }

    @Test
    void idealCompletionFollowsFromSizesRatesAndDelays() {
        // 1000 B make one frame of 1078 B, 1098 B on the wire: 87.84 ns at each of three hops, then
        // 10 ns + 400 us + 10 ns of fibre and two pipelines of 500 ns.
        CellPlan plan = planner.plan(cell("pfc", "flows", "2", 1));
        long expected = (long) (3 * 87.84) + 400_020 + 1_000;
        assertEquals(expected, plan.flows().get(0).ideal().nanos(1_000));
        // Two packets: the second frame, 1000 B + 62 B + 20 B, follows the first at line rate.
        long firstFrame = 8 * (4096 + 78 + 20);
        double nanos = (3 * firstFrame + 8 * (1000 + 62 + 20)) / 100.0;
        assertEquals((long) nanos + 401_020, plan.flows().get(0).ideal().nanos(5_096));
    }

    @Test
    void relayingHostsGetRoutesHashAndBuffer() {
        CellPlan plan = planner.plan(loadNdc().cells().get(0));
        HostPlan n11 = plan.hosts().get(11);
        assertEquals(16_000_000, n11.config().getRelayBufferBytes());
        assertEquals(15, n11.config().getRoutesCount());
        Route toN12 = n11.routes().get(11);
        assertEquals("n12", toN12.host().name());
        assertEquals(List.of(1, 2), toN12.ports());
        assertEquals(0x0A030001, toN12.ipv4());
        assertArrayEquals(
                new byte[] {10, 3, 0, 1}, n11.config().getRoutes(11).getDstIpv4().toByteArray());
        assertNotEquals(
                n11.config().getEcmp().getSeed(),
                plan.hosts().get(12).config().getEcmp().getSeed());
    }

    @Test
    void hostsWithOnePortGetNoRoutes() {
        HostPlan host = planner.plan(cell("pfc", "flows", "2", 1)).hosts().get(0);
        assertEquals(List.of(), host.routes());
        assertEquals(0, host.config().getRoutesCount());
        assertFalse(host.config().hasEcmp());
    }

    @Test
    void flowsSpreadOverBothPortsOfARelayingSender() {
        CellPlan plan = planner.plan(loadNdc().cells().get(0));
        int seed = plan.hosts().get(11).config().getEcmp().getSeed();
        List<Integer> members =
                plan.flows().stream()
                        .filter(flow -> flow.from().name().equals("n11"))
                        .map(
                                flow ->
                                        FlowHash.FNV1A.member(
                                                seed,
                                                Topology.ipv4Of(flow.from()),
                                                Topology.ipv4Of(flow.to()),
                                                flow.udpSourcePort(),
                                                FlowHash.ROCE_PORT,
                                                2))
                        .toList();
        assertEquals(List.of(0, 1), members);
    }

    @Test
    void textShowsARelaysRoutesAndThatItsFlowsCanDeadlock() {
        String text = new PlanText().of(planner.plan(loadNdc().cells().get(0)));
        assertTrue(text.contains("relays with 16MB, ECMP fnv1a seed "), text);
        assertTrue(text.contains("10.3.0.1/32  n12    1, 2"), text);
        assertTrue(
                text.contains("  cyclic buffer dependency, these flows can deadlock under PFC: "),
                text);
        String caseA = new PlanText().of(planner.plan(experiment.cells().get(0)));
        assertFalse(caseA.contains("deadlock"), caseA);
    }

    @Test
    void hostsWhosePyrrhaAsksForItAreToldTheWaysOfTheirFlows() {
        for (Cell cell : load("pyrrha/blame").cells()) {
            CellPlan plan = planner.plan(cell);
            for (HostPlan host : plan.hosts()) {
                for (TrafficFlow flow : host.traffic().getFlowsList()) {
                    if (cell.scheme().equals("pyrrha")) {
                        assertLeadsTo(plan, host.node(), flow);
                    } else {
                        assertEquals(0, flow.getWayCount());
                    }
                }
            }
        }
    }

    /** Also where the senders of a group stand at different switches and take turns. */
    @Test
    void spreadFlowsTakeTheUplinksOfEachSwitchInTurn(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("spread.yaml");
        Files.writeString(
                file,
                """
                experiment: spread
                topology:
                  generator:
                    leafSpine: {leaves: 2, spines: 2, hostsPerLeaf: 2, hostRate: 100Gbps, fabricRate: 100Gbps, delay: 1us, buffer: 16MB}
                duration: 1ms
                schemes:
                  pyrrha: [{links: [host, fabric], pyrrha: {hopBdp: 15KB}}]
                traffic:
                  - {name: t, kind: bandwidth, from: [h0, h2], to: [h3, h1], size: 64KB, flows: 8, ecmp: spread}
                """);
        Map<Long, Integer> flowsOfUplink = new TreeMap<>();
        for (HostPlan host : planner.plan(load(file.toString()).cells().get(0)).hosts()) {
            for (TrafficFlow flow : host.traffic().getFlowsList()) {
                flowsOfUplink.merge(flow.getWay(1), 1, Integer::sum);
            }
        }
        assertEquals(4, flowsOfUplink.size(), flowsOfUplink::toString);
        assertEquals(1, Set.copyOf(flowsOfUplink.values()).size(), flowsOfUplink::toString);
    }

    @Test
    void hostsThatControlCongestionAreToldTheRoundTrip(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("dcqcn.yaml");
        Files.writeString(
                file,
                """
                experiment: dcqcn
                topology: star-4
                duration: 1ms
                hosts: {mtu: 1024, congestionControl: {dcqcn: {}}}
                schemes:
                  none: []
                traffic:
                  - {name: one, kind: bandwidth, from: [h1], to: [h4], size: 64KB}
                """);
        Link link = planner.plan(load("live/incast").cells().get(0)).topology().links().get(0);
        CellPlan plan = planner.plan(load(file.toString()).cells().get(0));
        TrafficFlow flow = plan.hosts().get(0).traffic().getFlows(0);
        // Two hops each way; 1024 B in a frame of 1102 B, an ACK of 66 B, 20 B more on the wire.
        double bits = 2 * 8 * (1102 + 20 + 66 + 20);
        double pipelines = 2 * plan.topology().switches().get(0).pipeline().nanos();
        double nanos =
                4 * link.delay().nanos() + pipelines + bits * 1e9 / link.rate().bitsPerSecond();
        assertEquals((long) Math.ceil(nanos), flow.getBaseRttNs());
    }

    /** Each port of the way is the next device's, and the last one's link ends at the receiver. */
    private static void assertLeadsTo(CellPlan plan, Node from, TrafficFlow flow) {
        Node at = from;
        for (long egress : flow.getWayList()) {
            assertEquals(at.deviceId(), (int) (egress >>> 32));
            at = plan.topology().peerAt(at, (int) egress);
        }
        assertEquals(flow.getDstHostId(), at.deviceId());
    }

    /** All nodes of NDC(4, 1) send to the one diagonally below, over both ways. */
    private static Experiment loadNdc() {
        Problems problems = new Problems();
        return new ExperimentLoader(new Library())
                .load("src/test/resources/plan/ndc.yaml", List.of(), problems)
                .orElseThrow(() -> new AssertionError(problems.list().toString()));
    }

    private Cell cell(String scheme, String parameter, String value, long seed) {
        return experiment.cells().stream()
                .filter(cell -> cell.scheme().equals(scheme) && cell.seed() == seed)
                .filter(cell -> cell.sweep().equals(parameter))
                .filter(cell -> cell.parameters().get(parameter).equals(value))
                .findFirst()
                .orElseThrow();
    }

    private static Experiment load(String name) {
        Problems problems = new Problems();
        return new ExperimentLoader(new Library())
                .load(name, List.of(), problems)
                .orElseThrow(() -> new AssertionError(problems.list().toString()));
    }
}
