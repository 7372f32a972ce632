package io.losslab.orchestrator.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DrainRunTest {
    @TempDir private Path folder;

    /** For two milliseconds nothing is on its way; then the timer has it sent again. */
    @Test
    void aMessageWhoseEndWasLostCompletesWhileTheDrainLasts() throws Exception {
        Path file =
                Files.writeString(
                        folder.resolve("lost-end.yaml"),
                        """
                        experiment: lost-end
                        topology:
                          hosts: [h1, h2]
                          switches: {S: {buffer: 10KB}}
                          links:
                            - {ends: [h1, S], rate: 100Gbps, delay: 1us, group: fast}
                            - {ends: [S, h2], rate: 1Gbps, delay: 1us, group: slow}
                        duration: 50us
                        drain: 20ms
                        hosts: {mtu: 1024, retransmitTimeout: 2ms}
                        schemes: {none: []}
                        traffic:
                          - {name: one, kind: bandwidth, from: [h1], to: [h2], size: 12KB, iterations: 1}
                        """);
        JsonNode cell = cell(file);
        assertTrue(cell.get("drops").asInt() > 0, cell::toString);
        assertEquals(1, cell.at("/groups/one/completed").asInt());
        double micros = cell.at("/groups/one/fctMicros/max").asDouble();
        assertTrue(micros > 2_000 && micros < 2_300, micros + " us");
    }

    /** A gigabyte takes 80 ms of 100 Gb/s; its queue pair has nothing to show after two. */
    @Test
    void trafficOfWhichNothingCompletesIsReportedAsThat() throws Exception {
        Path file =
                Files.writeString(
                        folder.resolve("endless.yaml"),
                        """
                        experiment: endless
                        topology:
                          hosts: [h1, h2]
                          switches: {S: {buffer: 10MB}}
                          links:
                            - {ends: [h1, S], rate: 100Gbps, delay: 1us, group: fast}
                            - {ends: [S, h2], rate: 100Gbps, delay: 1us, group: fast}
                        duration: 2ms
                        drain: 1ms
                        schemes: {pfc: [{links: fast, pfc: {xoff: 100KB, headroom: auto}}]}
                        traffic:
                          - {name: huge, kind: bandwidth, from: [h1], to: [h2], size: 1GB}
                          - {name: small, kind: bandwidth, from: [h1], to: [h2], size: 4KB}
                        """);
        JsonNode groups = cell(file).get("groups");
        assertEquals(1, groups.at("/huge/flows").asInt());
        assertEquals(0, groups.at("/huge/completed").asInt());
        assertEquals(0, groups.at("/huge/goodputGbps").asDouble());
        assertTrue(groups.at("/huge/fctMicros").isNull());
        assertTrue(groups.at("/small/completed").asInt() > 100, groups::toString);
        assertEquals(groups.at("/small/flows").asInt(), groups.at("/small/completed").asInt());
    }

    /**
     * Each pair delivers two messages in the first microseconds and loses the ends of all others,
     * which would be sent again after 100 ms.
     */
    @Test
    void pairsThatStallHaveNoMoreGoodputThanTheirPort() throws Exception {
        Path file =
                Files.writeString(
                        folder.resolve("stuck.yaml"),
                        """
                        experiment: stuck
                        topology:
                          hosts: [h1, h2, h3]
                          switches: {S: {buffer: 300KB}}
                          links:
                            - {ends: [h1, S], rate: 100Gbps, delay: 100ns, group: fast}
                            - {ends: [h2, S], rate: 100Gbps, delay: 100ns, group: fast}
                            - {ends: [S, h3], rate: 100Gbps, delay: 100ns, group: fast}
                        duration: 10ms
                        drain: 1ms
                        hosts: {mtu: 1024}
                        schemes: {none: []}
                        traffic:
                          - {name: a, kind: bandwidth, from: [h1, h2], to: h3, size: 64KB, flows: 2, txDepth: 8}
                        """);
        JsonNode cell = cell(file);
        assertTrue(cell.get("drops").asInt() > 0, cell::toString);
        JsonNode group = cell.at("/groups/a");
        long completed = group.get("completed").asLong();
        long stuck = group.get("flows").asLong() - completed;
        assertEquals(2, stuck, "pairs are stuck");
        double message = 64_000 * 8 / 10e6;
        double delivered = completed * message;
        double goodput = group.get("goodputGbps").asDouble();
        assertEquals(delivered, goodput, 1.01 * stuck * message);
    }

    /**
     * No slice completes in 3 ms, and only the first pushes are known to be posted in the warm-up.
     */
    @Test
    void messagesWhosePredecessorsDoNotCompleteCountAsPostedAfterTheWarmUp() throws Exception {
        Path file =
                Files.writeString(
                        folder.resolve("stalled.yaml"),
                        """
                        experiment: stalled
                        topology: star-4
                        duration: 2ms
                        warmup: 1ms
                        drain: 1ms
                        schemes: {pfc: [{links: edge, pfc: {xoff: 100KB, headroom: auto}}]}
                        traffic:
                          - {name: ring, kind: ring, from: [h1, h2], size: 1GB, chunk: 1GB}
                          - {name: server, kind: parameterServer, from: [h1, h2], to: h3, size: 1GB, rounds: 3}
                          - {name: early, kind: ring, from: [h1, h2], size: 1GB, chunk: 1GB, stop: 1ms}
                        """);
        JsonNode cell = cell(file);
        JsonNode groups = cell.get("groups");
        assertEquals(0, groups.at("/early/flows").asInt());
        String unmeasured =
                "no message of 'early' is measured: all are posted before the warm-up ends; set a"
                        + " later 'start', or a shorter 'warmup'";
        assertEquals(unmeasured, cell.at("/notes/0").asText());
        assertEquals(1, cell.get("notes").size());
        Commands losslab = new Commands();
        assertEquals(0, losslab.execute("validate", file.toString()));
        assertTrue(losslab.err().contains(unmeasured), losslab.err());
        assertEquals(16, groups.at("/ring/flows").asInt());
        assertEquals(0, groups.at("/ring/completed").asInt());
        assertEquals(4, groups.at("/server push/flows").asInt());
        assertEquals(6, groups.at("/server broadcast/flows").asInt());
    }

    /** The cell of an experiment's run. */
    private JsonNode cell(Path experiment) throws Exception {
        Path results = folder.resolve("results");
        Commands losslab = new Commands();
        assertEquals(
                0,
                losslab.execute("run", experiment.toString(), "--out", results.toString()),
                losslab.err());
        return RunProcess.json(results.resolve("summary.json")).at("/cells/0");
    }
}
