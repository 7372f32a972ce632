package io.losslab.devices.nic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import io.losslab.configs.testbed.Device;
import io.losslab.devices.Sessions;
import io.losslab.devices.ssh.NeedsSshServer;
import io.losslab.driver.DeviceException;
import io.losslab.labs.provision.Ledger;
import io.losslab.labs.provision.Provisioner;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** NICs of a host that is logged in to by a user other than root, with the real sudo. */
@NeedsSshServer
class NicSudoTest {
    private static final Path SUDO = Path.of("/usr/bin/sudo");

    @TempDir private Path folder;

    @BeforeAll
    static void needsTheMachine() {
        NicStandIn.needsTheMachine();
        if (!Files.isExecutable(SUDO)) {
            if ("true".equals(System.getenv("CI"))) {
                fail("CI=true, yet " + SUDO + " is not there: install sudo");
            }
            abort(SUDO + " is not there");
        }
    }

    @Test
    void aUserWithSudoSetsAndRestoresEverything() throws Exception {
        try (NicStandIn host = NicStandIn.startForUser(folder, "NOPASSWD: ALL");
                Sessions sessions = sessions()) {
            Device device = NicPartTest.device(host);
            Map<String, String> before = host.state();
            Provisioner provisioner = new Provisioner(sessions, Ledger.inMemory());

            assertEquals(
                    NicPartTest.ALL.size(),
                    provisioner.apply(NicPartTest.wanted(device, NicPartTest.ALL)));

            assertEquals("4192", host.read("class/net/eth1/mtu"));
            assertEquals("40", host.read("class/net/eth1/ecn/roce_rp/rpg_ai_rate"));
            assertTrue(host.nic().at("/pfc/3").asBoolean());
            assertEquals("98\n", host.state().get("tos"));
            assertFalse(
                    NicStatistics.of(sessions.of(device), port -> true)
                            .orElseThrow()
                            .read()
                            .samples()
                            .isEmpty());
            assertEquals(List.of(), provisioner.undoAll());
            assertEquals(before, host.state());
        }
    }

    @Test
    void aUserWhomSudoAsksForAPasswordIsToldSoAndChangesNothing() throws Exception {
        try (NicStandIn host = NicStandIn.startForUser(folder, "PASSWD: ALL");
                Sessions sessions = sessions()) {
            Device device = NicPartTest.device(host);
            Map<String, String> before = host.state();
            Provisioner provisioner = new Provisioner(sessions, Ledger.inMemory());

            DeviceException failure =
                    assertThrows(
                            DeviceException.class,
                            () ->
                                    provisioner.apply(
                                            NicPartTest.wanted(
                                                    device, NicPartTest.ALL.subList(0, 1))));

            assertTrue(
                    failure.getMessage().contains("sudo: a password is required"),
                    failure::toString);
            assertTrue(
                    failure.getMessage().contains("log in as root or allow the user 'sudo -n'"),
                    failure::toString);
            assertEquals(before, host.state());
            assertEquals(List.of(), host.calls());
        }
    }

    private static Sessions sessions() {
        return new Sessions(
                (any, service) -> {
                    throw new AssertionError("no gRPC");
                });
    }
}
