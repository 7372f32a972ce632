package io.losslab.orchestrator.run;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Runs whose switches are given P4 programs, against those whose switches forward by themselves.
 */
class ProgramPipelineRunTest {
    private static final List<String> RECORDED =
            List.of("flows.parquet", "events.parquet", "counters.parquet", "pauses.parquet");

    @TempDir private Path folder;

    /** Bifrost and PFC below the programs, two equal-cost paths. */
    @Test
    void bifrostAcrossTheLongHaulHasTheSameMessagesPausesAndCounters() throws IOException {
        assertSame(
                "bifrost/case-a",
                "sweeps.1.matrix.flows=[4]",
                "size=1MB",
                "duration=4ms",
                "warmup=1ms",
                "drain=2ms");
    }

    /** Three tiers, whose switches must not hash alike, and marks that DCQCN answers. */
    @Test
    void aFatTreeWithCongestionControlHasTheSameMessages() throws IOException {
        assertSame("pyrrha/y15", "scheme=[dcqcn, bfc]", "span=50us", "k=4");
    }

    /** Paths of up to four hops behind a port, each with a hash of its own, and hosts that obey. */
    @Test
    void pyrrhaOnAFatTreeHasTheSameSignalsAndPauses() throws IOException {
        JsonNode cell =
                assertSame(
                        "pyrrha/y15",
                        "scheme=[pyrrha]",
                        "span=60us",
                        "k=4",
                        "record={counters: {interval: 20us, links: [edge, core]},"
                                + " events: true, pauses: true}");
        assertTrue(cell.path("switchPauseFrames").asInt() > 1_000, cell.toString());
    }

    /** The program detects, signals, and obeys; hosts are those of the Java scheme, and relay. */
    @Test
    void portFcInAnIncastHasTheSameSignalsAndPauses() throws IOException {
        Path file = folder.resolve("portfc.yaml");
        Files.writeString(
                file,
                """
experiment: test/portfc
topology: {generator: {ndc: {n: 4, k: 1, rates: [160Gbps, 100Gbps], delay: 1us, buffer: 5MB}}}
duration: 100us
drain: 5ms
hosts: {mtu: 1024}
schemes:
  portfc: [{links: [layer0, layer1], portfc: {n: 4}}]
traffic:
  - {name: incast, kind: incast, from: all, to: all, degree: 10, size: 128KB, period: 20us}
record: {counters: {interval: 20us, links: [layer0, layer1]}, events: true, pauses: true}
""");
        JsonNode cell = assertSame(file.toString());
        assertTrue(cell.path("switchPauseFrames").asInt() > 100, cell.toString());
    }

    /**
     * A packet's class is its tag: relaying hosts raise it too, and pause by the one it came with.
     */
    @Test
    void pfcStarOverRelaysHasTheSameTagsAndPauses() throws IOException {
        Path file = folder.resolve("pfcStar.yaml");
        Files.writeString(
                file,
                """
experiment: test/pfcStar
topology: {generator: {ndc: {n: 4, k: 1, rates: [160Gbps, 100Gbps], delay: 1us, buffer: 5MB}}}
duration: 100us
drain: 5ms
hosts: {mtu: 1024}
schemes:
  pfcStar: {rules: [{links: [layer0, layer1], pfcStar: {tags: 3, xoff: 40KB, xon: 20KB}}], mayDeadlock: true}
traffic:
  - {name: incast, kind: incast, from: all, to: all, degree: 10, size: 128KB, period: 20us}
record: {counters: {interval: 20us, links: [layer0, layer1]}, events: true, pauses: true}
""");
        JsonNode cell = assertSame(file.toString());
        assertTrue(cell.path("switchPauseFrames").asInt() > 100, cell.toString());
    }

    private JsonNode assertSame(String experiment, String... settings) throws IOException {
        Path own = run("own", experiment, settings, "ecmp.hash=crc32");
        Path programs = run("p4", experiment, settings, "switches.pipeline=p4");
        for (String file : RECORDED) {
            assertArrayEquals(
                    Files.readAllBytes(own.resolve(file)),
                    Files.readAllBytes(programs.resolve(file)),
                    file);
        }
        JsonNode summary = new ObjectMapper().readTree(programs.resolve("summary.json").toFile());
        return summary.path("cells").path(0);
    }

    private Path run(String name, String experiment, String[] settings, String last)
            throws IOException {
        List<String> words = new ArrayList<>(List.of("--seed", "1", "--set", last));
        for (String setting : settings) {
            words.addAll(List.of("--set", setting));
        }
        Path results = folder.resolve(name);
        Commands.pass(results, experiment, words.toArray(String[]::new));
        return results;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "pyrrha: {} | follows paths over switches, not over hosts",
                "pyrrha: {isolation: singleTier} | has hierarchical queues only",
                "pyrrha: {isolation: parallel} | has hierarchical queues only",
                "pyrrha: {iqMetric: ingress} | compares the length of an isolation queue only",
                "pyrrha: {peer: pfc} | sends no PFC frames",
                "ofc: {flowKey: fiveTuple} | tells flows apart by their addresses",
                "ofc: {priorities: [3, 4]} | controls one priority",
            })
    void aSchemeThatNoProgramCarriesOutIsRefusedByValidateAndRun(String scheme, String why)
            throws IOException {
        Path file = file("[{links: [layer0, layer1], %s}]".formatted(scheme), "flow");
        Commands losslab = new Commands();
        assertEquals(2, losslab.execute("validate", file.toString()), losslab.err());
        assertTrue(losslab.err().contains(why), losslab.err());
        assertTrue(losslab.err().contains("set 'pipeline: builtIn'"), losslab.err());
        Path results = folder.resolve("results");
        assertEquals(2, losslab.execute("run", file.toString(), "--out", results.toString()));
        assertTrue(losslab.err().contains(why), losslab.err());
    }

    @Test
    void packetsThatAreSprayedAreRefusedWhereTheFileSaysSo() throws IOException {
        Path file = file("[]", "spray");
        Commands losslab = new Commands();
        assertEquals(2, losslab.execute("validate", file.toString()));
        assertTrue(
                losslab.err()
                        .contains("p4.yaml:4:16: error: P4 programs pick a port for each flow"),
                losslab.err());
    }

    @Test
    void aLiveRunIsRefusedBeforeAnythingIsSetUp() throws IOException {
        Path file = file("[]", "flow");
        Path results = folder.resolve("results");
        Commands losslab = new Commands();
        String[] run = {"run", file.toString(), "--backend", "live", "--out", results.toString()};
        assertEquals(2, losslab.execute(run));
        assertTrue(losslab.err().contains("its switches run no P4 programs"), losslab.err());
        assertFalse(Files.exists(results));
    }

    private Path file(String rules, String choice) throws IOException {
        Path file = folder.resolve("p4.yaml");
        Files.writeString(
                file,
                """
experiment: test/p4
topology: {generator: {ndc: {n: 4, k: 1, rates: 100Gbps, delay: 600ns, buffer: 12MB}}}
duration: 1ms
ecmp: {choice: %s}
switches: {pipeline: p4}
schemes:
  one: %s
traffic:
  - {name: burst, kind: burst, from: n0, to: n5, size: 64KB, flows: 1}
"""
                        .formatted(choice, rules));
        return file;
    }
}
