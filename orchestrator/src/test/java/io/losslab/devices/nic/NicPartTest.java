package io.losslab.devices.nic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.Message;
import io.losslab.api.rpc.ChannelSecurity;
import io.losslab.api.units.DataRate;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.DevicePort;
import io.losslab.devices.DesiredState;
import io.losslab.devices.Inspection;
import io.losslab.devices.Sessions;
import io.losslab.devices.nic.setting.NicState;
import io.losslab.devices.registry.DeviceKinds;
import io.losslab.devices.ssh.NeedsSshServer;
import io.losslab.driver.DeviceException;
import io.losslab.labs.provision.Ledger;
import io.losslab.labs.provision.Provisioner;
import io.losslab.traffic.perftest.RdmaDevice;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A NIC is read, set, read back and restored by the tools that its host has. */
@NeedsSshServer
class NicPartTest {
    private static final String NIC = "mlx5_0/1";

    /** What an experiment with PFC on priority 3 and DCQCN wants. */
    static final List<NicState> ALL =
            List.of(
                    state("mtu", "atLeast", "4192"),
                    state("lldp", "?agent", "off"),
                    state("linkPause", "?rx", "off", "?tx", "off"),
                    state("trust", "trust", "dscp", "classes", "24:3 32:4"),
                    state("pfc", "priorities", "0,0,0,1,0,0,0,0"),
                    state(
                            "ets",
                            "classOfPriority",
                            "0,1,2,3,4,5,6,7",
                            "algorithms",
                            "strict,strict,strict,ets,ets,strict,strict,strict",
                            "shares",
                            "0,0,0,50,50,0,0,0"),
                    state(
                            "dcqcn",
                            "?np.enable",
                            "0,0,0,1,0,0,0,0",
                            "?rp.enable",
                            "0,0,0,1,0,0,0,0",
                            "rp.ai_rate",
                            "40",
                            "np.min_time_between_cnps",
                            "50"),
                    state("cmaRoceTos", "?tos", "98"));

    @TempDir private static Path folder;
    private static NicStandIn host;
    private static Device device;
    private static Sessions sessions;

    @BeforeAll
    static void start() throws Exception {
        NicStandIn.needsTheMachine();
        host = NicStandIn.start(folder);
        device = device(host);
        sessions =
                new Sessions(
                        (any, service) -> {
                            throw new AssertionError("no gRPC");
                        });
    }

    /** The host as a testbed file has it. */
    static Device device(NicStandIn host) {
        return new Device(
                "h1",
                DeviceKinds.HOST,
                1,
                Map.of(),
                List.of(new DevicePort("1", 1, "1", DataRate.parse("100Gbps"))),
                ChannelSecurity.plaintext(),
                1,
                Device.DEFAULT_DEADLINE,
                Optional.empty(),
                Optional.of(host.login()),
                Optional.empty(),
                Optional.of(new RdmaDevice("mlx5_0", 1, 3)),
                Optional.empty(),
                Set.of());
    }

    @BeforeEach
    void reset() throws Exception {
        host.reset();
    }

    @AfterAll
    static void stop() {
        if (host != null) {
            sessions.close();
            host.close();
        }
    }

    @Test
    void everySettingIsInForceAndThenAsItWas() throws Exception {
        Map<String, String> before = host.state();
        Provisioner provisioner = new Provisioner(sessions, Ledger.inMemory());

        assertEquals(ALL.size(), provisioner.apply(wanted(ALL)));

        assertEquals("4192", host.read("class/net/eth1/mtu"));
        assertEquals("40", host.read("class/net/eth1/ecn/roce_rp/rpg_ai_rate"));
        assertEquals("0", host.read("class/net/eth1/ecn/roce_rp/enable/4"));
        assertEquals("1", host.read("class/net/eth1/ecn/roce_rp/enable/3"));
        ObjectNode nic = host.nic();
        assertEquals("{\"rx\":\"off\",\"tx\":\"off\"}", nic.get("pause").toString());
        assertEquals("[[24,3],[32,4]]", nic.get("dscp").toString());
        assertTrue(nic.at("/pfc/3").asBoolean());
        assertEquals("[0,0,0,50,50,0,0,0]", nic.at("/ets/tc_bw").toString());
        assertEquals("strict", nic.at("/ets/tc_tsa/6").asText(), "CNPs");
        assertTrue(nic.get("dcbx").toString().contains("host"));
        assertEquals("98\n", host.state().get("tos"));
        provisioner.requireUnchanged(wanted(ALL));
        assertEquals(0, provisioner.apply(wanted(ALL)), "all is in force");

        assertEquals(List.of(), provisioner.undoAll());
        assertEquals(before, host.state());
    }

    @Test
    void whatIsInForceIsNotTouched() throws Exception {
        host.write("class/net/eth1/mtu", "9000");
        host.change(nic -> ((ArrayNode) nic.get("dscp")).addArray().add(24).add(3));

        new Provisioner(sessions, Ledger.inMemory())
                .apply(
                        wanted(
                                List.of(
                                        ALL.get(0),
                                        state("trust", "trust", "dscp", "classes", "24:3"))));

        assertEquals(List.of(), host.calls());
    }

    @Test
    void aDscpThatWasMappedOtherwiseIsMappedSoAgain() throws Exception {
        host.change(
                nic -> {
                    ArrayNode map = (ArrayNode) nic.get("dscp");
                    map.addArray().add(24).add(1);
                    map.addArray().add(10).add(2);
                });
        Map<String, String> before = host.state();
        Provisioner provisioner = new Provisioner(sessions, Ledger.inMemory());

        provisioner.apply(wanted(List.of(ALL.get(3))));

        assertEquals("[[10,2],[24,3],[32,4]]", host.nic().get("dscp").toString());
        assertEquals(List.of(), provisioner.undoAll());
        assertEquals("[[10,2],[24,1]]", host.nic().get("dscp").toString(), () -> before.toString());
    }

    @Test
    void buffersThatTheDriverChangesWithPfcAreRestored() throws Exception {
        host.change(nic -> nic.put("softwareBuffers", true));
        host.change(
                nic -> {
                    ArrayNode sizes = nic.putArray("buffer_size");
                    List.of(100_000, 60_000, 2_016, 0, 0, 0, 0, 0).forEach(sizes::add);
                });
        Map<String, String> before = host.state();
        Provisioner provisioner = new Provisioner(sessions, Ledger.inMemory());

        provisioner.apply(wanted(List.of(ALL.get(4))));

        assertEquals("[0,0,0,1,0,0,0,0]", host.nic().get("prio_buffer").toString());
        assertEquals(List.of(), provisioner.undoAll());
        assertEquals(before, host.state());
    }

    @Test
    void buffersOfTheTestbedFileAreSet() throws Exception {
        Map<String, String> before = host.state();
        Provisioner provisioner = new Provisioner(sessions, Ledger.inMemory());

        provisioner.apply(
                wanted(
                        List.of(
                                state(
                                        "pfc",
                                        "priorities",
                                        "0,0,0,1,0,0,0,0",
                                        "buffers",
                                        "20000,160000,0,0,0,0,0,0",
                                        "bufferOfPriority",
                                        "0,0,0,1,0,0,0,0"))));

        assertEquals("[20000,160000,0,0,0,0,0,0]", host.nic().get("buffer_size").toString());
        assertEquals("[0,0,0,1,0,0,0,0]", host.nic().get("prio_buffer").toString());
        assertEquals(List.of(), provisioner.undoAll());
        assertEquals(before, host.state());
    }

    @Test
    void mlnxQosServesWhereTheKernelsDriverDoesNotAnswerDcb() throws Exception {
        host.change(
                nic -> {
                    ArrayNode unsupported = nic.putArray("unsupported");
                    List.of("pfc", "ets", "buffer", "app").forEach(unsupported::add);
                });
        Map<String, String> before = host.state();
        Provisioner provisioner = new Provisioner(sessions, Ledger.inMemory());

        provisioner.apply(wanted(ALL));

        assertTrue(host.nic().at("/pfc/3").asBoolean());
        assertTrue(
                host.calls().contains("mlnx_qos -i eth1 --pfc=0,0,0,1,0,0,0,0"),
                host.calls()::toString);
        assertEquals(List.of(), provisioner.undoAll());
        assertEquals(before, host.state());
    }

    @Test
    void parametersOfTheKernelsDriverAreInDebugfs() throws Exception {
        host.hasKernelDriver();
        Map<String, String> before = host.state();
        Provisioner provisioner = new Provisioner(sessions, Ledger.inMemory());

        provisioner.apply(wanted(List.of(ALL.get(6))));

        assertEquals("40", host.read("kernel/debug/mlx5/0000:3b:00.0/cc_params/rp_ai_rate"));
        assertEquals(List.of(), provisioner.undoAll());
        assertEquals(before, host.state());
    }

    @Test
    void whatCannotBeSetIsNamedBeforeAnythingIsChanged() throws Exception {
        host.change(nic -> nic.putArray("unsupported").add("pfc"));
        host.remove("mlnx_qos");

        DeviceException failure =
                assertThrows(
                        DeviceException.class,
                        () -> new Provisioner(sessions, Ledger.inMemory()).apply(wanted(ALL)));

        assertEquals(
                "h1 (127.0.0.1): mlx5_0/1: pfc (priorities) cannot be set: dcb pfc: Attribute read:"
                        + " Operation not supported; mlnx_qos: not installed; install what is"
                        + " missing, or keep the host's with 'nic: {keep: [pfc]}'",
                failure.getMessage());
        assertEquals(List.of(), host.calls());
    }

    @Test
    void aSettingThatIsRefusedRestoresTheOthers() throws Exception {
        Map<String, String> before = host.state();
        List<NicState> states = new ArrayList<>(ALL);
        states.add(
                state(
                        "pfc",
                        "priorities",
                        "0,0,0,1,0,0,0,0",
                        "buffers",
                        "999999,999999,0,0,0,0,0,0"));

        DeviceException failure =
                assertThrows(
                        DeviceException.class,
                        () -> new Provisioner(sessions, Ledger.inMemory()).apply(wanted(states)));

        assertTrue(failure.getMessage().contains("dcb buffer set dev eth1"), failure::getMessage);
        assertTrue(failure.getMessage().contains("Invalid argument"), failure::getMessage);
        assertEquals(before, host.state());
    }

    @Test
    void aChangeFromOutsideIsNoticed() throws Exception {
        Provisioner provisioner = new Provisioner(sessions, Ledger.inMemory());
        provisioner.apply(wanted(ALL));
        host.change(nic -> ((ArrayNode) nic.get("pfc")).set(3, false));

        DeviceException failure =
                assertThrows(
                        DeviceException.class, () -> provisioner.requireUnchanged(wanted(ALL)));

        assertTrue(
                failure.getMessage().contains("set mlx5_0/1 pfc: priorities 0,0,0,1,0,0,0,0, read"),
                failure::getMessage);
    }

    @Test
    void aPortThatTheHostDoesNotHaveIsNamed() throws Exception {
        host.write("class/infiniband/mlx5_0/ports/1/gid_attrs/ndevs/3", "eth7");

        DeviceException failure =
                assertThrows(
                        DeviceException.class,
                        () -> new Provisioner(sessions, Ledger.inMemory()).apply(wanted(ALL)));

        assertTrue(
                failure.getMessage().contains("mlx5_0/1 has no network interface"),
                failure::getMessage);
    }

    @Test
    void aCheckSaysWhatCanBeSetAndWhyOthersCannot() throws Exception {
        host.change(nic -> nic.putArray("unsupported").add("ets"));
        host.remove("mlnx_qos");
        Inspection inspection = new Inspection(device, (any, service) -> null);

        List<String> texts = NicInspection.of(inspection, sessions.of(device).login());
        assertEquals(
                Map.of(
                        "driver of mlx5_0/1",
                        "mlx5_core 6.1.0-18-amd64",
                        "firmware of mlx5_0/1",
                        "22.36.1010 (MT_0000000359)"),
                inspection.report().versions());

        assertEquals(
                List.of(
                        "mlx5_0/1 (eth1) sets mtu, linkPause, trust, pfc, dcqcn, cmaRoceTos; not"
                                + " lldp (the firmware is in control (DCBX), and only mlnx_qos, which"
                                + " is not installed, could restore that); not ets (dcb ets: Attribute"
                                + " read: Operation not supported; mlnx_qos: not installed)"),
                texts);
        assertEquals(List.of(), inspection.report().problems());
        assertEquals(List.of(), host.calls());
    }

    private static List<DesiredState> wanted(List<NicState> states) {
        return wanted(device, states);
    }

    static List<DesiredState> wanted(Device device, List<NicState> states) {
        List<Message> messages = states.stream().map(NicState::message).toList();
        return List.of(new DesiredState(device, new NicPart(), messages));
    }

    private static NicState state(String setting, String... values) {
        Map<String, String> all = new java.util.TreeMap<>();
        for (int i = 0; i < values.length; i += 2) {
            all.put(values[i], values[i + 1]);
        }
        return new NicState(NIC, setting, all);
    }
}
