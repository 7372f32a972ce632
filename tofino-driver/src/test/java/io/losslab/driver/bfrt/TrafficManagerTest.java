package io.losslab.driver.bfrt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import io.losslab.driver.DeviceException;
import io.losslab.driver.LoopbackServer;
import io.losslab.proto.bfrt.DataField;
import io.losslab.proto.bfrt.TableKey;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TrafficManagerTest {
    private static final int QUEUE_BUFFER = 0xff050024;
    private static final int QUEUE_SHAPER = 0xff050026;
    private static final int PORT_CFG = 0xff050010;
    private static final int QUEUE_COUNTER = 0xff050043;
    private static final int TM_CFG = 0xff050081;
    private static final int PORT_STATISTICS = 0xff010002;
    private static final int PORT_NAMES = 0xff010005;
    private static final TrafficQueue QUEUE = new TrafficQueue(1, 2, 19);

    private final BfRtDevice device = new BfRtDevice();
    private final LoopbackServer server = new LoopbackServer(device);
    private final BfRtClient client = new BfRtClient(server.channel(), 0, 1);
    private final TrafficManager traffic = new TrafficManager(client);
    private final PortTable ports = new PortTable(client);

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
    void cellsAreTheDevices() {
        device.preset(
                TM_CFG,
                BfRtClient.ALL_PIPES,
                TableKey.getDefaultInstance(),
                BfRtDevice.number(2, 4, 176),
                BfRtDevice.number(3, 4, 400_000));
        assertEquals(176, traffic.cellBytes());
        assertEquals(400_000, traffic.totalCells());
    }

    @Test
    void aStaticThresholdBecomesAPriorityGroupInCells() {
        PriorityGroup group = PriorityGroup.of(136, 0b1000, 500_000, 400_000, 450_000, 176);
        assertEquals(new PriorityGroup(136, 0b1000, 2840, 568, 0, 2557), group);
        traffic.setPriorityGroup(1, 5, group);
        TableRow row = client.read(1, "tf2.tm.ppg.cfg", Map.of("ppg_id", 5L));
        assertEquals(2840, row.number("guaranteed_cells"));
        assertEquals(2557, row.number("pfc_skid_max_cells"));
        assertEquals(true, row.data().get("icos_3"));
        assertEquals(false, row.data().get("icos_4"));
        traffic.setPriorityGroup(1, 5, new PriorityGroup(136, 0b1000, 100, 10, 0, 0));
        assertEquals(
                100,
                client.read(1, "tf2.tm.ppg.cfg", Map.of("ppg_id", 5L)).number("guaranteed_cells"));
        traffic.removePriorityGroup(1, 5);
        assertEquals(List.of(), client.readAll(1, "tf2.tm.ppg.cfg"));
    }

    @Test
    void pfcIsSetAtTrafficManagerAndMac() {
        traffic.setFlowControl(136, true);
        ports.enable(136, "BF_SPEED_100G", "BF_FEC_TYP_RS");
        ports.setPfc(136, 8, 8);
        TableRow port = ports.all().get(0);
        assertEquals(8, port.number("$TX_PFC_EN_MAP"));
        assertEquals("BF_SPEED_100G", port.data().get("$SPEED"));
        assertEquals(true, port.data().get("$PORT_ENABLE"));
        ports.disable(136);
        assertEquals(false, ports.all().get(0).data().get("$PORT_ENABLE"));
        assertEquals(
                "PFC",
                client.read(
                                BfRtClient.ALL_PIPES,
                                "tf2.tm.port.flowcontrol",
                                Map.of("dev_port", 136L))
                        .data()
                        .get("mode_tx"));
    }

    @Test
    void aQueueIsFoundThroughItsPort() {
        device.preset(
                PORT_CFG,
                BfRtClient.ALL_PIPES,
                BfRtDevice.exact(new byte[] {0, 0, 0, (byte) 136}),
                BfRtDevice.number(1, 1, 2),
                BfRtDevice.number(3, 1, 4),
                DataField.newBuilder()
                        .setFieldId(5)
                        .setIntArrVal(
                                DataField.IntArray.newBuilder()
                                        .addAllVal(List.of(16, 17, 18, 19)))
                        .build());
        assertEquals(QUEUE, traffic.queue(136, 3));
        assertRefused(
                "table tf2.tm.port.cfg, dev_port=136: the port has queues 0..3, not 4; correct the"
                        + " setting",
                () -> traffic.queue(136, 4));
    }

    @Test
    void queueBuffersAreReadBack() {
        traffic.setQueueBuffer(QUEUE, new QueueBuffer(20_000, "EG_APP_POOL_1", 0, 32, false));
        assertRefused(
                "table tf2.tm.queue.buffer: field pool_id takes one of [EG_APP_POOL_0,"
                        + " EG_APP_POOL_1, EG_APP_POOL_2, EG_APP_POOL_3], not IG_APP_POOL_0;"
                        + " correct the setting, or check the program",
                () ->
                        traffic.setQueueBuffer(
                                QUEUE, new QueueBuffer(1, "IG_APP_POOL_0", 0, 0, true)));
        device.round(QUEUE_BUFFER, 1, ByteString.copyFrom(new byte[] {0, 0, 0x10, 0}));
        assertRefused(
                "table tf2.tm.queue.buffer, pg_id=2 pg_queue=19 is not in force as sent:"
                        + " guaranteed_cells was sent as 20000 and reads 4096; the device changes"
                        + " settings by itself, or another controller does",
                () ->
                        traffic.setQueueBuffer(
                                QUEUE, new QueueBuffer(20_000, "EG_APP_POOL_1", 0, 32, false)));
    }

    @Test
    void shapersMayReadALittleOff() {
        device.round(QUEUE_SHAPER, 5, BfRtDevice.number(5, 4, 9_900_000).getStream());
        traffic.setQueueShaper(QUEUE, 10_000_000, 16_000);
        device.round(QUEUE_SHAPER, 5, BfRtDevice.number(5, 4, 9_600_000).getStream());
        assertRefused(
                "table tf2.tm.queue.sched_shaping, pg_id=2 pg_queue=19 is not in force as sent:"
                        + " max_rate was sent as 10000000 and reads 9600000; the device changes"
                        + " settings by itself, or another controller does",
                () -> traffic.setQueueShaper(QUEUE, 10_000_000, 16_000));
        traffic.setPortShaper(136, 40_000_000, 16_000);
    }

    @Test
    void poolsAndAdvancedFlowControlAreSet() {
        traffic.setPool("IG_SKID_POOL", 50_000);
        traffic.setSkidResume(40_000);
        traffic.setPoolPfcLimit("IG_APP_POOL_0", 3, 30_000);
        traffic.enableAdvancedFlowControl(1);
        traffic.setAdvancedFlowControlXoff(QUEUE);
        assertEquals(5, device.entryCount());
    }

    @Test
    void countersComeFromTheChip() {
        device.preset(
                QUEUE_COUNTER,
                1,
                BfRtDevice.exact(new byte[] {2}, new byte[] {19}),
                BfRtDevice.number(1, 8, 3),
                BfRtDevice.number(2, 8, 40),
                BfRtDevice.number(3, 8, 500));
        assertEquals(new UsageCounters(3, 40, 500), traffic.queueCounters(QUEUE));
        device.preset(
                PORT_STATISTICS,
                BfRtClient.ALL_PIPES,
                BfRtDevice.exact(new byte[] {0, 0, 0, (byte) 136}),
                BfRtDevice.number(16, 8, 77));
        assertEquals(Map.of("$PriorityPauseFrames", 77L), ports.statistics(136));
        device.preset(
                PORT_NAMES,
                BfRtClient.ALL_PIPES,
                BfRtDevice.exact("1/0".getBytes(java.nio.charset.StandardCharsets.UTF_8)),
                BfRtDevice.number(1, 4, 136));
        assertEquals(136, ports.devPort("1/0"));
    }

    @Test
    void settingsCheckThemselves() {
        assertProblem(
                "hysteresisCells must be a multiple of 8: 12",
                () -> new QueueBuffer(1, "EG_APP_POOL_0", 0, 12, true));
        assertProblem(
                "hysteresisCells must be 0..10, what the group may hold: 11",
                () -> new PriorityGroup(1, 8, 10, 11, 0, 0));
        assertProblem(
                "xon must be 0..10 (xoff): 11", () -> PriorityGroup.of(1, 8, 10, 11, 0, 176));
    }

    private static void assertProblem(String problem, Runnable work) {
        assertEquals(
                problem,
                assertThrows(IllegalArgumentException.class, work::run).getMessage());
    }

    private void assertRefused(String problem, Runnable call) {
        DeviceException refused = assertThrows(DeviceException.class, call::run);
        assertEquals(server.prefix() + problem, refused.getMessage());
        assertTrue(!refused.isUnreachable());
    }
}
