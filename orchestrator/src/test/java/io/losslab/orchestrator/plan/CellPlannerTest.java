package io.losslab.orchestrator.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.frame.FlowHash;
import io.losslab.api.topology.Topology;
import io.losslab.orchestrator.experiment.Cell;
import io.losslab.orchestrator.experiment.Experiment;
import io.losslab.orchestrator.experiment.ExperimentLoader;
import io.losslab.orchestrator.experiment.Library;
import io.losslab.orchestrator.yaml.Problems;
import io.losslab.proto.v1.BifrostSettings;
import io.losslab.proto.v1.PfcConfig;
import io.losslab.proto.v1.PortFlowControl.SchemeCase;
import java.util.List;
import org.junit.jupiter.api.Test;

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
        PfcConfig config = pfc.switches().get(1).config().getPorts(0).getPfc();
        assertEquals(6_000_000, config.getXoffBytes());
        assertEquals(6_000_000, config.getXonBytes());
        assertEquals(9_500_000, config.getHeadroomBytes());
        assertEquals(1 << 3, config.getPriorities());

        CellPlan bifrost = planner.plan(cell("bifrost", "flows", "2", 1));
        SwitchPlan downstream = bifrost.switches().get(1);
        assertEquals(SchemeCase.COPROCESSOR, downstream.config().getPorts(0).getSchemeCase());
        assertEquals(SchemeCase.PFC, downstream.config().getPorts(2).getSchemeCase());
        assertEquals(2, downstream.bifrost().size());
        BifrostSettings settings = downstream.bifrost().get(0).getSettings();
        assertEquals(10_375_000, settings.getQueueBufferBytes());
        assertEquals(10_000, settings.getSlotNs());
        assertEquals(400_000, settings.getOneWayDelayNs());
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
