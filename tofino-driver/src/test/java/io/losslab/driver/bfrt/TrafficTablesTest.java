package io.losslab.driver.bfrt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import io.losslab.driver.DeviceException;
import io.losslab.driver.LoopbackServer;
import io.losslab.driver.bfrt.table.BfRtSchema;
import io.losslab.driver.bfrt.table.TableRow;
import io.losslab.proto.bfrt.DataField;
import io.losslab.proto.bfrt.TableData;
import io.losslab.proto.bfrt.Update;
import io.losslab.proto.bfrt.WriteRequest;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TrafficTablesTest {
    private static final int QUEUE_BUFFER = 0xff050024;
    private static final int DEV_PORT = 1;
    private static final int HYSTERESIS_CELLS = 13;
    private static final int POOL = 14;
    private static final int BUFFER_FACTOR = 16;
    private static final TrafficQueue QUEUE = new TrafficQueue(1, 2, 19);

    private final BfRtDevice device = new BfRtDevice();
    private final LoopbackServer server = new LoopbackServer(device);
    private final BfRtClient client = new BfRtClient(server.channel(), 0, 1);
    private final BfRtSchema schema = BfRtSchema.parse(List.of(device.fixedTables()));
    private final TrafficTables tables = new TrafficTables(schema, 0, 1);

    @BeforeEach
    void bind() {
        client.open();
        client.bind(BfRtDevice.PROGRAM);
    }

    @AfterEach
    void stop() throws InterruptedException {
        client.close();
        server.stop();
    }

    @Test
    void aStaticThresholdBecomesAPriorityGroupInCells() {
        PriorityGroup group = PriorityGroup.of(136, 0b1000, 500_000, 400_000, 450_000, 176);
        assertEquals(new PriorityGroup(136, 0b1000, 2840, 568, 0, 2557), group);
        assertSet(
                tables.priorityGroup(1, 5, group),
                "table tf2.tm.ppg.cfg, ppg_id=5: {dev_port=136, pfc_enable=true,"
                        + " pfc_skid_max_cells=2557, guaranteed_cells=2840, hysteresis_cells=568,"
                        + " pool_id=IG_APP_POOL_0, pool_max_cells=0, dynamic_baf=DISABLE,"
                        + " icos_0=false, icos_1=false, icos_2=false,"
                        + " icos_3=true, icos_4=false, icos_5=false, icos_6=false, icos_7=false}");
        WriteRequest changed =
                tables.priorityGroup(1, 5, new PriorityGroup(136, 0b1000, 100, 40, 0, 0));
        String refused =
                assertThrows(DeviceException.class, () -> client.send(changed)).getMessage();
        assertTrue(
                refused.contains("ALREADY_EXISTS (Table Add failed table:tf2.tm.ppg.cfg"), refused);
        assertEquals(1, device.entryCount());
    }

    /** 100 KB and 97 KB are 17 cells apart, 75 KB and 50 KB 142, and 20 KB of itself none. */
    @Test
    void xonIsWhereTheHardwareCanHaveIt() {
        assertReadsBack(100_000, 97_000, 32);
        assertReadsBack(75_000, 50_000, 136);
        assertReadsBack(20_000, 20_000, 32);
    }

    private void assertReadsBack(long xoffBytes, long xonBytes, long hysteresisCells) {
        PriorityGroup group = PriorityGroup.of(136, 0b1000, xoffBytes, xonBytes, 0, 176);
        assertEquals(hysteresisCells, group.hysteresisCells());
        WriteRequest made = tables.priorityGroup(1, 5, group);
        client.send(made);
        assertEquals(inOrder(made), inOrder(client.present(made)));
        client.send(deletion(made));
    }

    @Test
    void theHardwareKeepsAHysteresisInUnitsOfEightCellsAndAtLeastFour() {
        WriteRequest made =
                tables.priorityGroup(1, 5, PriorityGroup.of(136, 0b1000, 100_000, 1_000, 0, 176));
        client.send(made);
        for (long[] writtenAndKept : new long[][] {{0, 32}, {17, 32}, {39, 32}, {142, 136}}) {
            client.send(withHysteresis(made, writtenAndKept[0]));
            TableRow row = device.rows(1, "tf2.tm.ppg.cfg").get(0);
            assertEquals(writtenAndKept[1], (long) row.data().get("hysteresis_cells"));
        }
    }

    @Test
    void aNewGroupHasWhatItDoesNotSetFromTheOneThatWasDeleted() {
        PriorityGroup group = PriorityGroup.of(136, 0b1000, 100_000, 1_000, 0, 176);
        WriteRequest made = tables.priorityGroup(1, 5, group);
        WriteRequest dynamic =
                with(
                        made,
                        BfRtDevice.number(DEV_PORT, 4, 136),
                        field(POOL).setStrVal("IG_APP_POOL_1").build(),
                        field(BUFFER_FACTOR).setStrVal("80%").build(),
                        BfRtDevice.number(HYSTERESIS_CELLS, 4, 64));
        client.send(dynamic);
        client.send(deletion(made));
        client.send(with(made, BfRtDevice.number(DEV_PORT, 4, 136)));
        Map<String, Object> left = device.rows(1, "tf2.tm.ppg.cfg").get(0).data();
        assertEquals("IG_APP_POOL_1", left.get("pool_id"));
        assertEquals("80%", left.get("dynamic_baf"));
        assertEquals(64L, left.get("hysteresis_cells"));
        client.send(deletion(made));

        client.send(made);

        Map<String, Object> sent = device.rows(1, "tf2.tm.ppg.cfg").get(0).data();
        assertEquals("IG_APP_POOL_0", sent.get("pool_id"));
        assertEquals("DISABLE", sent.get("dynamic_baf"));
        assertEquals(group.hysteresisCells(), sent.get("hysteresis_cells"));
    }

    @Test
    void halfOfAPipesGroupsAreForItsLowerPortsAndHalfForTheOthers() {
        for (int port : new int[] {128, 168}) {
            for (int group = 0; group < 64; group++) {
                client.send(group(port, group));
            }
            String refused =
                    assertThrows(DeviceException.class, () -> client.send(group(port, 64)))
                            .getMessage();
            assertTrue(
                    refused.contains(
                            "RESOURCE_EXHAUSTED (Table Add failed table:tf2.tm.ppg.cfg No system"
                                    + " resources)"),
                    refused);
        }
        assertEquals(
                LongStream.range(0, 128).boxed().toList(),
                device.rows(1, "tf2.tm.ppg.cfg").stream()
                        .map(row -> row.data().get("ppg_counter_id"))
                        .toList());
    }

    /** Two are there from the start. */
    @Test
    void aPipeHas32ValuesOfTheHysteresisWhichAreNotGivenBack() {
        for (int value = 0; value < 30; value++) {
            makeAndDelete(136 + 8 * value);
        }
        String refused =
                assertThrows(DeviceException.class, () -> makeAndDelete(1_000)).getMessage();
        assertTrue(
                refused.endsWith(
                        "RESOURCE_EXHAUSTED (Table Add failed table:tf2.tm.ppg.cfg No system"
                                + " resources); restart bf_switchd, which keeps each value of"
                                + " hysteresis_cells that was ever set, 32 for a pipe; or use fewer"
                                + " priority groups"),
                refused);
        makeAndDelete(32);
        makeAndDelete(128);
        makeAndDelete(136);
        assertEquals(0, device.entryCount());
    }

    private void makeAndDelete(long hysteresisCells) {
        WriteRequest made =
                tables.priorityGroup(
                        1, 5, new PriorityGroup(136, 0b1000, 2_000, hysteresisCells, 0, 0));
        client.send(made);
        client.send(deletion(made));
    }

    /** Of eight groups for each port from a first one on. */
    private WriteRequest group(int port, int group) {
        return tables.priorityGroup(
                1,
                (port == 128 ? 1 : 66) + group,
                PriorityGroup.of(port + group / 8, 1 << group % 8, 100_000, 1_000, 0, 176));
    }

    private static DataField.Builder field(int id) {
        return DataField.newBuilder().setFieldId(id);
    }

    /** With these fields only. */
    private static WriteRequest with(WriteRequest made, DataField... fields) {
        WriteRequest.Builder other = made.toBuilder();
        other.getUpdatesBuilder(0)
                .getEntityBuilder()
                .getTableEntryBuilder()
                .getDataBuilder()
                .clearFields()
                .addAllFields(List.of(fields));
        return other.build();
    }

    private static WriteRequest withHysteresis(WriteRequest made, long cells) {
        WriteRequest.Builder changed =
                with(made, BfRtDevice.number(HYSTERESIS_CELLS, 4, cells)).toBuilder();
        changed.getUpdatesBuilder(0).setType(Update.Type.MODIFY);
        return changed.build();
    }

    private static WriteRequest deletion(WriteRequest made) {
        WriteRequest.Builder deletion = made.toBuilder();
        deletion.getUpdatesBuilder(0)
                .setType(Update.Type.DELETE)
                .getEntityBuilder()
                .getTableEntryBuilder()
                .clearData();
        return deletion.build();
    }

    @Test
    void pfcIsSetAtTrafficManagerAndMac() {
        assertSet(
                tables.flowControl(136, true),
                "table tf2.tm.port.flowcontrol, dev_port=136: {mode_tx=PFC}");
        assertSet(
                tables.port(136, "BF_SPEED_100G", "BF_FEC_TYP_REED_SOLOMON"),
                "table $PORT, $DEV_PORT=136: {$SPEED=BF_SPEED_100G, $FEC=BF_FEC_TYP_REED_SOLOMON,"
                        + " $PORT_ENABLE=true}");
        assertSet(
                tables.portPfc(136, 8, 8),
                "table $PORT, $DEV_PORT=136: {$TX_PFC_EN_MAP=8, $RX_PFC_EN_MAP=8}");
    }

    @Test
    void aPipeHas72PortsAndNineGroupsOfQueues() {
        client.send(tables.port(199, "BF_SPEED_100G", "BF_FEC_TYP_REED_SOLOMON"));
        client.send(tables.stoppable(new TrafficQueue(1, 8, 127)));
        for (WriteRequest request :
                List.of(
                        tables.port(200, "BF_SPEED_100G", "BF_FEC_TYP_REED_SOLOMON"),
                        tables.port(520, "BF_SPEED_100G", "BF_FEC_TYP_REED_SOLOMON"),
                        tables.stoppable(new TrafficQueue(1, 9, 0)),
                        tables.stoppable(new TrafficQueue(1, 8, 128)))) {
            String refused =
                    assertThrows(DeviceException.class, () -> client.send(request)).getMessage();
            assertTrue(refused.contains("INVALID_ARGUMENT"), refused);
        }
    }

    @Test
    void queueBuffersAreReadBack() {
        WriteRequest buffer =
                tables.queueBuffer(QUEUE, new QueueBuffer(20_000, "EG_APP_POOL_1", 0, 32, false));
        client.send(buffer);
        assertEquals(buffer, client.present(buffer));
        assertProblem(
                "table tf2.tm.queue.buffer: field pool_id must be one of [EG_APP_POOL_0,"
                        + " EG_APP_POOL_1, EG_APP_POOL_2, EG_APP_POOL_3], not IG_APP_POOL_0",
                () -> tables.queueBuffer(QUEUE, new QueueBuffer(1, "IG_APP_POOL_0", 0, 0, true)));
        device.round(QUEUE_BUFFER, 1, ByteString.copyFrom(new byte[] {0, 0, 0x10, 0}));
        client.send(buffer);
        assertEquals(
                "table tf2.tm.queue.buffer, pg_id=2 pg_queue=19: guaranteed_cells: set 20000,"
                        + " read 4096",
                TrafficTables.difference(schema, buffer, client.present(buffer)));
    }

    @Test
    void programsMayStopQueuesOnceAdvancedFlowControlIsOn() {
        assertSet(
                tables.advancedFlowControl(1),
                "table tf2.tm.pipe.sched_cfg, default entry: {advanced_flow_control_enable=true}");
        assertSet(
                tables.stoppable(QUEUE),
                "table tf2.tm.queue.sched_cfg, pg_id=2 pg_queue=19: {advanced_flow_control=XOFF}");
    }

    @Test
    void settingsCheckThemselves() {
        assertProblem(
                "hysteresisCells must be a multiple of 8: 12",
                () -> new QueueBuffer(1, "EG_APP_POOL_0", 0, 12, true));
        assertProblem(
                "hysteresisCells must be at most 39, the limit of the group: 40",
                () -> new PriorityGroup(1, 8, 39, 40, 0, 0));
        assertProblem(
                "hysteresisCells must be a multiple of 8, at least 32: 36",
                () -> new PriorityGroup(1, 8, 100, 36, 0, 0));
        assertProblem(
                "hysteresisCells must be a multiple of 8, at least 32: 24",
                () -> new PriorityGroup(1, 8, 100, 24, 0, 0));
        assertProblem("xon must be 0..10 (xoff): 11", () -> PriorityGroup.of(1, 8, 10, 11, 0, 176));
        assertProblem(
                "xoff must be at least 32 cells, 5632 B: 5631 B",
                () -> PriorityGroup.of(1, 8, 5_631, 0, 0, 176));
    }

    /** The request is sent, reads back as it is, and describes itself. */
    private void assertSet(WriteRequest request, String description) {
        client.send(request);
        assertEquals(inOrder(request), inOrder(client.present(request)));
        assertEquals(description, TrafficTables.describe(schema, request));
    }

    /** A whole row has its fields in the device's order. */
    private static WriteRequest inOrder(WriteRequest request) {
        WriteRequest.Builder ordered = request.toBuilder();
        TableData.Builder data =
                ordered.getUpdatesBuilder(0)
                        .getEntityBuilder()
                        .getTableEntryBuilder()
                        .getDataBuilder();
        List<DataField> fields =
                data.getFieldsList().stream()
                        .sorted(Comparator.comparingInt(DataField::getFieldId))
                        .toList();
        data.clearFields().addAllFields(fields);
        return ordered.build();
    }

    private static void assertProblem(String problem, Runnable work) {
        assertEquals(problem, assertThrows(IllegalArgumentException.class, work::run).getMessage());
    }
}
