package io.losslab.orchestrator.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a device refuses in a run, validate refuses with the file. */
class RehearsalTest {
    @TempDir private Path folder;

    @Test
    void aRelaySchemeOnASwitchOfManyPortsIsRefusedByBoth() throws IOException {
        Path file = folder.resolve("relays.yaml");
        Files.writeString(
                file,
                """
                experiment: test/relays
                topology: two-dc
                duration: 1ms
                schemes:
                  none: []
                  swing: [{links: longHaul, swing: {}}]
                traffic:
                  - {name: burst, kind: burst, from: a-h0, to: b-h0, size: 64KB, flows: 1}
                """);
        String reason = "a SWING relay has two ports, this device has 5";
        Commands validate = new Commands();
        assertEquals(2, validate.execute("validate", file.toString()));
        String at = file + ":6:10: error: scheme swing: a-dci: " + reason;
        assertTrue(validate.err().contains(at), validate.err());
        assertEquals("", validate.out());
        assertEquals(
                0,
                validate.execute("validate", file.toString(), "--set", "scheme=none"),
                validate.err());

        Commands run = new Commands();
        Path results = folder.resolve("results");
        assertNotEquals(0, run.execute("run", file.toString(), "--out", results.toString()));
        assertTrue(run.err().contains(reason), run.err());
    }

    @Test
    void aRampThatEndsInNoMarkIsAcceptedByBoth() throws IOException {
        Path file = folder.resolve("step.yaml");
        Files.writeString(
                file,
                """
                experiment: test/step
                topology: star-4
                duration: 1ms
                ecn: [{links: edge, kmin: 20KB, kmax: 60KB, pmax: 0%}]
                schemes:
                  none: []
                traffic:
                  - {name: burst, kind: burst, from: h1, to: h2, size: 64KB, flows: 1}
                """);
        Commands losslab = new Commands();
        assertEquals(0, losslab.execute("validate", file.toString()), losslab.err());
        Path results = folder.resolve("results");
        assertEquals(
                0,
                losslab.execute("run", file.toString(), "--out", results.toString()),
                losslab.err());
    }

    @Test
    void everyScaleIsRehearsed() throws IOException {
        Path file = folder.resolve("scales.yaml");
        Files.writeString(
                file,
                """
                experiment: test/scales
                topology: two-dc
                duration: 1ms
                scales:
                  short: {duration: 500us}
                  relays: {schemes.none: [{links: longHaul, swing: {}}]}
                schemes:
                  none: []
                traffic:
                  - {name: burst, kind: burst, from: a-h0, to: b-h0, size: 64KB, flows: 1}
                """);
        Commands losslab = new Commands();
        assertEquals(2, losslab.execute("validate", file.toString()));
        String refusal = "at scale relays: scheme none: a-dci: a SWING relay has two ports";
        assertTrue(losslab.err().contains(refusal), losslab::err);
        assertTrue(losslab.err().contains("1 error"), losslab::err);
        assertEquals(
                0,
                losslab.execute("validate", file.toString(), "--set", "scale=short"),
                losslab::err);
    }

    @Test
    void whatOnlyALiveRunRefusesIsAWarning() throws IOException {
        Path file = folder.resolve("live.yaml");
        Files.writeString(
                file,
                """
                experiment: test/live
                topology:
                  hosts: [A, B]
                  switches:
                    M: {buffer: 4MB}
                  links:
                    - {ends: [A, M], rate: 100Gbps, length: 2m, group: edge}
                    - {ends: [B, M], rate: 100Gbps, length: 2m, group: edge}
                duration: 1ms
                live: {timeDilation: 10}
                schemes:
                  pfc: [{links: edge, pfc: {xoff: 200KB, headroom: auto}}]
                traffic:
                  - {name: burst, kind: burst, from: A, to: B, size: 64KB, flows: 1}
                """);
        Commands losslab = new Commands();
        assertEquals(0, losslab.execute("validate", file.toString()), losslab::err);
        assertTrue(losslab.err().contains("warning: in a live run: "), losslab::err);
        assertEquals(file + ": ok\n", losslab.out());

        assertEquals(2, losslab.execute("run", file.toString(), "--backend", "live"), losslab::err);
    }
}
