package io.losslab.configs.experiment.file;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.losslab.configs.experiment.Experiment;
import io.losslab.configs.library.Library;
import io.losslab.configs.yaml.Problem;
import io.losslab.configs.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** PortFC with two layers rules out drops while one host at most relays a packet. */
class RelayedTrafficTest {
    private static final String WARNING =
            "the traffic's routes relay packets 2 times: portfc does not rule out drops";

    @TempDir Path folder;

    @Test
    void shortestPathsOfAWholeNetworkAreRelayedOnce() throws IOException {
        assertLossless(true, "[]", "kind: permutation, from: all, to: all");
    }

    /** n1 reaches n0 by another layer, another row, and back. */
    @Test
    void routesAroundAFailedLinkAreRelayedTwice() throws IOException {
        assertLossless(false, "[[n0, s16]]", "kind: burst, from: n1, to: n0");
        assertLossless(true, "[[n0, s16]]", "kind: burst, from: n5, to: n6");
    }

    @Test
    void soAreLongerPaths() throws IOException {
        String flow = "kind: burst, from: n1, to: n0, path: ";
        assertLossless(false, "[]", flow + "[n1, s21, n5, s17, n4, s20, n0]");
        assertLossless(true, "[]", flow + "[n1, s16, n0]");
    }

    /** XOFF and a frame of 100 Gb/s, and 2.5 us and two frames of 160 Gb/s. */
    @Test
    void aNodeHasMemoryForWhatItsGuardLetsIn() throws IOException {
        long needed = 75_000 + 1_102 + 50_000 + 2 * 1_102;
        assertEquals(List.of(), relayWarnings(needed + "B"));
        assertEquals(
                List.of(
                        "what a host relays takes up to 128,306 B under portfc, but it has 128,305 B:"
                                + " packets can drop"),
                relayWarnings(needed - 1 + "B"));
    }

    private List<String> relayWarnings(String relayBuffer) throws IOException {
        Problems problems = new Problems();
        Path file = folder.resolve("memory.yaml");
        Files.writeString(
                file,
                """
                experiment: test/memory
                topology:
                  generator:
                    ndc:
                      {n: 4, k: 1, rates: [160Gbps, 100Gbps], delay: 1us, buffer: 5MB, relayBuffer: %s}
                duration: 1ms
                hosts: {mtu: 1024}
                schemes:
                  portfc: [{links: [layer0, layer1], portfc: {}}]
                traffic:
                  - {name: web, kind: permutation, from: all, to: all, size: 1KB}
                """
                        .formatted(relayBuffer));
        new ExperimentLoader(new Library()).load(file.toString(), List.of(), problems);
        return problems.list().stream().map(Problem::message).distinct().toList();
    }

    private void assertLossless(boolean lossless, String failedLinks, String traffic)
            throws IOException {
        Problems found = new Problems();
        Path file = folder.resolve("relayed.yaml");
        Files.writeString(
                file,
                """
                experiment: test/relayed
                topology: ndc-4-1
                failedLinks: %s
                duration: 1ms
                schemes:
                  portfc: [{links: [layer0, layer1], portfc: {}}]
                traffic:
                  - {name: web, size: 1KB, %s}
                """
                        .formatted(failedLinks, traffic));
        Experiment experiment =
                new ExperimentLoader(new Library())
                        .load(file.toString(), List.of(), found)
                        .orElseThrow();
        assertEquals(
                lossless ? List.of() : List.of(WARNING),
                found.list().stream().map(Problem::message).distinct().toList());
        assertEquals(lossless, experiment.cells().get(0).setup().lossless());
    }
}
