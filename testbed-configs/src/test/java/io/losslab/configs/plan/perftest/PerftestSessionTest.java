package io.losslab.configs.plan.perftest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.frame.ClassMap;
import io.losslab.configs.experiment.Experiment;
import io.losslab.configs.experiment.file.ExperimentLoader;
import io.losslab.configs.library.Library;
import io.losslab.configs.plan.CellPlan;
import io.losslab.configs.plan.CellPlanner;
import io.losslab.configs.yaml.Problems;
import io.losslab.traffic.perftest.KnownOptions;
import io.losslab.traffic.perftest.RdmaDevice;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PerftestSessionTest {
    private static final RdmaDevice DEVICE = new RdmaDevice("mlx5_0", 1, 3);

    @Test
    void queuePairsBetweenTwoHostsShareABandwidthTool() {
        List<PerftestSession> sessions =
                sessions(
                        ClassMap.STANDARD,
                        "bifrost/case-a",
                        "flows=8",
                        "warmup=0ns",
                        "duration=4s");
        assertEquals(
                List.of("A->C 4", "B->C 4", "A->C 1"),
                sessions.stream()
                        .map(
                                session ->
                                        "%s->%s %d"
                                                .formatted(
                                                        session.client().name(),
                                                        session.server().name(),
                                                        session.flowIds().size()))
                        .limit(3)
                        .toList());
        assertEquals(2 + 8, sessions.size());
        assertEquals(
                "ib_write_bw --ib-dev mlx5_0 --ib-port 1 --gid-index 3 --size 64000 --qp 4"
                        + " --tx-depth 128 --report_gbits --duration 4 --margin 0 --mtu 4096"
                        + " --sl 3 --tclass 98 --port 18516 --CPU-freq",
                String.join(" ", sessions.get(1).options().server(DEVICE, KnownOptions.ANY)));
        assertEquals(
                "ib_write_lat --ib-dev mlx5_0 --ib-port 1 --gid-index 3 --size 8000 --duration 4"
                        + " --margin 0 --mtu 4096 --sl 3 --tclass 98 --port 18517 --CPU-freq",
                String.join(" ", sessions.get(2).options().server(DEVICE, KnownOptions.ANY)));
    }

    @Test
    void aWarmupOfWholeSecondsIsTheMargin() {
        List<PerftestSession> sessions =
                sessions(
                        ClassMap.STANDARD, "bifrost/case-a", "flows=8", "warmup=1s", "duration=4s");
        assertTrue(
                String.join(" ", sessions.get(0).options().server(DEVICE, KnownOptions.ANY))
                        .contains("--duration 4 --margin 1"));
    }

    @Test
    void aSessionIsMarkedAsTheClassMapSays() {
        List<ClassMap.Entry> entries = new ArrayList<>(ClassMap.STANDARD.entries());
        entries.set(3, new ClassMap.Entry(26, 5, 3, 3));
        entries.set(5, new ClassMap.Entry(40, 3, 5, 5));
        String line =
                String.join(
                        " ",
                        sessions(
                                        new ClassMap(entries),
                                        "bifrost/case-a",
                                        "flows=8",
                                        "warmup=0ns",
                                        "duration=4s")
                                .get(0)
                                .options()
                                .server(DEVICE, KnownOptions.ANY));
        // ib_write_bw: service level is the PCP, --tclass DSCP << 2 | ECT(0).
        assertTrue(line.contains(" --sl 5 --tclass 106 "), line);
    }

    private static List<PerftestSession> sessions(
            ClassMap classes, String experiment, String... settings) {
        Problems problems = new Problems();
        Experiment loaded =
                new ExperimentLoader(new Library())
                        .load(experiment, List.of(settings), problems)
                        .orElseThrow();
        CellPlan plan = new CellPlanner().plan(loaded.cells().get(0));
        return PerftestSession.of(plan, plan.flows(), classes, 18_515);
    }
}
