package io.losslab.labs.provision;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.Message;
import io.losslab.api.frame.ClassMap;
import io.losslab.api.rpc.DeviceAddress;
import io.losslab.configs.binding.Binding;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.DevicePort;
import io.losslab.configs.testbed.PortQueues;
import io.losslab.configs.testbed.Testbed;
import io.losslab.devices.Assignment;
import io.losslab.devices.DesiredState;
import io.losslab.devices.DeviceKind;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.tofino2.program.TofinoKeys;
import io.losslab.driver.DeviceException;
import io.losslab.driver.LoopbackServer;
import io.losslab.driver.bfrt.BfRtClient;
import io.losslab.driver.bfrt.BfRtDevice;
import io.losslab.driver.bfrt.program.CompiledFolder;
import io.losslab.driver.bfrt.program.CompilerOutput;
import io.losslab.driver.bfrt.table.BfRtSchema;
import io.losslab.driver.bfrt.table.TableRow;
import io.losslab.driver.p4runtime.BundledProgram;
import io.losslab.driver.p4runtime.ClassTables;
import io.losslab.flowcontrol.pfc.PfcSettings;
import io.losslab.flowcontrol.setting.Settings;
import io.losslab.proto.bfrt.DataField;
import io.losslab.proto.bfrt.Update;
import io.losslab.proto.bfrt.WriteRequest;
import io.losslab.proto.p4.v1.TableEntry;
import io.losslab.proto.v1.NamedScheme;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A switch of the fabric, driven as a Tofino2: its pipeline over the fabric's P4Runtime, its
 * traffic manager over BF Runtime.
 */
class TofinoSwitchTest {
    private static final int FLOW_CONTROL = 0xff050014;
    private static final int PRIORITY_GROUPS = 0xff050030;
    private static final int SPEED = 1;
    private static final int FEC = 2;
    private static final int PORT_ENABLE = 4;
    private static final int DEV_PORT = 1;
    private static final int SKID_CELLS = 3;
    private static final int ICOS_0 = 4;
    private static final int GUARANTEED_CELLS = 12;
    private static final int HYSTERESIS_CELLS = 13;
    private static final int POOL = 14;
    private static final int POOL_CELLS = 15;
    private static final int BUFFER_FACTOR = 16;
    private static final int GROUP_COUNTER = 17;
    private static final long CELL_BYTES = 176;

    @TempDir private Path folder;

    private final BfRtDevice chip = new BfRtDevice("pfc_forward");
    private final LoopbackServer server = new LoopbackServer(chip);
    private RecordingProxy proxy;
    private ServedCell served;

    @BeforeEach
    void serve() throws IOException {
        proxy = new RecordingProxy(server.channel().address().port());
        served = ServedCell.ofTofinos("bifrost/case-a", 0);
        CompiledFolder.write(folder, "pfc_forward");
        Files.writeString(folder.resolve("fixed.json"), chip.fixedTables());
    }

    @AfterEach
    void stop() throws InterruptedException {
        served.close();
        proxy.close();
        server.stop();
    }

    @Test
    void whatReachesATofinoIsWhatWasPlanned() {
        CellSettings settings = settings(files());
        new Provisioner(served.sessions, Ledger.inMemory()).apply(settings.desired());
        List<RecordingProxy.Request> sent = proxy.takeSettingRequests();
        assertEquals(
                planned(settings, true),
                texts(sent.stream().filter(it -> it.method().endsWith("Write")).toList()));
        settings.traffic().forEach(call -> call.send(served.sessions.of(call.device())));
        assertEquals(planned(settings, false), texts(served.proxy.takeSettingRequests()));
        assertEquals(
                CompilerOutput.read(folder.resolve("pfc_forward.tofino2")).bundle(),
                served.forwarding(m()).pipeline().orElseThrow().getP4DeviceConfig());
    }

    @Test
    void thresholdsReachThePriorityGroupOfThePortInCells() {
        new Provisioner(served.sessions, Ledger.inMemory()).apply(settings(files()).desired());
        NamedScheme scheme = served.plan.switches().get(0).config().getPorts(0).getSchemes(0);
        PfcSettings pfc = PfcSettings.of(new Settings(scheme.getSettingsMap()));
        TableRow group = chip.rows(0, "tf2.tm.ppg.cfg").get(0);
        assertEquals(1, (long) group.data().get("dev_port"));
        assertEquals(pfc.xoffBytes() / CELL_BYTES, (long) group.data().get("guaranteed_cells"));
        assertEquals(
                (pfc.headroomBytes() + CELL_BYTES - 1) / CELL_BYTES,
                (long) group.data().get("pfc_skid_max_cells"));
        assertEquals(pfc.xoffBytes(), pfc.xonBytes());
        assertEquals(32, (long) group.data().get("hysteresis_cells"), "the chip's least");
        int priority = Integer.numberOfTrailingZeros(pfc.priorities());
        assertEquals(true, group.data().get("icos_" + priority));
        TableRow queue = chip.rows(0, "tf2.tm.queue.buffer").get(0);
        assertEquals(Map.of("pg_id", 3L, "pg_queue", 16L + priority), queue.key());
        assertEquals(false, queue.data().get("tail_drop_enable"));
        TableRow obeyed = chip.rows(0, "tf2.tm.queue.cfg").get(0);
        assertEquals(queue.key(), obeyed.key());
        assertEquals((long) priority, (long) obeyed.data().get("pfc_cos"));
        TableRow port = chip.rows(BfRtClient.ALL_PIPES, "$PORT").get(0);
        assertEquals(pfc.priorities(), (long) port.data().get("$TX_PFC_EN_MAP"));
    }

    /** The chip's queues obey priority 0 unless they are set. */
    @Test
    void pfcOfPriority0StopsTheQueueOfItsClassOnly() throws IOException {
        served.close();
        served = ServedCell.ofTofinos("bifrost/case-a", 0, "schemes.pfc.0.pfc.priorities=[0]");
        new Provisioner(served.sessions, Ledger.inMemory()).apply(settings(files()).desired());
        List<TableRow> queues = chip.rows(0, "tf2.tm.queue.cfg");
        assertEquals(
                Map.of(17L, 1L, 18L, 2L, 19L, 3L, 20L, 4L, 21L, 5L, 22L, 6L, 23L, 7L),
                queues.stream()
                        .filter(row -> (Long) row.key().get("pg_queue") < 32)
                        .collect(
                                Collectors.toMap(
                                        row -> row.key().get("pg_queue"),
                                        row -> row.data().get("pfc_cos"))));
    }

    @Test
    void aThresholdBelowTheLeastHysteresisIsRefusedWithItsPort() throws IOException {
        served.close();
        served = ServedCell.ofTofinos("bifrost/case-a", 0, "schemes.pfc.0.pfc.xoff=5KB");
        assertEquals("M port 1: xoff must be at least 32 cells, 5632 B: 5000 B", refusal(files()));
    }

    @Test
    void provisioningTwiceChangesNothingAndUndoingSetsBackWhatWasRead() {
        chip.preset(
                FLOW_CONTROL,
                BfRtClient.ALL_PIPES,
                BfRtDevice.exact(new byte[] {0, 0, 0, 1}),
                DataField.newBuilder().setFieldId(1).setStrVal("PAUSE").build());
        List<DesiredState> wanted = settings(files()).desired();
        Provisioner provisioner = new Provisioner(served.sessions, Ledger.inMemory());
        provisioner.apply(wanted);
        assertEquals(0, new Provisioner(served.sessions, Ledger.inMemory()).apply(wanted));
        provisioner.requireUnchanged(wanted);
        assertEquals(List.of(), provisioner.undoAll());
        assertEquals(List.of(), chip.rows(0, "tf2.tm.ppg.cfg"));
        assertEquals(List.of(), chip.rows(BfRtClient.ALL_PIPES, "$PORT"));
        TableRow port = chip.rows(BfRtClient.ALL_PIPES, "tf2.tm.port.flowcontrol").get(0);
        assertEquals("PAUSE", port.data().get("mode_tx"));
    }

    /** Two rows of a port are about one entry, which was not there. */
    @Test
    void portsThatALaterCellDoesNotUseAreDeletedOnce() throws IOException {
        Provisioner provisioner = new Provisioner(served.sessions, Ledger.inMemory());
        List<DesiredState> wanted = settings(files()).desired();
        provisioner.apply(wanted);
        List<DesiredState> withoutPorts =
                wanted.stream().map(each -> isOfRows(each) ? of(each, List.of()) : each).toList();

        proxy.takeSettingRequests();
        provisioner.apply(withoutPorts);

        assertEquals(List.of(), chip.rows(BfRtClient.ALL_PIPES, "$PORT"));
        assertEquals(List.of(), chip.rows(0, "tf2.tm.ppg.cfg"));
        List<RecordingProxy.Request> sent = proxy.takeSettingRequests();
        RecordingProxy.Request last = sent.get(sent.size() - 1);
        assertEquals(portTable(), tableOf(WriteRequest.parseFrom(last.bytes())), "ports go last");
        assertEquals(List.of(), provisioner.undoAll());
    }

    @Test
    void aRowThatACellDeletesComesBackWithAllThatItHad() {
        List<DesiredState> wanted = settings(files()).desired();
        new Provisioner(served.sessions, Ledger.inMemory()).apply(wanted);
        List<TableRow> ports = chip.rows(BfRtClient.ALL_PIPES, "$PORT");
        List<TableRow> groups = chip.rows(0, "tf2.tm.ppg.cfg");
        DesiredState rows = wanted.stream().filter(each -> isOfRows(each)).findFirst().get();
        List<Message> deletions =
                rows.state().stream()
                        .map(WriteRequest.class::cast)
                        .filter(row -> row.getUpdates(0).getType() != Update.Type.MODIFY)
                        .<Message>map(TofinoSwitchTest::deletion)
                        .distinct()
                        .toList();
        Provisioner later = new Provisioner(served.sessions, Ledger.inMemory());
        later.apply(List.of(of(rows, deletions)));
        assertEquals(List.of(), chip.rows(BfRtClient.ALL_PIPES, "$PORT"));

        assertEquals(List.of(), later.undoAll());

        assertEquals(ports, chip.rows(BfRtClient.ALL_PIPES, "$PORT"));
        assertEquals(groups, chip.rows(0, "tf2.tm.ppg.cfg"));
    }

    /** The user's group and port have fields that a run does not send. */
    @Test
    void aRowThatARunReplacesComesBackWithAllThatItHad() {
        List<DesiredState> wanted = settings(files()).desired();
        WriteRequest group = firstGroup(wanted);
        io.losslab.proto.bfrt.TableEntry entry = group.getUpdates(0).getEntity().getTableEntry();
        chip.preset(
                PRIORITY_GROUPS,
                0,
                entry.getKey(),
                entry.getData().getActionId(),
                ofUser(1, 3, 70));
        chip.preset(
                portTable(),
                BfRtClient.ALL_PIPES,
                BfRtDevice.exact(new byte[] {0, 0, 0, 1}),
                DataField.newBuilder().setFieldId(1).setStrVal("BF_SPEED_40G").build(),
                DataField.newBuilder().setFieldId(2).setStrVal("BF_FEC_TYP_NONE").build(),
                DataField.newBuilder().setFieldId(4).setBoolVal(true).build(),
                DataField.newBuilder().setFieldId(6).setStrVal("BF_LPBK_PIPE").build(),
                BfRtDevice.number(9, 4, 6),
                BfRtDevice.number(10, 4, 6),
                DataField.newBuilder().setFieldId(25).setBoolVal(false).build());
        List<TableRow> groups = chip.rows(0, "tf2.tm.ppg.cfg");
        List<TableRow> ports = chip.rows(BfRtClient.ALL_PIPES, "$PORT");
        Provisioner provisioner = new Provisioner(served.sessions, Ledger.inMemory());
        provisioner.apply(wanted);
        provisioner.requireUnchanged(wanted);
        assertNotEquals(groups.get(0), chip.rows(0, "tf2.tm.ppg.cfg").get(0));

        assertEquals(List.of(), provisioner.undoAll());

        assertEquals(groups, chip.rows(0, "tf2.tm.ppg.cfg"));
        assertEquals(ports, chip.rows(BfRtClient.ALL_PIPES, "$PORT"));
    }

    /** The SDE deletes and adds a port that is sent a speed. */
    @Test
    void aPortThatKeepsItsSpeedIsNotSentIt() throws IOException {
        List<DesiredState> wanted = settings(files()).desired();
        Provisioner provisioner = new Provisioner(served.sessions, Ledger.inMemory());
        provisioner.apply(wanted);
        List<TableRow> ports = chip.rows(BfRtClient.ALL_PIPES, "$PORT");
        chip.preset(
                portTable(),
                BfRtClient.ALL_PIPES,
                BfRtDevice.exact(new byte[] {0, 0, 0, 1}),
                text(SPEED, "BF_SPEED_100G"),
                text(FEC, "BF_FEC_TYP_NONE"),
                DataField.newBuilder().setFieldId(PORT_ENABLE).setBoolVal(true).build(),
                BfRtDevice.number(9, 4, 8),
                BfRtDevice.number(10, 4, 8));
        List<TableRow> changed = chip.rows(BfRtClient.ALL_PIPES, "$PORT");
        proxy.takeSettingRequests();
        Provisioner later = new Provisioner(served.sessions, Ledger.inMemory());

        later.apply(wanted);

        assertEquals(List.of(text(FEC, "BF_FEC_TYP_REED_SOLOMON")), sentFields());
        assertEquals(ports, chip.rows(BfRtClient.ALL_PIPES, "$PORT"));
        assertEquals(List.of(), later.undoAll());
        assertEquals(List.of(text(FEC, "BF_FEC_TYP_NONE")), sentFields());
        assertEquals(changed, chip.rows(BfRtClient.ALL_PIPES, "$PORT"));
    }

    private static DataField text(int field, String value) {
        return DataField.newBuilder().setFieldId(field).setStrVal(value).build();
    }

    /** Of all rows that were written since this was asked last. */
    private List<DataField> sentFields() throws IOException {
        List<DataField> fields = new ArrayList<>();
        for (RecordingProxy.Request sent : proxy.takeSettingRequests()) {
            if (sent.method().endsWith("Write")) {
                fields.addAll(
                        WriteRequest.parseFrom(sent.bytes())
                                .getUpdates(0)
                                .getEntity()
                                .getTableEntry()
                                .getData()
                                .getFieldsList());
            }
        }
        return fields;
    }

    /** The first cell finds the fields that it sends, and sends nothing; the next one replaces. */
    @Test
    void aRowThatALaterCellReplacesComesBackWithAllThatItHad() {
        List<DesiredState> wanted = settings(files()).desired();
        WriteRequest group = firstGroup(wanted);
        io.losslab.proto.bfrt.TableEntry entry = group.getUpdates(0).getEntity().getTableEntry();
        List<DataField> fields = new ArrayList<>(entry.getData().getFieldsList());
        fields.add(BfRtDevice.number(GROUP_COUNTER, 1, 0));
        chip.preset(
                PRIORITY_GROUPS,
                0,
                entry.getKey(),
                entry.getData().getActionId(),
                fields.toArray(DataField[]::new));
        List<TableRow> groups = chip.rows(0, "tf2.tm.ppg.cfg");
        Provisioner provisioner = new Provisioner(served.sessions, Ledger.inMemory());
        provisioner.apply(wanted);
        assertEquals(groups.get(0), chip.rows(0, "tf2.tm.ppg.cfg").get(0));
        provisioner.apply(
                wanted.stream()
                        .map(
                                each ->
                                        isOfRows(each)
                                                ? of(each, replacing(each.state(), group))
                                                : each)
                        .toList());
        assertNotEquals(groups.get(0), chip.rows(0, "tf2.tm.ppg.cfg").get(0));

        assertEquals(List.of(), provisioner.undoAll());

        assertEquals(groups, chip.rows(0, "tf2.tm.ppg.cfg"));
    }

    /** The rows with another threshold in one. */
    private static List<Message> replacing(List<Message> rows, WriteRequest group) {
        WriteRequest.Builder other = group.toBuilder();
        other
                .getUpdatesBuilder(0)
                .getEntityBuilder()
                .getTableEntryBuilder()
                .getDataBuilder()
                .getFieldsBuilderList()
                .stream()
                .filter(field -> field.getFieldId() == GUARANTEED_CELLS)
                .forEach(field -> field.mergeFrom(BfRtDevice.number(GUARANTEED_CELLS, 4, 77)));
        return rows.stream().map(row -> row.equals(group) ? other.build() : row).toList();
    }

    private static WriteRequest firstGroup(List<DesiredState> wanted) {
        return wanted.stream()
                .filter(TofinoSwitchTest::isOfRows)
                .flatMap(each -> each.state().stream())
                .map(WriteRequest.class::cast)
                .filter(row -> tableOf(row) == PRIORITY_GROUPS)
                .findFirst()
                .orElseThrow();
    }

    /** The chip takes a priority of a port in one group only, also while rows are set. */
    @Test
    void groupsOfALaterCellMayHaveTheIdsOfEachOther() {
        List<DesiredState> wanted = settings(files()).desired();
        Provisioner provisioner = new Provisioner(served.sessions, Ledger.inMemory());
        provisioner.apply(wanted);
        List<TableRow> groups = chip.rows(0, "tf2.tm.ppg.cfg");
        List<DesiredState> other =
                wanted.stream()
                        .map(each -> isOfRows(each) ? of(each, renumbered(each.state())) : each)
                        .toList();

        provisioner.apply(other);

        assertEquals(groups.size(), chip.rows(0, "tf2.tm.ppg.cfg").size());
        provisioner.apply(wanted);
        assertEquals(List.of(), provisioner.undoAll());
        assertEquals(List.of(), chip.rows(0, "tf2.tm.ppg.cfg"));
    }

    /** Groups with the ids of the ones after them. */
    private static List<Message> renumbered(List<Message> rows) {
        List<WriteRequest> groups =
                rows.stream()
                        .map(WriteRequest.class::cast)
                        .filter(row -> tableOf(row) == PRIORITY_GROUPS)
                        .toList();
        return rows.stream()
                .<Message>map(
                        row -> {
                            int place = groups.indexOf(row);
                            return place < 0
                                    ? row
                                    : withKeyOf(
                                            groups.get(place),
                                            groups.get((place + 1) % groups.size()));
                        })
                .toList();
    }

    private static WriteRequest withKeyOf(WriteRequest row, WriteRequest other) {
        WriteRequest.Builder moved = row.toBuilder();
        moved.getUpdatesBuilder(0)
                .getEntityBuilder()
                .getTableEntryBuilder()
                .setKey(other.getUpdates(0).getEntity().getTableEntry().getKey());
        return moved.build();
    }

    @Test
    void aGroupOfAPortOutsideTheExperimentKeepsItsId() {
        presetGroup(1, 77, 3);
        TableRow other = chip.rows(0, "tf2.tm.ppg.cfg").get(0);
        Provisioner provisioner = new Provisioner(served.sessions, Ledger.inMemory());

        provisioner.apply(settings(identified()).desired());

        List<TableRow> groups = chip.rows(0, "tf2.tm.ppg.cfg");
        assertTrue(groups.contains(other), groups.toString());
        assertTrue(groups.size() > 1, groups.toString());
        assertEquals(List.of(), provisioner.undoAll());
        assertEquals(List.of(other), chip.rows(0, "tf2.tm.ppg.cfg"));
    }

    @Test
    void poolsHaveTheCellsOfAllGroups() {
        presetGroup(1, 77, 3);
        presetGroup(9, 1, 3);
        Provisioner provisioner = new Provisioner(served.sessions, Ledger.inMemory());

        provisioner.apply(settings(identified()).desired());

        long headroom = cells("pfc_skid_max_cells");
        assertTrue(headroom > 70);
        assertEquals(headroom, poolCells("IG_SKID_POOL"));
        assertEquals(24_576 + cells("guaranteed_cells"), poolCells("IG_EG_GUARANTEED_MIN"));
        assertEquals(List.of(), provisioner.undoAll());
        assertEquals(List.of(), chip.rows(BfRtClient.ALL_PIPES, "tf2.tm.pool.cfg"));
    }

    /** Which is 256,000 cells. */
    @Test
    void groupsMayTakeMoreThanTheLimitOfWhatCameIn() throws IOException {
        serveHeadroom("10MB");
        Provisioner provisioner = new Provisioner(served.sessions, Ledger.inMemory());
        provisioner.apply(settings(files()).desired());
        assertEquals(
                List.of(false),
                chip.rows(BfRtClient.ALL_PIPES, "tf2.tm.cfg").stream()
                        .map(row -> row.data().get("ig_buffer_limit_enable"))
                        .toList());
        assertEquals(List.of(), provisioner.undoAll());
        assertEquals(List.of(), chip.rows(BfRtClient.ALL_PIPES, "tf2.tm.cfg"));
    }

    @Test
    void groupsThatTakeMoreThanTheChipHasAreRefused() throws IOException {
        serveHeadroom("10MB");
        presetGroup(9, 77, 3, 200_000);
        CellSettings settings = settings(identified());
        String refused = assertThrows(CommandFailure.class, settings::desired).getMessage();
        assertTrue(
                refused.matches(
                        "M: XOFF and headroom of its priority groups and default groups are \\d+"
                                + " cells of 176 B, but the chip has 393216"),
                refused);
    }

    private void serveHeadroom(String headroom) throws IOException {
        served.close();
        served =
                ServedCell.ofTofinos("bifrost/case-a", 0, "schemes.pfc.0.pfc.headroom=" + headroom);
    }

    private long cells(String field) {
        return chip.rows(0, "tf2.tm.ppg.cfg").stream()
                .mapToLong(row -> (Long) row.data().get(field))
                .sum();
    }

    private long poolCells(String pool) {
        return chip.rows(BfRtClient.ALL_PIPES, "tf2.tm.pool.cfg").stream()
                .filter(row -> row.key().get("pool").equals(pool))
                .mapToLong(row -> (Long) row.data().get("size_cells"))
                .sum();
    }

    /** The chip takes a priority of a port in one group only. */
    @Test
    void theGroupThatHasThePriorityOfAPortIsReplaced() {
        presetGroup(9, 1, 3);
        TableRow own = chip.rows(0, "tf2.tm.ppg.cfg").get(0);
        Provisioner provisioner = new Provisioner(served.sessions, Ledger.inMemory());

        provisioner.apply(settings(identified()).desired());

        List<TableRow> ofPort =
                chip.rows(0, "tf2.tm.ppg.cfg").stream()
                        .filter(row -> row.data().get("dev_port").equals(1L))
                        .toList();
        assertEquals(List.of(9L), ofPort.stream().map(row -> row.key().get("ppg_id")).toList());
        assertEquals("DISABLE", ofPort.get(0).data().get("dynamic_baf"));
        assertEquals("IG_APP_POOL_0", ofPort.get(0).data().get("pool_id"));
        assertEquals(0L, ofPort.get(0).data().get("pool_max_cells"));
        assertEquals(List.of(), provisioner.undoAll());
        assertEquals(List.of(own), chip.rows(0, "tf2.tm.ppg.cfg"));
    }

    @Test
    void groupsOfThePortsFrom40OnLeaveRoomForThoseOfTheOthers() {
        for (int id = 1; id <= 64; id++) {
            presetGroup(id, 40 + id % 32, id / 32);
        }
        assertTrue(!settings(identified()).desired().isEmpty());
    }

    @Test
    void aPortWhoseHalfOfThePipeHasNoGroupsLeftIsRefused() {
        for (int id = 1; id <= 64; id++) {
            presetGroup(id, 8 + id % 32, id / 32);
        }
        CellSettings settings = settings(identified());
        CommandFailure refused = assertThrows(CommandFailure.class, settings::desired);
        assertEquals(
                "M port 1: pipe 0 has no free priority group for ports 0..39: the chip has 64 for"
                        + " them",
                refused.getMessage());
    }

    private void presetGroup(int id, int port, int priority) {
        presetGroup(id, port, priority, 70);
    }

    private void presetGroup(int id, int port, int priority, long headroomCells) {
        chip.preset(
                PRIORITY_GROUPS,
                0,
                BfRtDevice.exact(new byte[] {(byte) id}),
                1,
                ofUser(port, priority, headroomCells));
    }

    /** A group with a dynamic threshold. */
    private static DataField[] ofUser(int port, int priority, long headroomCells) {
        return new DataField[] {
            BfRtDevice.number(DEV_PORT, 4, port),
            BfRtDevice.number(SKID_CELLS, 4, headroomCells),
            DataField.newBuilder().setFieldId(ICOS_0 + priority).setBoolVal(true).build(),
            BfRtDevice.number(GUARANTEED_CELLS, 4, 40),
            BfRtDevice.number(HYSTERESIS_CELLS, 4, 40),
            DataField.newBuilder().setFieldId(POOL).setStrVal("IG_APP_POOL_1").build(),
            BfRtDevice.number(POOL_CELLS, 4, 100),
            DataField.newBuilder().setFieldId(BUFFER_FACTOR).setStrVal("80%").build(),
            BfRtDevice.number(GROUP_COUNTER, 1, 0)
        };
    }

    @Test
    void aPortThatHasOtherQueuesThanTheTestbedFileSaysIsRefused() {
        DevicePort port = m().ports().get(0);
        PortQueues queues =
                testbed(files()).device("M").orElseThrow().ports().get(0).queues().get();
        placePorts();
        chip.place(port.number(), queues.group(), queues.first(), 8);
        CommandFailure refused = assertThrows(CommandFailure.class, this::asked);
        assertEquals(
                "M port 1 has 8 queues of group 3, which begin with [16], not 16 of group 3 from 16"
                        + " on",
                refused.getMessage());
    }

    /** The chip has the queues of ports where the testbed file says. */
    private void placePorts() {
        for (DevicePort port : testbed(files()).device("M").orElseThrow().ports()) {
            PortQueues queues = port.queues().orElseThrow();
            chip.place(port.number(), queues.group(), queues.first(), queues.count());
        }
    }

    /** The testbed as a run has it. */
    private Testbed identified() {
        placePorts();
        return asked();
    }

    private Testbed asked() {
        return testbed(files())
                .with(
                        device ->
                                DeviceKind.of(device)
                                        .identified(
                                                device,
                                                (asked, service) ->
                                                        served.sessions
                                                                .of(asked)
                                                                .channel(service)));
    }

    private static boolean isOfRows(DesiredState state) {
        return state.part().name().equals("trafficManager");
    }

    private static DesiredState of(DesiredState state, List<Message> rows) {
        return new DesiredState(state.device(), state.part(), rows);
    }

    private static WriteRequest deletion(WriteRequest row) {
        WriteRequest.Builder deletion = row.toBuilder();
        deletion.getUpdatesBuilder(0)
                .setType(Update.Type.DELETE)
                .getEntityBuilder()
                .getTableEntryBuilder()
                .clearData();
        return deletion.build();
    }

    private int portTable() {
        return BfRtSchema.parse(List.of(chip.fixedTables())).table("$PORT").id();
    }

    private static int tableOf(WriteRequest row) {
        return row.getUpdates(0).getEntity().getTableEntry().getTableId();
    }

    @Test
    void aJournalSetsBackATofinoToo() throws IOException {
        Testbed testbed = testbed(files());
        List<DesiredState> wanted = settings(testbed).desired();
        Path journal = folder.resolve("undo.jsonl");
        Journal writes = Journal.at(journal, testbed.file());
        new Provisioner(served.sessions, Ledger.in(writes)).apply(wanted);
        Ledger read = Journal.ledgerOf(journal, testbed);
        assertEquals(List.of(), new Provisioner(served.sessions, read).undoAll());
        assertEquals(List.of(), chip.rows(0, "tf2.tm.ppg.cfg"));
    }

    @Test
    void aThresholdThatTheChipRoundsIsNamed() {
        chip.round(
                PRIORITY_GROUPS,
                GUARANTEED_CELLS,
                BfRtDevice.number(GUARANTEED_CELLS, 4, 8).getStream());
        Provisioner provisioner = new Provisioner(served.sessions, Ledger.inMemory());
        List<DesiredState> wanted = settings(files()).desired();
        String refused =
                assertThrows(DeviceException.class, () -> provisioner.apply(wanted)).getMessage();
        assertTrue(refused.contains("trafficManager does not read back as sent"), refused);
        assertTrue(refused.contains("table tf2.tm.ppg.cfg, ppg_id=1"), refused);
        assertTrue(refused.contains("guaranteed_cells: set "), refused);
        assertTrue(refused.contains(", read 8"), refused);
    }

    @Test
    void aProgramThatIsNotCompiledIsNamed() {
        assertEquals(
                "M needs the compiled P4 program pfc_forward, which is not in the testbed file",
                refusal(
                        new TofinoKeys(
                                Map.of(), files().bfrtTables(), Optional.empty(), List.of())));
        Path missing = folder.resolve("none");
        assertEquals(
                "M, program pfc_forward: %s has no compiler output".formatted(missing),
                refusal(
                        new TofinoKeys(
                                Map.of("pfc_forward", missing),
                                files().bfrtTables(),
                                Optional.empty(),
                                List.of())));
    }

    @Test
    void aSchemeWithoutAProgramIsRefused() throws IOException {
        served.close();
        served = ServedCell.ofTofinos("src/test/resources/run/bfc-star.yaml", 0);
        assertEquals(
                "%s: there is no P4 program of bfc for a Tofino2"
                        .formatted(served.plan.switches().get(0).node().name()),
                refusal(files()));
    }

    private String refusal(TofinoKeys files) {
        return assertThrows(CommandFailure.class, () -> settings(files).desired()).getMessage();
    }

    /** The chip sends PFC for an iCoS by its number, so a class has its PCP as its iCoS. */
    @Test
    void theTestbedsClassMapReachesTablesGroupsAndQueues() {
        List<ClassMap.Entry> entries = new ArrayList<>(ClassMap.STANDARD.entries());
        entries.set(3, new ClassMap.Entry(26, 5, 4, 3));
        entries.set(4, new ClassMap.Entry(32, 4, 3, 4));
        entries.set(5, new ClassMap.Entry(40, 3, 5, 5));
        Testbed testbed = ServedCell.with(testbed(files()), new ClassMap(entries));
        Binding binding = Binding.ofFabric(served.plan.topology(), testbed);
        Device tofino = testbed.device("M").orElseThrow();
        List<DesiredState> wanted =
                DeviceKind.of(tofino).desired(Assignment.ofSwitches(served.plan, binding, tofino));
        new Provisioner(served.sessions, Ledger.inMemory()).apply(wanted);

        assertEquals(true, chip.rows(0, "tf2.tm.ppg.cfg").get(0).data().get("icos_5"));
        assertEquals(
                Map.of("pg_id", 3L, "pg_queue", 16L + 4),
                chip.rows(0, "tf2.tm.queue.buffer").get(0).key());
        assertEquals(5L, chip.rows(0, "tf2.tm.queue.cfg").get(0).data().get("pfc_cos"));
        TableRow port = chip.rows(BfRtClient.ALL_PIPES, "$PORT").get(0);
        assertEquals(1L << 5, port.data().get("$TX_PFC_EN_MAP"));
        List<TableEntry> tables =
                served.forwarding(m()).readEntries(TableEntry.getDefaultInstance());
        List<TableEntry> expected =
                new ClassTables(BundledProgram.T2NA_PFC_FORWARD.p4Info(), new ClassMap(entries))
                        .entries();
        assertTrue(tables.containsAll(expected), tables.toString());
        assertEquals(
                "A uses PCP, queue, and priority group 3 for traffic class 3, but 'classes' of"
                        + " testbed tofino assigns others",
                assertThrows(CommandFailure.class, () -> settings(testbed).desired()).getMessage());
    }

    private TofinoKeys files() {
        return new TofinoKeys(
                Map.of("pfc_forward", folder),
                List.of(folder.resolve("fixed.json")),
                Optional.empty(),
                List.of());
    }

    private Device m() {
        return served.testbed.device("M").orElseThrow();
    }

    private CellSettings settings(TofinoKeys files) {
        return settings(testbed(files));
    }

    private CellSettings settings(Testbed testbed) {
        return new CellSettings(served.plan, Binding.ofFabric(served.plan.topology(), testbed));
    }

    /** The served testbed, its first switch a Tofino2. */
    private Testbed testbed(TofinoKeys files) {
        return Tofinos.in(
                served.testbed,
                Map.of(
                        served.plan.switches().get(0).node().name(),
                        new DeviceAddress("127.0.0.1", proxy.port())),
                files);
    }

    private static List<String> planned(CellSettings settings, boolean trafficManager) {
        return settings.calls().stream()
                .filter(call -> call.service().equals(TofinoKeys.BFRT) == trafficManager)
                .filter(call -> !trafficManager || call.method().endsWith("Write"))
                .map(call -> text(call.method(), call.request().toByteArray()))
                .toList();
    }

    private static List<String> texts(List<RecordingProxy.Request> requests) {
        return requests.stream().map(it -> text(it.method(), it.bytes().toByteArray())).toList();
    }

    /** Method and bytes. */
    private static String text(String method, byte[] bytes) {
        return method + " " + new String(bytes, StandardCharsets.ISO_8859_1);
    }
}
