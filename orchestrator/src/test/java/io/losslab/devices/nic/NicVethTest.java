package io.losslab.devices.nic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.Message;
import io.losslab.api.rpc.ChannelSecurity;
import io.losslab.api.units.DataRate;
import io.losslab.configs.testbed.AgentDevices;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.DevicePort;
import io.losslab.devices.DesiredState;
import io.losslab.devices.NicCounters;
import io.losslab.devices.Sessions;
import io.losslab.devices.nic.setting.NicState;
import io.losslab.devices.registry.DeviceKinds;
import io.losslab.devices.ssh.NeedsSshServer;
import io.losslab.devices.ssh.SshServer;
import io.losslab.driver.DeviceException;
import io.losslab.labs.provision.Ledger;
import io.losslab.labs.provision.Provisioner;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The real dcb, ethtool, ip and sysfs of an interface that has an MTU and nothing else of what NICs
 * have.
 */
@NeedsSshServer
class NicVethTest {
    private static final String NAME = "nic" + ProcessHandle.current().pid() % 1_000_000;

    @TempDir private Path folder;
    private SshServer ssh;
    private Device device;
    private Sessions sessions;

    @BeforeEach
    void start() throws Exception {
        NicStandIn.needsTheMachine();
        assertEquals(0, ip("link", "add", NAME, "type", "veth", "peer", "name", NAME + "p"));
        assertEquals(0, ip("link", "set", NAME + "p", "up"));
        assertEquals(0, ip("link", "set", NAME, "up"));
        ssh = SshServer.start(folder);
        device =
                new Device(
                        "h1",
                        DeviceKinds.HOST,
                        1,
                        Map.of(),
                        List.of(new DevicePort("1", 1, "1", DataRate.parse("10Gbps"))),
                        ChannelSecurity.plaintext(),
                        1,
                        Device.DEFAULT_DEADLINE,
                        Optional.empty(),
                        Optional.of(ssh.login()),
                        Optional.of(new NicKeys(Set.of(), List.of(), List.of())),
                        Optional.empty(),
                        Optional.of(new AgentDevices(List.of(NAME), List.of(), List.of(), 256)),
                        Set.of());
        sessions =
                new Sessions(
                        (any, service) -> {
                            throw new AssertionError("no gRPC");
                        });
    }

    @AfterEach
    void stop() throws Exception {
        if (sessions != null) {
            sessions.close();
            ssh.close();
        }
        ip("link", "del", NAME);
    }

    @Test
    void theMtuIsSetAndRestoredAndTheRestIsLeft() throws Exception {
        Provisioner provisioner = new Provisioner(sessions, Ledger.inMemory());
        List<DesiredState> wanted =
                wanted(
                        state("mtu", "atLeast", "4192"),
                        state("lldp", "?agent", "off"),
                        state("linkPause", "?rx", "off", "?tx", "off"),
                        state("pfc", "?priorities", "0,0,0,0,0,0,0,0"));

        assertEquals(1, provisioner.apply(wanted));

        assertEquals("4192", mtu());
        provisioner.requireUnchanged(wanted);
        assertEquals(List.of(), provisioner.undoAll());
        assertEquals("1500", mtu());
    }

    @Test
    void whatTheKernelAnswersIsInTheError() {
        DeviceException failure =
                assertThrows(
                        DeviceException.class,
                        () ->
                                new Provisioner(sessions, Ledger.inMemory())
                                        .apply(
                                                wanted(
                                                        state(
                                                                "pfc",
                                                                "priorities",
                                                                "0,0,0,1,0,0,0,0"))));

        assertTrue(
                failure.getMessage()
                        .contains(
                                "pfc (priorities) cannot be set: dcb pfc: Attribute read: Operation"
                                        + " not supported; mlnx_qos: "),
                failure::getMessage);
    }

    @Test
    void anInterfaceThatCountsNoDropsSaysSo() {
        NicCounters counters = NicStatistics.of(sessions.of(device), port -> true).orElseThrow();

        assertEquals(OptionalLong.empty(), counters.read().droppedPackets());
    }

    @Test
    void anInterfaceOfAPortThatIsNotUsedIsNotRead() {
        assertEquals(Optional.empty(), NicStatistics.of(sessions.of(device), port -> port != 1));
    }

    private List<DesiredState> wanted(NicState... states) {
        List<Message> messages = Arrays.stream(states).map(NicState::message).toList();
        return List.of(new DesiredState(device, new NicPart(), messages));
    }

    private static NicState state(String setting, String... values) {
        Map<String, String> all = new java.util.TreeMap<>();
        for (int i = 0; i < values.length; i += 2) {
            all.put(values[i], values[i + 1]);
        }
        return new NicState(NAME, setting, all);
    }

    private static String mtu() throws Exception {
        return Files.readString(Path.of("/sys/class/net", NAME, "mtu")).strip();
    }

    private static int ip(String... words) throws Exception {
        List<String> command = new java.util.ArrayList<>(List.of("ip"));
        command.addAll(List.of(words));
        return new ProcessBuilder(command).inheritIO().start().waitFor();
    }
}
