package io.losslab.orchestrator.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.StringJoiner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Collectives and traces end to end, on an idle fabric whose times are known. */
class IterationRunTest {
    private static final int RANKS = 4;
    private static final int SLICE = 1 << 18;
    private static final String EXPERIMENT =
            """
experiment: idle
topology:
  generator:
    leafSpine: {leaves: 1, spines: 1, hostsPerLeaf: 4, hostRate: 100Gbps,
                fabricRate: 100Gbps, delay: 1us, buffer: 20MB}
duration: 2ms
schemes: {none: []}
traffic:
  - {name: reduce, kind: ring, from: all, size: 2MiB, chunk: 512KiB, channels: 1, iterations: 3}
  - {name: goal, kind: trace, from: all, file: ring.goal, start: 1ms}
""";

    @Test
    void aRingTakesItsClosedFormAndTheSameRingAsGoalTakesAsLong(@TempDir Path folder)
            throws IOException {
        Files.writeString(folder.resolve("idle.yaml"), EXPERIMENT);
        Files.writeString(folder.resolve("ring.goal"), ring());
        Path results = folder.resolve("results");
        Commands losslab = new Commands();
        int exit =
                losslab.execute(
                        "run", folder.resolve("idle.yaml").toString(), "--out", results.toString());
        assertEquals(0, exit, losslab.err());
        JsonNode groups =
                new ObjectMapper()
                        .readTree(results.resolve("summary.json").toFile())
                        .at("/cells/0/groups");
        JsonNode reduce = groups.at("/reduce/iterations");
        assertEquals(3, reduce.get("completed").asInt());
        assertEquals(1, groups.at("/goal/iterations/completed").asInt());
        // 2(n-1) steps of two slices, packets of 4096 B with 78 B around each and an ACK of 86 B
        // for each that came on the same link; and the way of the last slice and its ACK.
        double packet = 8.0 * (4096 + 82 + 86) / 100;
        double micros = 2 * (RANKS - 1) * 2 * (SLICE / 4096) * packet / 1e3;
        double mean = reduce.at("/micros/mean").asDouble();
        assertTrue(mean > micros && mean < micros + 12, mean + " us, not " + micros);
        double first = reduce.at("/micros/max").asDouble();
        assertEquals(first, groups.at("/goal/iterations/micros/mean").asDouble(), 0.01 * first);
        double bus = reduce.get("busGbps").asDouble();
        assertEquals(2.0 * 3 / 4 * (2 << 20) * 8 / mean / 1e3, bus, 1e-3);
        assertTrue(losslab.out().contains("Iteration times"), losslab.out());
        assertShowsNcclTests(losslab, results, folder.resolve("gpus.json"));
    }

    /** An all-reduce of 2 MiB by four GPUs in 200 us: 10.5 GB/s, and 1.5 times that on the bus. */
    private static void assertShowsNcclTests(Commands losslab, Path results, Path file)
            throws IOException {
        String report = "report";
        assertEquals(2, losslab.execute(report, results.toString(), "--nccl-tests", "no.json"));
        assertTrue(losslab.err().contains("there is no file no.json"), losslab.err());
        Files.writeString(
                file,
                """
                {"args": ["build/all_reduce_perf"],
                 "config": {"devices": [{"rank": 0}, {"rank": 1}, {"rank": 2}, {"rank": 3}]},
                 "results": [{"size": 2097152, "out_of_place": {"time": 200.0, "bus_bw": 15.72864}}]}
                """);

        int exit = losslab.execute(report, results.toString(), "--nccl-tests", file.toString());

        assertEquals(0, exit, losslab.err());
        String html = Files.readString(results.resolve("report.html"));
        assertTrue(html.contains("what all_reduce_perf of nccl-tests measured on 4 GPUs"), html);
        assertTrue(html.contains(">125.8 Gb/s</td>"), html.substring(html.indexOf("4 GPUs")));
    }

    @Test
    void aTraceThatCannotEndIsRefusedWithItsCycle(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("idle.yaml"), EXPERIMENT);
        Files.writeString(
                folder.resolve("ring.goal"),
                """
                num_ranks 4
                rank 0 {
                a: recv 8b from 1
                b: send 8b to 1
                b requires a
                }
                rank 1 {
                a: recv 8b from 0
                b: send 8b to 0
                b requires a
                }
                """);
        Commands losslab = new Commands();
        assertEquals(2, losslab.execute("validate", folder.resolve("idle.yaml").toString()));
        assertTrue(
                losslab.err()
                        .contains(
                                "these operations wait for each other: rank 0: receive 8 B from 1,"
                                        + " tag 0 (line 3) waits for rank 1: send 8 B to 0, tag 0"
                                        + " (line 9) waits for"),
                losslab.err());
    }

    /** What the ring kind does, written down operation by operation. */
    private static String ring() {
        StringJoiner goal = new StringJoiner("\n", "num_ranks " + RANKS + "\n", "\n");
        for (int rank = 0; rank < RANKS; rank++) {
            goal.add("rank %d {".formatted(rank));
            for (int step = 0; step < 2 * (RANKS - 1); step++) {
                for (int slice = 0; slice < 2; slice++) {
                    String name = step + "_" + slice;
                    goal.add("s%s: send %db to %d".formatted(name, SLICE, (rank + 1) % RANKS));
                    goal.add(
                            "r%s: recv %db from %d"
                                    .formatted(name, SLICE, (rank + RANKS - 1) % RANKS));
                    if (step > 0) {
                        goal.add("s%s requires r%d_%d".formatted(name, step - 1, slice));
                    }
                }
            }
            goal.add("}");
        }
        return goal.toString();
    }
}
