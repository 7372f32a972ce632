package io.losslab.driver.p4runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import io.losslab.api.frame.FlowHash;
import io.losslab.driver.DeviceException;
import io.losslab.driver.LoopbackServer;
import io.losslab.p4.packet.Environment;
import io.losslab.p4.packet.PacketState;
import io.losslab.p4.program.FieldList;
import io.losslab.p4.program.P4Program;
import io.losslab.p4.runtime.P4Switch;
import io.losslab.p4.runtime.TrafficManager;
import io.losslab.proto.p4.config.v1.CounterSpec;
import io.losslab.proto.p4.config.v1.MatchField;
import io.losslab.proto.p4.config.v1.MeterSpec;
import io.losslab.proto.p4.config.v1.P4Info;
import io.losslab.proto.p4.config.v1.Preamble;
import io.losslab.proto.p4.config.v1.Table;
import io.losslab.proto.p4.v1.ActionProfileAction;
import io.losslab.proto.p4.v1.ActionProfileActionSet;
import io.losslab.proto.p4.v1.CounterEntry;
import io.losslab.proto.p4.v1.DirectCounterEntry;
import io.losslab.proto.p4.v1.DirectMeterEntry;
import io.losslab.proto.p4.v1.Entity;
import io.losslab.proto.p4.v1.ForwardingPipelineConfig;
import io.losslab.proto.p4.v1.Index;
import io.losslab.proto.p4.v1.MulticastGroupEntry;
import io.losslab.proto.p4.v1.P4Data;
import io.losslab.proto.p4.v1.PacketReplicationEngineEntry;
import io.losslab.proto.p4.v1.RegisterEntry;
import io.losslab.proto.p4.v1.Replica;
import io.losslab.proto.p4.v1.SetForwardingPipelineConfigRequest.Action;
import io.losslab.proto.p4.v1.TableAction;
import io.losslab.proto.p4.v1.TableEntry;
import io.losslab.proto.p4.v1.Update;
import io.losslab.services.p4runtime.P4RuntimeService;
import io.losslab.services.p4runtime.forwarding.ForwardingDevice;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a controller writes is what packets of the compiled pfc_forward.p4 meet. */
class ProgramExecutionTest {
    private static final P4Info INFO = BundledProgram.V1MODEL_PFC_FORWARD.p4Info();
    private static final int DSCP = 26;

    /** To 10.0.0.1 with DSCP 26, UDP, from the Ethernet header on. */
    private static final String PACKET =
            "0200000000010200000000020800"
                    + "4568002000000000401100000a000002"
                    + "0a000001"
                    + "c00012b7000c0000"
                    + "00000000";

    private final RunningPlane plane = new RunningPlane();
    private final LoopbackServer server =
            new LoopbackServer(
                    new P4RuntimeService(List.of(new ForwardingDevice(1, "tor1", plane))));
    private final P4RuntimeClient client = new P4RuntimeClient(server.channel(), 1);

    @BeforeEach
    void elect() {
        client.becomePrimary(1);
    }

    @AfterEach
    void stop() throws InterruptedException {
        client.close();
        server.stop();
    }

    @Test
    void entriesChooseThePortAndTheQueue() {
        client.setPipeline(config(json()));
        assertEquals(List.of(), plane.send(1, PACKET));
        write(Update.Type.INSERT, entity(classOf(3)), entity(route(2)));
        assertEquals(List.of("port 2 queue 3"), plane.send(1, PACKET));
        write(Update.Type.MODIFY, entity(classOf(5)), entity(route(4)));
        assertEquals(List.of("port 4 queue 5"), plane.send(1, PACKET));
        write(Update.Type.DELETE, entity(route(4)));
        assertEquals(List.of(), plane.send(1, PACKET));
    }

    @Test
    void anActionSetSpreadsOverItsMembers() {
        client.setPipeline(config(json()));
        write(Update.Type.INSERT, entity(route(2, 3)));
        List<String> seen = new ArrayList<>();
        for (int port = 0; port < 64; port++) {
            seen.addAll(plane.send(1, PACKET.replace("c00012b7", "c0%02x12b7".formatted(port))));
        }
        assertEquals(64, seen.size());
        assertTrue(seen.contains("port 2 queue 0") && seen.contains("port 3 queue 0"));
    }

    @Test
    @SuppressWarnings("deprecation") // egress_port: old controllers write ports so
    void aCopyForTheCpuLeavesByTheProgramsPortOfTheController() {
        String copies = json().toStringUtf8().replace("\"egress_spec\" ]", "\"mcast_grp\" ]");
        client.setPipeline(config(ByteString.copyFromUtf8(copies)));
        MulticastGroupEntry group =
                MulticastGroupEntry.newBuilder()
                        .setMulticastGroupId(4)
                        .addReplicas(Replica.newBuilder().setPort(sdnPort(0xffff_fffdL)))
                        .addReplicas(Replica.newBuilder().setEgressPort(-3).setInstance(1))
                        .addReplicas(Replica.newBuilder().setPort(sdnPort(2)))
                        .build();
        Entity replication =
                Entity.newBuilder()
                        .setPacketReplicationEngineEntry(
                                PacketReplicationEngineEntry.newBuilder()
                                        .setMulticastGroupEntry(group))
                        .build();
        write(Update.Type.INSERT, replication, entity(route(4)));
        assertEquals(
                List.of("port 255 queue 0", "port 255 queue 0", "port 2 queue 0"),
                plane.send(1, PACKET));
    }

    /** So that the paths of a plan are those of the packets. */
    @Test
    void theSeedOfTheSwitchAndTheFlowChooseAsFlowHashSays() {
        client.setPipeline(config(json()));
        write(Update.Type.INSERT, entity(route(1, 2, 3)));
        Random random = new Random(1);
        Update.Type type = Update.Type.INSERT;
        for (int i = 0; i < 200; i++) {
            int seed = random.nextInt();
            int source = random.nextInt();
            int port = random.nextInt(1 << 16);
            TableEntry entry =
                    ProgramEntry.in(INFO, "ingress.hash_seeds")
                            .exact("meta.logical_switch", 0)
                            .doing("ingress.set_hash_seed")
                            .with("seed", Integer.toUnsignedLong(seed))
                            .build();
            write(type, entity(entry));
            type = Update.Type.MODIFY;
            String packet =
                    PACKET.replace("0a000002", "%08x".formatted(source))
                            .replace("c00012b7", "%04x12b7".formatted(port));
            int member =
                    FlowHash.CRC32.member(seed, source, 0x0a000001, port, FlowHash.ROCE_PORT, 3);
            assertEquals(List.of("port %d queue 0".formatted(member + 1)), plane.send(1, packet));
        }
    }

    @Test
    void thePlaneHearsOfRoutesThatItCanHave() {
        client.setPipeline(config(json()));
        write(Update.Type.INSERT, entity(route(2, 3)));
        assertEquals(Map.of("167772161/32", List.of(2, 3)), plane.routes);
        // A port that it has not: the program's packets go nowhere, and their path is not known.
        write(Update.Type.MODIFY, entity(route(77)));
        assertEquals(List.of("port 77 queue 0"), plane.send(1, PACKET));
        assertEquals(Map.of(), plane.routes);
        write(Update.Type.MODIFY, entity(route(4)));
        assertEquals(Map.of("167772161/32", List.of(4)), plane.routes);
        write(Update.Type.DELETE, entity(route(4)));
        assertEquals(Map.of(), plane.routes);
    }

    @Test
    void thePlaneHearsOfThePortsThatItHas() {
        client.setPipeline(config(json()));
        write(Update.Type.INSERT, entity(port(2, 1)), entity(port(200, 1)), entity(classOf(3)));
        assertEquals(List.of(0, 1, 0, 0), plane.switches);
        write(Update.Type.DELETE, entity(port(200, 1)));
        write(Update.Type.MODIFY, entity(port(2, 3)));
        assertEquals(List.of(0, 3, 0, 0), plane.switches);
    }

    @Test
    void aBatchThatIsRefusedLeavesNothing() {
        client.setPipeline(config(json()));
        write(Update.Type.INSERT, entity(route(2)));
        assertThrows(
                DeviceException.class,
                () -> write(Update.Type.INSERT, entity(classOf(3)), entity(route(4))));
        // The first of the two was good, and stays: CONTINUE_ON_ERROR.
        assertEquals(List.of("port 2 queue 3"), plane.send(1, PACKET));
    }

    @Test
    void countersCountAndRegistersHold() {
        client.setPipeline(config(json()));
        plane.send(2, PACKET);
        plane.send(2, PACKET);
        CounterEntry rx =
                CounterEntry.newBuilder()
                        .setCounterId(
                                INFO.getCountersList().stream()
                                        .filter(
                                                it ->
                                                        it.getPreamble()
                                                                .getName()
                                                                .equals("ingress.rx"))
                                        .findFirst()
                                        .orElseThrow()
                                        .getPreamble()
                                        .getId())
                        .setIndex(Index.newBuilder().setIndex(2))
                        .build();
        List<Entity> read = client.read(List.of(Entity.newBuilder().setCounterEntry(rx).build()));
        assertEquals(2, read.get(0).getCounterEntry().getData().getPacketCount());

        assertEquals(0x102, written(new byte[] {1, 2}));
    }

    @Test
    void aSignedRegisterHoldsNegativeNumbers() {
        P4Info.Builder signed = INFO.toBuilder();
        signed.getRegistersBuilder(0)
                .getTypeSpecBuilder()
                .getBitstringBuilder()
                .getIntBuilder()
                .setBitwidth(16);
        client.setPipeline(config(signed.build(), json()));
        for (int number : List.of(-1, -500, 127, -32_768)) {
            assertEquals(number, (short) written(BigInteger.valueOf(number).toByteArray()));
        }
    }

    /**
     * What the program has in a register's cell that was written, and is read as it was written.
     */
    private long written(byte[] bytes) {
        P4Data value = P4Data.newBuilder().setBitstring(ByteString.copyFrom(bytes)).build();
        RegisterEntry cell =
                RegisterEntry.newBuilder()
                        .setRegisterId(INFO.getRegisters(0).getPreamble().getId())
                        .setIndex(Index.newBuilder().setIndex(7))
                        .build();
        write(
                Update.Type.MODIFY,
                Entity.newBuilder().setRegisterEntry(cell.toBuilder().setData(value)).build());
        assertEquals(
                value,
                client.read(List.of(Entity.newBuilder().setRegisterEntry(cell).build()))
                        .get(0)
                        .getRegisterEntry()
                        .getData());
        return plane.runs.program().resources().registers().get("ingress.pause_quanta").low(7);
    }

    /** The colour is the queue; time stands still. */
    @Test
    void aDirectMeterKeepsItsTokensUntilItIsConfigured() {
        client.setPipeline(config(metered(MeterSpec.Type.TWO_RATE_THREE_COLOR), meteredJson()));
        TableEntry entry = paced(2);
        write(Update.Type.INSERT, entity(route(2)), entity(entry));
        assertEquals("port 2 queue 0", plane.sendOne(PACKET));
        DirectCounterEntry.Builder reset = DirectCounterEntry.newBuilder().setTableEntry(entry);
        reset.getDataBuilder();
        write(
                Update.Type.MODIFY,
                Entity.newBuilder().setDirectCounterEntry(reset).build(),
                entity(entry.toBuilder().setMetadata(ByteString.copyFromUtf8("same")).build()));
        assertEquals("port 2 queue 1", plane.sendOne(PACKET));
        assertEquals("port 2 queue 2", plane.sendOne(PACKET));

        write(Update.Type.MODIFY, entity(paced(1)));
        assertEquals("port 2 queue 0", plane.sendOne(PACKET));
        assertEquals("port 2 queue 2", plane.sendOne(PACKET));
        DirectMeterEntry again =
                DirectMeterEntry.newBuilder()
                        .setTableEntry(entry)
                        .setConfig(paced(1).getMeterConfig())
                        .build();
        write(Update.Type.MODIFY, Entity.newBuilder().setDirectMeterEntry(again).build());
        assertEquals("port 2 queue 0", plane.sendOne(PACKET));
        assertEquals("port 2 queue 2", plane.sendOne(PACKET));
        write(Update.Type.MODIFY, entity(entry.toBuilder().clearMeterConfig().build()));
        assertEquals("port 2 queue 0", plane.sendOne(PACKET));
        assertEquals("port 2 queue 0", plane.sendOne(PACKET));
    }

    @Test
    void aSingleRateMeterHasAnExcessBurst() {
        client.setPipeline(config(metered(MeterSpec.Type.SINGLE_RATE_THREE_COLOR), meteredJson()));
        TableEntry.Builder entry = paced(1).toBuilder();
        entry.getMeterConfigBuilder().setEburst(1);
        write(Update.Type.INSERT, entity(route(2)), entity(entry.build()));
        assertEquals("port 2 queue 0", plane.sendOne(PACKET));
        assertEquals("port 2 queue 1", plane.sendOne(PACKET));
        assertEquals("port 2 queue 2", plane.sendOne(PACKET));
    }

    /** Its P4Info does not say it, as those of older compilers do not. */
    @Test
    void theDefaultActionOfTheProgramIsReadAndSetAgain() {
        P4Info.Builder info = INFO.toBuilder();
        Table.Builder ports = table(info, "ingress.port_to_switch");
        ports.clearConstDefaultActionId().clearInitialDefaultAction();
        TableEntry initial = defaultSwitch(3);
        client.setPipeline(config(info.build(), enteringSwitch(3)));
        write(Update.Type.INSERT, entity(routeIn(3, 2)), entity(routeIn(0, 4)));
        assertEquals("port 2 queue 0", plane.sendOne(PACKET));
        TableEntry none = initial.toBuilder().clearAction().build();
        assertEquals(List.of(entity(initial)), client.read(List.of(entity(none))));

        write(Update.Type.MODIFY, entity(defaultSwitch(0)));
        assertEquals("port 4 queue 0", plane.sendOne(PACKET));
        write(Update.Type.MODIFY, entity(none));
        assertEquals("port 2 queue 0", plane.sendOne(PACKET));
        assertEquals(List.of(entity(initial)), client.read(List.of(entity(none))));
    }

    @Test
    void aSavedProgramTakesItsEntriesWithItWhenCommitted() {
        client.setPipeline(Action.VERIFY_AND_SAVE, Optional.of(config(json())));
        write(Update.Type.INSERT, entity(route(2)));
        assertEquals(null, plane.runs);
        client.setPipeline(Action.COMMIT, Optional.empty());
        assertEquals(List.of("port 2 queue 0"), plane.send(1, PACKET));
    }

    @Test
    void rubbishIsRefusedWithTheReason() {
        assertRefused(
                "p4_device_config is not a program the software switch can run: not JSON, line 1,",
                ByteString.copyFromUtf8("garbage"));
        String damaged =
                json().toStringUtf8()
                        .replace("\"init_state\" : \"start\"", "\"init_state\" : \"begin\"");
        assertRefused(
                "parsers[0].init_state: there is no state 'begin'",
                ByteString.copyFromUtf8(damaged));
        String other =
                json().toStringUtf8().replace("\"ingress.dscp_classes\"", "\"ingress.other\"");
        assertRefused(
                "p4info and p4_device_config differ: the device config has no table"
                        + " ingress.dscp_classes",
                ByteString.copyFromUtf8(other));
        assertEquals(null, plane.runs);
    }

    @Test
    void aProgramOfOtherSizesOrTypesThanItsDescriptionIsRefused() {
        P4Info.Builder other = INFO.toBuilder();
        other.getRegistersBuilder(0)
                .setSize(INFO.getRegisters(0).getSize() + 1)
                .getTypeSpecBuilder()
                .getBitstringBuilder()
                .getBitBuilder()
                .setBitwidth(8);
        other.getCountersBuilder(0).setSize(INFO.getCounters(0).getSize() + 1);
        table(other, "ingress.dscp_classes")
                .getMatchFieldsBuilder(0)
                .setMatchType(MatchField.MatchType.TERNARY);
        assertRefused(
                "p4info and p4_device_config differ: table ingress.dscp_classes has another key;"
                        + " egress.tx has 513 cells in p4info, 512 in the device config;"
                        + " ingress.pause_quanta has 4097 cells in p4info, 4096 in the device"
                        + " config; ingress.pause_quanta has another type",
                other.build(),
                json());
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_ALL, names = "V1MODEL_.*")
    void bundledProgramsAreAsTheirDescriptionsSay(BundledProgram program) {
        client.setPipeline(config(program.p4Info(), program.deviceConfig()));
    }

    private void assertRefused(String why, ByteString deviceConfig) {
        assertRefused(why, INFO, deviceConfig);
    }

    private void assertRefused(String why, P4Info info, ByteString deviceConfig) {
        DeviceException refusal =
                assertThrows(
                        DeviceException.class,
                        () ->
                                client.setPipeline(
                                        Action.VERIFY, Optional.of(config(info, deviceConfig))));
        assertTrue(refusal.getMessage().contains(why), refusal.getMessage());
    }

    private void write(Update.Type type, Entity... entities) {
        List<Update> updates = new ArrayList<>();
        for (Entity entity : entities) {
            updates.add(Update.newBuilder().setType(type).setEntity(entity).build());
        }
        client.write(updates);
    }

    private static ByteString sdnPort(long number) {
        return ByteString.copyFrom(BigInteger.valueOf(number).toByteArray());
    }

    private static Entity entity(TableEntry entry) {
        return Entity.newBuilder().setTableEntry(entry).build();
    }

    private static TableEntry classOf(int priority) {
        return ProgramEntry.in(INFO, "ingress.dscp_classes")
                .exact("hdr.ipv4.dscp", DSCP)
                .doing("ingress.set_class")
                .with("priority", priority)
                .build();
    }

    private static TableEntry defaultSwitch(int logicalSwitch) {
        return port(1, logicalSwitch).toBuilder().clearMatch().setIsDefaultAction(true).build();
    }

    /** With a switch that packets of every port enter by default. */
    private static ByteString enteringSwitch(int logicalSwitch) {
        return ByteString.copyFromUtf8(
                json().toStringUtf8()
                        .replaceFirst(
                                "(?s)(\"name\" : \"ingress.port_to_switch\".*?\"default_entry\" : )\\{.*?\\}",
                                "$1{ \"action_id\" : 6, \"action_data\" : [ \"0x%x\" ] }"
                                        .formatted(logicalSwitch)));
    }

    /** One packet that is green, and so many that are not red. */
    private static TableEntry paced(int peakBurst) {
        TableEntry.Builder entry =
                ProgramEntry.in(INFO, "ingress.dscp_classes")
                        .exact("hdr.ipv4.dscp", DSCP)
                        .doing("NoAction")
                        .build()
                        .toBuilder();
        entry.getMeterConfigBuilder().setCir(1).setCburst(1).setPir(1).setPburst(peakBurst);
        return entry.build();
    }

    /** With a direct counter and a direct meter of the classes. */
    private static P4Info metered(MeterSpec.Type type) {
        P4Info.Builder info = INFO.toBuilder();
        Table.Builder classes = table(info, "ingress.dscp_classes");
        int table = classes.getPreamble().getId();
        info.addDirectCountersBuilder()
                .setDirectTableId(table)
                .setPreamble(Preamble.newBuilder().setId(0x13000001).setName("ingress.hits"))
                .getSpecBuilder()
                .setUnit(CounterSpec.Unit.PACKETS);
        info.addDirectMetersBuilder()
                .setDirectTableId(table)
                .setPreamble(Preamble.newBuilder().setId(0x15000001).setName("ingress.pace"))
                .getSpecBuilder()
                .setUnit(MeterSpec.Unit.PACKETS)
                .setType(type);
        classes.addDirectResourceIds(0x13000001).addDirectResourceIds(0x15000001);
        return info.build();
    }

    private static ByteString meteredJson() {
        String metered =
                json().toStringUtf8()
                        .replace(
                                "\"meter_arrays\" : [ ]",
                                """
                                "meter_arrays" : [ {
                                  "name" : "ingress.pace", "id" : 0, "is_direct" : true,
                                  "type" : "packets", "size" : 64,
                                  "result_target" : [ "standard_metadata", "priority" ]
                                } ]""")
                        .replaceFirst(
                                "(?s)(\"name\" : \"ingress.dscp_classes\".*?\"direct_meters\" : )null",
                                "$1\"ingress.pace\"");
        return ByteString.copyFromUtf8(metered);
    }

    private static Table.Builder table(P4Info.Builder info, String name) {
        return info.getTablesBuilderList().stream()
                .filter(it -> it.getPreamble().getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static TableEntry port(int port, int logicalSwitch) {
        return ProgramEntry.in(INFO, "ingress.port_to_switch")
                .exact("standard.ingress_port", port)
                .doing("ingress.enter_switch")
                .with("logical_switch", logicalSwitch)
                .build();
    }

    private static TableEntry route(int... ports) {
        return routeIn(0, ports);
    }

    private static TableEntry routeIn(int logicalSwitch, int... ports) {
        ActionProfileActionSet.Builder set = ActionProfileActionSet.newBuilder();
        TableEntry.Builder entry = TableEntry.newBuilder();
        for (int port : ports) {
            TableEntry one =
                    ProgramEntry.in(INFO, "ingress.routes")
                            .lpm("hdr.ipv4.dst_addr", 0x0a000001, 32)
                            .exact("meta.logical_switch", logicalSwitch)
                            .doing("ingress.forward")
                            .with("port", port)
                            .build();
            entry = one.toBuilder();
            set.addActionProfileActions(
                    ActionProfileAction.newBuilder()
                            .setAction(one.getAction().getAction())
                            .setWeight(1));
        }
        return entry.setAction(TableAction.newBuilder().setActionProfileActionSet(set)).build();
    }

    private static ForwardingPipelineConfig config(ByteString deviceConfig) {
        return config(INFO, deviceConfig);
    }

    private static ForwardingPipelineConfig config(P4Info info, ByteString deviceConfig) {
        return ForwardingPipelineConfig.newBuilder()
                .setP4Info(info)
                .setP4DeviceConfig(deviceConfig)
                .build();
    }

    private static ByteString json() {
        return BundledProgram.V1MODEL_PFC_FORWARD.deviceConfig();
    }

    /** A plane that runs programs, and says which queue a packet joins. */
    private static final class RunningPlane extends ScriptedPlane implements TrafficManager {
        private final List<String> queued = new ArrayList<>();
        private P4Switch runs;

        @Override
        public boolean runsPrograms() {
            return true;
        }

        @Override
        public void runProgram(P4Program program) {
            runs = program == null ? null : new P4Switch(program, new Environment(1), this);
        }

        @Override
        public void changeProgram(List<Consumer<P4Switch>> changes) {
            changes.forEach(it -> it.accept(runs));
        }

        @Override
        public <T> T readProgram(Function<P4Switch, T> reading) {
            return reading.apply(runs);
        }

        List<String> send(int port, String hex) {
            queued.clear();
            byte[] bytes = HexFormat.of().parseHex(hex);
            PacketState packet = runs.take();
            packet.receive(bytes, 0, bytes.length, bytes.length);
            runs.ingress(packet, port);
            return List.copyOf(queued);
        }

        /** Where the one packet goes that a packet of port 1 becomes. */
        String sendOne(String hex) {
            List<String> sent = send(1, hex);
            assertEquals(1, sent.size());
            return sent.get(0);
        }

        @Override
        public void enqueue(int port, int queue, PacketState packet) {
            queued.add("port %d queue %d".formatted(port, queue));
        }

        @Override
        public int depth(int port, int queue) {
            return 0;
        }

        @Override
        public void digest(FieldList fields, PacketState packet) {}

        @Override
        public void dropped(PacketState packet) {}
    }
}
