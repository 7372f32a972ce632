package io.losslab.configs.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.configs.experiment.Cell;
import io.losslab.configs.experiment.file.ExperimentLoader;
import io.losslab.configs.library.Library;
import io.losslab.configs.plan.flow.PlannedFlow;
import io.losslab.configs.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlannedTrafficTest {
    @TempDir Path folder;

    @Test
    void countsWhatTheScheduleHasAfterTheWarmup() throws IOException {
        Cell cell =
                cell(
                        "{name: web, kind: poisson, from: [A, B], to: [A, B], size: [1KB, 9KB],"
                                + " load: 20%, bins: [4KB]}");
        List<PlannedFlow> flows = new CellPlanner().plan(cell).flows();
        PlannedTraffic traffic = PlannedTraffic.of(cell);
        long after = flows.stream().filter(flow -> flow.startNanos() >= 100_000).count();
        assertTrue(after < flows.size());
        assertEquals(after, traffic.messages().get("web"));
        assertEquals(
                after, traffic.messages().get("web <4KB") + traffic.messages().get("web >=4KB"));
        assertEquals(OptionalLong.of(900_000), traffic.arrivalNanos());
        assertEquals(
                traffic.messages(), PlannedTraffic.of(new CellPlanner().plan(cell)).messages());
    }

    @Test
    void aPoolHasTheMessagesOfAllItsGroups() throws IOException {
        Map<String, Long> messages =
                PlannedTraffic.of(
                                cell(
                                        "{name: web, kind: poisson, from: A, to: B, size: 1KB,"
                                                + " load: 20%, pool: all}",
                                        "{name: loop, kind: latency, from: B, to: A, size: 8KB,"
                                                + " pool: all}",
                                        "{name: own, kind: poisson, from: A, to: B, size: 1KB,"
                                                + " load: 20%}"))
                        .messages();
        assertTrue(messages.get("own") > 0);
        assertEquals(messages.get("web") + messages.get("loop"), messages.get("all"));
    }

    @Test
    void theRoundTripIsThatOfTheLongestPath() throws IOException {
        // Two links of 100 us each way, 500 ns in the switch, and some 8 ns for a frame on a link.
        PlannedTraffic traffic =
                PlannedTraffic.of(cell("{name: x, kind: bandwidth, from: A, to: B, size: 1KB}"));
        assertEquals(401_000.0, (double) traffic.roundTripNanos(), 40);
    }

    @Test
    void closedLoopsHaveAsManyMessagesAsFit() throws IOException {
        // 900 us of ping-pong over a round trip of 400 us; 100 Gb/s for 900 us are 11.25 MB.
        PlannedTraffic traffic =
                PlannedTraffic.of(
                        cell(
                                "{name: slow, kind: latency, from: A, to: B, size: 1KB, flows: 2}",
                                "{name: few, kind: bandwidth, from: A, to: B, size: 1KB,"
                                        + " iterations: 5, flows: 3}",
                                "{name: all, kind: bandwidth, from: A, to: B, size: 1MB,"
                                        + " iterations: 9223372036854775807, flows: 2}",
                                "{name: full, kind: bandwidth, from: A, to: B, size: 1MB, flows: 2}"));
        assertEquals(6, traffic.messages().get("slow"));
        assertEquals(15, traffic.messages().get("few"));
        assertEquals(11 + 2, traffic.messages().get("full"));
        assertEquals(11 + 2, traffic.messages().get("all"));
    }

    @Test
    void burstsDoNotArriveOverTime() throws IOException {
        PlannedTraffic traffic =
                PlannedTraffic.of(
                        cell("{name: x, kind: permutation, from: all, to: all, size: 1MB}"));
        assertEquals(OptionalLong.empty(), traffic.arrivalNanos());
    }

    /** The warm-up of 100 us sees the start of all but the last of these. */
    @Test
    void saysWhichGroupsHaveNothingMeasured() throws IOException {
        PlannedTraffic traffic =
                PlannedTraffic.of(
                        cell(
                                "{name: burst, kind: burst, from: A, to: B, size: 1KB}",
                                "{name: sums, kind: parameterServer, from: A, to: B, size: 1KB}",
                                "{name: early, kind: bandwidth, from: A, to: B, size: 1KB,"
                                        + " stop: 100us}",
                                "{name: ring, kind: ring, from: all, size: 1KB, stop: 50us}",
                                "{name: rare, kind: poisson, from: A, to: B, size: 2GiB,"
                                        + " load: 10%}",
                                "{name: loop, kind: latency, from: A, to: B, size: 1KB}",
                                "{name: busy, kind: poisson, from: A, to: B, size: 1KB,"
                                        + " load: 10%}",
                                "{name: rounds, kind: permutation, from: all, size: 1KB,"
                                        + " period: 100us}",
                                "{name: late, kind: burst, from: A, to: B, size: 1KB,"
                                        + " start: 100us}"));
        String posted =
                "no message of '%s' is measured: all are posted before the warm-up ends; set a"
                        + " later 'start', or a shorter 'warmup'";
        assertEquals(
                List.of(
                        posted.formatted("burst"),
                        posted.formatted("sums push"),
                        posted.formatted("early"),
                        posted.formatted("ring"),
                        "less than one message of 'rare' is expected after the warm-up"),
                traffic.unmeasured());
        assertEquals(0, traffic.messages().get("early"));
    }

    private Cell cell(String... groups) throws IOException {
        Path file = folder.resolve("planned.yaml");
        Files.writeString(
                file,
                """
                experiment: test/planned
                topology:
                  topology: test
                  hosts: [A, B]
                  switches: {S: {buffer: 8MB}}
                  links:
                    - {ends: [A, S], rate: 100Gbps, delay: 100us}
                    - {ends: [S, B], rate: 100Gbps, delay: 100us}
                duration: 1ms
                warmup: 100us
                schemes: {none: []}
                traffic:
                  - %s
                """
                        .formatted(String.join("\n  - ", groups)));
        Problems problems = new Problems();
        return new ExperimentLoader(new Library())
                .load(file.toString(), List.of(), problems)
                .orElseThrow(() -> new AssertionError(problems.list().toString()))
                .cells()
                .get(0);
    }
}
