package io.losslab.orchestrator.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.losslab.configs.testbed.file.TestbedYaml;
import io.losslab.labs.backend.LocalLab;
import io.losslab.labs.backend.ServedLab;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code losslab run --resume} of a physical run. */
class ResumedTestbedRunTest {
    private static final String EXPERIMENT = Commands.experiment("two-sites.yaml");
    private static final String SPARE =
            """
              Spare:
                kind: softwareSwitch
                p4runtime: '127.0.0.1:1'
                gnmi: '127.0.0.1:1'
                switchControl: '127.0.0.1:1'
                deviceId: 99
                ports:
                  '1': {speed: 100Gbps, number: 1}
            cables:
            """
                    .indent(0);

    @TempDir private Path folder;
    private final Commands losslab = new Commands();
    private ServedLab lab;
    private Path testbed;
    private Path results;

    /** A run whose rows of all cells are missing. */
    @BeforeEach
    void runAndLoseTheRows() throws IOException {
        lab = LocalLab.of(EXPERIMENT);
        testbed = folder.resolve("lab.yaml");
        Files.writeString(testbed, TestbedYaml.text(lab.testbed()).replace("cables:\n", SPARE));
        results = folder.resolve("results");
        assertEquals(
                0,
                losslab.execute(
                        "run",
                        EXPERIMENT,
                        "--no-report",
                        "--backend",
                        "physical",
                        "--testbed",
                        testbed.toString(),
                        "--seed",
                        "1",
                        "--set",
                        "scheme=pfc",
                        "--out",
                        results.toString()),
                losslab::err);
        Files.createDirectory(results.resolve("parts"));
    }

    @AfterEach
    void end() {
        lab.close();
    }

    @Test
    void isRefusedWhereTheTestbedIsNoLongerTheSame() throws IOException {
        refuses("delay: ", "delay: 1", "the testbed (cables) has changed");
        refuses("deviceId: 1\n", "deviceId: 98\n", "the testbed (device ");
        refuses("testbed: two-sites", "testbed: other", "from 'two-sites' to 'other'");
        assertTrue(Files.isDirectory(results));
    }

    private void refuses(String before, String now, String why) throws IOException {
        String text = Files.readString(testbed);
        assertTrue(text.contains(before), text);
        Files.writeString(testbed, text.replace(before, now));
        assertEquals(2, losslab.execute("run", "--resume", results.toString()), losslab::err);
        assertTrue(losslab.err().contains(why), losslab::err);
        assertTrue(losslab.err().contains("has changed since the run began"), losslab::err);
        Files.writeString(testbed, text);
    }

    @Test
    void goesOnWhereDevicesAreOnlyReachedInAnotherWayAndKeepsThoseThatWereUsedBefore()
            throws IOException {
        Path file = results.resolve("testbed.json");
        ObjectNode before = (ObjectNode) RunProcess.json(file);
        ((ArrayNode) before.get("devices"))
                .addObject()
                .put("name", "Spare")
                .putObject("versions")
                .put("system", "1.2");
        Files.writeString(file, before.toString());
        String text = Files.readString(testbed);
        Files.writeString(testbed, text.replaceAll("deadline: .*", "deadline: 9s"));

        assertEquals(0, losslab.execute("run", "--resume", results.toString()), losslab::err);

        JsonNode devices = RunProcess.json(file).get("devices");
        assertEquals(6, devices.size());
        assertEquals("1.2", devices.get(5).at("/versions/system").asText());
        assertFalse(Files.exists(results.resolve("parts")));
    }
}
