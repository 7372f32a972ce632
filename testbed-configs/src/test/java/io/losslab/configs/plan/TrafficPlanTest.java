package io.losslab.configs.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.topology.Topology;
import io.losslab.configs.experiment.Experiment;
import io.losslab.configs.experiment.file.ExperimentLoader;
import io.losslab.configs.library.Library;
import io.losslab.configs.plan.flow.NoSourcePortException;
import io.losslab.configs.plan.flow.PlannedFlow;
import io.losslab.configs.yaml.Problems;
import io.losslab.proto.v1.TrafficFlow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrafficPlanTest {
    @TempDir Path folder;

    @Test
    void everyKindMakesFlowsOfItsOwnGroup() throws IOException {
        Files.writeString(
                folder.resolve("own.cdf"), "sampling step, source mine\n1000 0.5\n2000 1\n");
        CellPlan plan =
                plan(
                        1,
                        "{name: pairs, kind: longLived, from: [h0, h1], to: [h8, h9], flows: 4}",
                        "{name: web, kind: poisson, from: all, to: [all, '!h0'], sizes: FB_Hadoop, load: 5%,"
                                + " bins: [10KB, 1MB]}",
                        "{name: own, kind: poisson, from: 'h1*', to: h0, sizes: own.cdf, load: 1%}",
                        "{name: mix, kind: poisson, from: all, to: all, size: 10KB, load: 1%,"
                                + " sites: [[h0, h1, h2, h3], [all, '!h0', '!h1', '!h2', '!h3']], interShare: 30%}",
                        "{name: in, kind: incast, from: all, to: h5, size: [1KB, 2KB], degree: 8, period: 50us}",
                        "{name: shot, kind: burst, from: [h0, h1], to: h9, size: 1MB, flows: 6, window: 30us}",
                        "{name: split, kind: burst, from: all, to: all, size: 1KB, flows: 9, racks: [[0, 1], [3, 2]]}",
                        "{name: a2a, kind: allToAll, from: [h0, h1, h2], to: [h0, h1, h2], size: 1KB}",
                        "{name: perm, kind: permutation, from: all, to: all, size: 1KB}",
                        "{name: ps, kind: parameterServer, from: [h1, h2, h3], to: h0, size: 1MB}",
                        "{name: moe, kind: moe, from: all, to: ['h0', h1, h2], tokens: 16, period: 50us}",
                        "{name: stress, kind: queueStress, from: all, to: all, size: 1KB, m: 2, perSender: 2}");
        var byName =
                plan.flows().stream()
                        .collect(
                                Collectors.groupingBy(
                                        PlannedFlow::reportedAs, Collectors.counting()));
        assertEquals(4, byName.get("pairs"));
        assertEquals(16, byName.get("in"));
        assertEquals(6, byName.get("shot"));
        assertEquals(9, byName.get("split"));
        assertEquals(6, byName.get("a2a"));
        assertEquals(plan.topology().hosts().size(), byName.get("perm"));
        assertEquals(3, byName.get("ps push"));
        assertEquals(3, byName.get("ps broadcast"));
        assertEquals(byName.get("moe dispatch"), byName.get("moe combine"));
        assertTrue(byName.get("web") > 10 && byName.get("mix") > 10 && byName.get("own") > 10);
        assertTrue(byName.get("stress") > 10);
    }

    @Test
    void aBroadcastWaitsForEveryPush() throws IOException {
        CellPlan plan =
                plan(1, "{name: ps, kind: parameterServer, from: [h1, h2], to: h0, size: 1MB}");
        TrafficFlow answer =
                plan.hosts().stream()
                        .filter(host -> host.node().name().equals("h0"))
                        .findFirst()
                        .orElseThrow()
                        .traffic()
                        .getFlows(0);
        assertEquals(List.of(1, 2), answer.getAfterFlowIdsList());
        assertEquals(List.of(0L), answer.getScheduled().getPostNsList());
        assertEquals(List.of(1_000_000L), answer.getScheduled().getMessageBytesList());
        assertEquals(0, answer.getStartNs());
    }

    @Test
    void classesDoNotChangeTheSchedule() throws IOException {
        String group = "{name: web, kind: poisson, from: all, to: all, size: 5KB, load: 5%%%s}";
        CellPlan one = plan(1, group.formatted(""));
        CellPlan three = plan(1, group.formatted(", classes: {0: 28%, 1: 32%, 2: 40%}"));
        assertEquals(
                one.flows().stream().map(PlannedFlow::startNanos).toList(),
                three.flows().stream().map(PlannedFlow::startNanos).toList());
        double second = three.flows().stream().filter(flow -> flow.trafficClass() == 2).count();
        assertEquals(0.4, second / three.flows().size(), 0.05);
        assertNotEquals(
                one.flows().stream().map(PlannedFlow::startNanos).toList(),
                plan(2, group.formatted("")).flows().stream()
                        .map(PlannedFlow::startNanos)
                        .toList());
    }

    @Test
    void pathsNameTheirEgressPortsAndMayLoop() throws IOException {
        CellPlan plan =
                plan(
                        1,
                        "{name: loop, kind: burst, from: h0, to: h1, size: 1KB,"
                                + " path: [h0, edge0-0, agg0-0, edge0-1, agg0-1, edge0-0, h1]}");
        Topology topology = plan.topology();
        List<Integer> route = plan.flows().get(0).sourceRoute();
        assertEquals(6, route.size());
        var at = topology.node("h0").orElseThrow();
        StringBuilder way = new StringBuilder();
        for (int port : route) {
            at = topology.peerAt(at, port);
            way.append(at.name()).append(' ');
        }
        assertEquals("edge0-0 agg0-0 edge0-1 agg0-1 edge0-0 h1 ", way.toString());
    }

    @Test
    void viaChoosesASourcePortThatLeadsThere() throws IOException {
        CellPlan plan =
                plan(
                        3,
                        "{name: via, kind: burst, from: h0, to: h100, size: 1KB, flows: 5,"
                                + " via: [agg0-2, core9]}",
                        "{name: free, kind: burst, from: h0, to: h100, size: 1KB}");
        long direct = plan.flows().get(5).ideal().nanos(1_000);
        for (PlannedFlow flow : plan.flows().subList(0, 5)) {
            assertEquals(direct, flow.ideal().nanos(1_000));
            assertEquals(List.of(), flow.sourceRoute());
        }
    }

    @Test
    void anExclusionTakesHostsAwayWhereverItStands() throws IOException {
        CellPlan plan =
                plan(
                        1,
                        "{name: all, kind: allToAll, from: ['!h1', h0, h1, h2, '!h0', h3], size: 1KB}");
        assertEquals(
                List.of("h2", "h3"),
                plan.flows().stream().map(flow -> flow.from().name()).sorted().toList());
    }

    @Test
    void switchesWithHashesAlikeLeaveNoSourcePortForSomePaths() {
        String group =
                "{name: held, kind: burst, from: h0, to: h100, size: 1KB, via: [agg0-2, core9]}";
        NoSourcePortException none =
                assertThrows(
                        NoSourcePortException.class,
                        () -> plan(1, group + "\necmp: {hash: crc32}"));
        assertEquals(
                "traffic group 'held': no UDP source port leads from h0 to h100 via agg0-2, core9",
                none.getMessage());
    }

    private CellPlan plan(long seed, String... groups) throws IOException {
        StringBuilder yaml =
                new StringBuilder(
                        "experiment: test\ntopology: fat-tree-8\nduration: 100us\nseeds: ["
                                + seed
                                + "]\nschemes: {none: []}\ntraffic:\n");
        for (String group : groups) {
            yaml.append("  - ").append(group).append('\n');
        }
        Path file = folder.resolve("test.yaml");
        Files.writeString(file, yaml);
        Problems problems = new Problems();
        Experiment experiment =
                new ExperimentLoader(new Library())
                        .load(file.toString(), List.of(), problems)
                        .orElseThrow(() -> new AssertionError(problems.list().toString()));
        return new CellPlanner().plan(experiment.cells().get(0));
    }
}
