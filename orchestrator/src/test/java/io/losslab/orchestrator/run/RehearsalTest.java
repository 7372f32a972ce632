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
}
