package io.losslab.devices.sonic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.losslab.devices.DesiredState;
import io.losslab.devices.sonic.configdb.ConfigDbPart;
import io.losslab.devices.ssh.NeedsSshServer;
import io.losslab.driver.DeviceException;
import io.losslab.labs.provision.Ledger;
import io.losslab.labs.provision.Provisioner;
import io.losslab.orchestrator.run.Commands;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** CONFIG_DB of a switch that has no login, but a gNMI server. */
@NeedsSshServer
@NeedsRedis
class SonicOverGnmiTest {
    private static final String PFC =
            "{pfc: [{links: [edge, far], pfc: {priorities: [3], xoff: 300KB, xon: 100KB, headroom:"
                    + " 60KB}}]}";

    @TempDir private static Path directory;
    private static SonicStandIn sonic;
    @TempDir private Path folder;

    @BeforeAll
    static void start() throws Exception {
        sonic = SonicStandIn.start(directory.resolve("switch"), 6);
    }

    @AfterAll
    static void stop() {
        sonic.close();
    }

    @BeforeEach
    void reset() throws Exception {
        sonic.reset();
        ObjectNode config = sonic.config();
        config.remove(List.of("WRED_PROFILE", "QUEUE"));
        sonic.writeConfig(config);
    }

    @Test
    void itIsSetReadBackAndUndone() throws Exception {
        String before = sonic.configText() + sonic.digest();
        try (SonicGnmiServer server = new SonicGnmiServer(sonic, true);
                SonicLab lab = lab(server)) {
            Provisioner provisioner = new Provisioner(lab.sessions, Ledger.inMemory());
            List<DesiredState> desired =
                    lab.desired(
                            PFC, "ecn: [{links: [edge, far], kmin: 10KB, kmax: 20KB, pmax: 0.5}]");
            provisioner.apply(desired);
            assertEquals("3", sonic.config().at("/PORT_QOS_MAP/Ethernet0/pfc_enable").asText());
            assertEquals(1, sonic.config().get("WRED_PROFILE").size());
            provisioner.requireUnchanged(desired);
            assertNotEquals(before, sonic.configText() + sonic.digest());
            assertEquals(List.of(), provisioner.undoAll());
        }
        assertEquals(before, sonic.configText() + sonic.digest());
    }

    @Test
    void linksThatComeUpSlowlyAreWaitedForWhenRowsAreSetAndWhenTheyAreRestored() throws Exception {
        sonic.set("{\"linkSeconds\": 2}");
        String before = sonic.links().toString();
        assertTrue(before.contains("\"up\""), before);
        try (SonicGnmiServer server = new SonicGnmiServer(sonic, true);
                SonicLab lab = lab(server)) {
            Provisioner provisioner = new Provisioner(lab.sessions, Ledger.inMemory());
            provisioner.apply(lab.desired(PFC));
            assertEquals(before, sonic.links().toString());
            assertEquals(List.of(), provisioner.undoAll());
            assertEquals(before, sonic.links().toString());
        }
    }

    @Test
    void aLinkThatStaysDownIsAnErrorAndTheRowsAreRestored() throws Exception {
        String before = sonic.configText();
        sonic.set("{\"linksStayDown\": [\"Ethernet4\"]}");
        try (SonicGnmiServer server = new SonicGnmiServer(sonic, true);
                SonicLab lab = lab(server)) {
            Provisioner provisioner = new Provisioner(lab.sessions, Ledger.inMemory());
            List<DesiredState> impatient =
                    lab.desired(PFC).stream()
                            .map(
                                    each ->
                                            new DesiredState(
                                                    each.device(),
                                                    ConfigDbPart.OVER_GNMI.waiting(
                                                            Duration.ofSeconds(1)),
                                                    each.state()))
                            .toList();
            String message =
                    assertThrows(DeviceException.class, () -> provisioner.apply(impatient))
                            .getMessage();
            assertTrue(message.contains("link of port Ethernet4 was up before"), message);
        }
        assertEquals(before, sonic.configText());
    }

    @Test
    void aQueueThatMarksDoesNotWhereTheExperimentHasNoEcn() throws Exception {
        sonic.reset();
        String before = sonic.configText() + sonic.digest();
        try (SonicGnmiServer server = new SonicGnmiServer(sonic, true);
                SonicLab lab = lab(server)) {
            Provisioner provisioner = new Provisioner(lab.sessions, Ledger.inMemory());
            provisioner.apply(lab.desired(PFC));
            assertEquals(
                    "{\"scheduler\":\"scheduler.1\"}",
                    sonic.config().at("/QUEUE/Ethernet0|3").toString());
            assertEquals(List.of(), provisioner.undoAll());
        }
        assertEquals(before, sonic.configText() + sonic.digest());
    }

    @Test
    void aServerWithoutWriteIsRefusedWithItsReason() throws Exception {
        try (SonicGnmiServer server = new SonicGnmiServer(sonic, false);
                SonicLab lab = lab(server)) {
            Provisioner provisioner = new Provisioner(lab.sessions, Ledger.inMemory());
            String message =
                    assertThrows(DeviceException.class, () -> provisioner.apply(lab.desired(PFC)))
                            .getMessage();
            assertTrue(message.contains("GNMI native write is disabled"), message);
        }
    }

    /** SONiC applies the changes of 30 ports for minutes. */
    @Test
    void aSetHasAsLongAsAPatchOverSshAndItsErrorSaysHowLong() throws Exception {
        try (SonicGnmiServer server = new SonicGnmiServer(sonic, true);
                SonicLab lab = lab(server)) {
            server.outlastSets();
            Provisioner provisioner = new Provisioner(lab.sessions, Ledger.inMemory());
            String message =
                    assertThrows(DeviceException.class, () -> provisioner.apply(lab.desired(PFC)))
                            .getMessage();
            assertTrue(message.contains("Set got no answer within 1800.0 s; check"), message);
            long seconds = server.secondsOfSet();
            assertTrue(seconds > 1_700 && seconds <= 1_800, "" + seconds);
        }
    }

    @Test
    void checkAndPlanNameTheTransport() throws Exception {
        try (SonicGnmiServer server = new SonicGnmiServer(sonic, true);
                SonicLab lab = lab(server)) {
            Commands losslab = new Commands();
            losslab.execute("testbed", "check", lab.testbed().toString());
            assertTrue(losslab.out().contains("gNMI 0.7.0, 1 models"), losslab.out());
            String experiment = lab.experiment(PFC, "").toString();
            assertEquals(
                    0,
                    losslab.execute("plan", experiment, "--testbed", lab.testbed().toString()),
                    losslab::err);
            assertTrue(losslab.out().contains("gnmi.gNMI/Set"), losslab.out());
        }
    }

    private SonicLab lab(SonicGnmiServer server) {
        return new SonicLab(folder, "", "gnmi: 127.0.0.1:" + server.port());
    }
}
