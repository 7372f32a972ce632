package io.losslab.devices.sonic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.losslab.configs.testbed.Device;
import io.losslab.devices.DeviceReport;
import io.losslab.devices.Inspection;
import io.losslab.devices.ssh.NeedsSshServer;
import io.losslab.labs.backend.Channels;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code testbed check} finds at a stand-in. */
@NeedsSshServer
@NeedsRedis
class SonicCheckTest {
    @TempDir private static Path directory;
    private static SonicStandIn sonic;
    @TempDir private Path folder;

    @BeforeAll
    static void start() throws Exception {
        sonic = SonicStandIn.start(directory.resolve("switch"), 4);
    }

    @AfterAll
    static void stop() {
        sonic.close();
    }

    @BeforeEach
    void reset() throws Exception {
        sonic.reset();
    }

    @Test
    void findsVersionSpeedsAndLinks() throws Exception {
        String before = sonic.digest();
        DeviceReport report = inspect();
        assertEquals(List.of(), report.problems());
        assertEquals("SONiC 20230531.04", report.findings().get(0).detail());
        assertEquals(
                List.of(
                        new DeviceReport.Port(1, true, 100_000_000_000L, ""),
                        new DeviceReport.Port(2, true, 100_000_000_000L, ""),
                        new DeviceReport.Port(3, true, 100_000_000_000L, ""),
                        new DeviceReport.Port(4, false, 100_000_000_000L, "")),
                report.ports());
        assertEquals(before, sonic.digest());
    }

    @Test
    void namesTheGroupsOfCountersThatAreSwitchedOff() throws Exception {
        ObjectNode config = sonic.config();
        config.withObjectProperty("FLEX_COUNTER_TABLE").remove("WRED_ECN_QUEUE");
        config.withObjectProperty("FLEX_COUNTER_TABLE")
                .withObjectProperty("PORT")
                .put("FLEX_COUNTER_STATUS", "disable");
        sonic.writeConfig(config);
        DeviceReport report = inspect();
        assertEquals(List.of(), report.problems());
        assertEquals(
                "SONiC 20230531.04, counters switched off: PORT, WRED_ECN_QUEUE",
                report.findings().get(0).detail());
    }

    @Test
    void namesWhatLosslessPrioritiesLack() throws Exception {
        ObjectNode config = sonic.config();
        config.remove(List.of("BUFFER_POOL", "BUFFER_PROFILE", "BUFFER_PG", "BUFFER_QUEUE"));
        sonic.writeConfig(config);
        List<String> problems = inspect().problems();
        assertEquals(3, problems.size(), problems::toString);
        assertTrue(
                problems.get(0).startsWith("tor has no BUFFER_POOL|ingress_lossless_pool"),
                problems::toString);
        assertTrue(problems.get(0).contains("sudo config qos reload"), problems::toString);
    }

    @Test
    void namesThePortsThereAreWhereOneIsNot() throws Exception {
        ObjectNode config = sonic.config();
        for (String table : List.of("PORT", "PORT_QOS_MAP", "PFC_WD")) {
            config.withObjectProperty(table).remove("Ethernet12");
        }
        sonic.writeConfig(config);
        List<String> problems = inspect().problems();
        assertEquals(
                List.of(
                        "tor has no port Ethernet12 in CONFIG_DB; set 'name' of port 4 to one of"
                                + " [Ethernet0, Ethernet4, Ethernet8]"),
                problems);
    }

    @Test
    void saysWhenSudoAsksForAPassword() throws Exception {
        sonic.set("{\"password\": true}");
        List<String> problems = inspect().problems();
        assertEquals(1, problems.size(), problems::toString);
        assertTrue(problems.get(0).contains("without a password"), problems::toString);
    }

    private DeviceReport inspect() throws Exception {
        try (SonicLab lab = new SonicLab(folder, "", "ssh: " + sonic.login());
                Channels channels = new Channels()) {
            Device device = lab.device();
            Inspection inspection = new Inspection(device, channels);
            new SonicSwitch().inspect(inspection);
            return inspection.report();
        }
    }
}
