package io.losslab.labs.backend.served;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.devices.PortCounters;
import io.losslab.driver.DeviceException;
import io.losslab.driver.bfrt.BfRtClient;
import io.losslab.driver.bfrt.PriorityGroup;
import io.losslab.driver.bfrt.program.CompilerOutput;
import io.losslab.driver.bfrt.sde.SdeFiles;
import io.losslab.driver.bfrt.table.TableRow;
import io.losslab.orchestrator.run.Commands;
import io.losslab.proto.bfrt.ForwardingPipelineConfig;
import io.losslab.proto.bfrt.WriteRequest;
import io.losslab.proto.v1.Counter;
import io.losslab.proto.v1.CounterSamples;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What rows of a served chip do to the switch behind it, and what it measures. */
class ServedTofino2Test {
    private static final int PFC = 0;
    private static final long DRAINED_NANOS = 8_000_000;
    private static final long PAUSED_NANOS = 300_000;
    private static final int LONG_LINK = 2;
    private static final Set<Counter> HIGHEST =
            Set.of(Counter.MAX_INGRESS_BYTES, Counter.MAX_EGRESS_BYTES);
    private static final String GROUPS = "tf2.tm.ppg.cfg";
    private static final String GROUP_COUNTERS = "tf2.tm.counter.ppg";
    private static final int ALL_PIPES = BfRtClient.ALL_PIPES;
    private static final TableRow FAR_PORT = TableRow.at("$DEV_PORT", 1);
    private static final TableRow PORT = TableRow.at("$DEV_PORT", LONG_LINK);
    private static final TableRow QUEUE = TableRow.at("pg_id", 0, "pg_queue", 16L * LONG_LINK + 3);
    private static final TableRow RX = TableRow.at("$COUNTER_INDEX", 1);
    private static final TableRow TX = TableRow.at("$COUNTER_INDEX", LONG_LINK);

    @TempDir private Path folder;
    private ServedChips chips;

    @BeforeEach
    void provision() throws IOException {
        chips = new ServedChips(Commands.experiment("whole-cells.yaml"), PFC, folder, "M");
    }

    @AfterEach
    void end() {
        chips.close();
    }

    @Test
    void countersAreThoseOfTheSwitchBehindAndStartAnewWithTheClock() {
        SdeFiles.requiredFixedTables();
        chips.run(DRAINED_NANOS);
        long data = chips.number(ALL_PIPES, "pipe.ingress.rx", RX, "$COUNTER_SPEC_PKTS");
        assertTrue(data > 100);
        assertEquals(
                data,
                chips.numberOf("N", "$PORT_STAT", FAR_PORT, "$FramesReceivedAll")
                        - chips.numberOf("N", "$PORT_STAT", FAR_PORT, "$PriorityPauseFrames"));
        assertTrue(tx("$COUNTER_SPEC_PKTS") >= data);
        assertEquals(tx("$COUNTER_SPEC_PKTS"), stat("$FramesTransmittedAll"));
        long paused = stat("$PriorityPauseFrames");
        assertTrue(paused > 0);
        assertEquals(
                paused, chips.numberOf("N", "$PORT_STAT", FAR_PORT, "$FramesTransmittedPriPause"));
        assertTrue(chips.number(0, "tf2.tm.counter.queue", QUEUE, "watermark_cells") > 0);
        assertEquals(0, chips.number(0, "tf2.tm.counter.queue", QUEUE, "usage_cells"));

        chips.change("pipe.egress.tx", TX.with("$COUNTER_SPEC_PKTS", 5L));
        assertEquals(5, tx("$COUNTER_SPEC_PKTS"));
        TableRow row = chips.row("$PORT", PORT);
        chips.clock.reset(8);
        assertEquals(row, chips.row("$PORT", PORT));
        assertEquals(0, chips.number(ALL_PIPES, "pipe.ingress.rx", RX, "$COUNTER_SPEC_PKTS"));
        assertEquals(0, tx("$COUNTER_SPEC_PKTS"));
    }

    /** The chip numbers counters as it likes; the group's id is its user's. */
    @Test
    void aPriorityGroupIsCountedUnderTheNumberThatTheChipGivesIt() {
        TableRow counter = counter(1);
        assertEquals(0, chips.number(0, GROUP_COUNTERS, counter, "watermark_cells"));
        chips.run(PAUSED_NANOS);
        long xoff = chips.number(0, GROUPS, TableRow.at("ppg_id", 1), "guaranteed_cells");
        long held = level("usage_cells");
        assertTrue(held > xoff, held + " of " + xoff);
        assertEquals(xoff, level(counter, "guaranteed_min"));
        assertEquals(0, level(counter, "shared_pool"));
        assertEquals(held - xoff, level(counter, "skid_pool"));
        assertEquals(
                level("watermark_cells"),
                chips.number(0, GROUP_COUNTERS, counter, "watermark_cells"));
        assertEquals(1, chips.number(0, GROUP_COUNTERS, counter, "ppg_id"));
        assertEquals(0, chips.number(0, GROUP_COUNTERS, counter, "drop_count_packets"));

        chips.change(0, GROUP_COUNTERS, counter.with("watermark_cells", 0L));
        assertEquals(held, chips.number(0, GROUP_COUNTERS, counter, "watermark_cells"));
        chips.run(DRAINED_NANOS);
        assertEquals(
                level("watermark_cells"),
                chips.number(0, GROUP_COUNTERS, counter, "watermark_cells"));
        chips.change(0, GROUP_COUNTERS, counter.with("watermark_cells", 0L));
        assertEquals(0, chips.number(0, GROUP_COUNTERS, counter, "watermark_cells"));
    }

    @Test
    void aPriorityGroupWithoutHeadroomDropsAndItsQueueDoesNot() {
        chips.change(
                0,
                GROUPS,
                TableRow.at("ppg_id", 1).doing("dev_port").with("pfc_skid_max_cells", 0L));
        chips.run(DRAINED_NANOS);
        long dropped = chips.number(0, GROUP_COUNTERS, counter(1), "drop_count_packets");
        assertTrue(dropped > 0);
        assertEquals(dropped, level("drop_count_packets"));
        assertEquals(0, chips.number(0, "tf2.tm.counter.queue", QUEUE, "drop_count_packets"));
    }

    @Test
    void dropsThatWereResetMeanwhileAreAnErrorAndTheOthersAreStillTold() {
        chips.change(
                0,
                GROUPS,
                TableRow.at("ppg_id", 1).doing("dev_port").with("pfc_skid_max_cells", 0L));
        chips.run(DRAINED_NANOS);
        PortCounters counters = chips.counters();
        assertTrue(counters.read().getCounterList().contains(Counter.DROPPED_PACKETS));
        chips.clock.reset(8);
        String message = assertThrows(DeviceException.class, counters::read).getMessage();
        assertTrue(message.contains(" were reset during the run: "), message);
        CounterSamples left = counters.readClasses();
        assertTrue(left.getCounterList().contains(Counter.EGRESS_BYTES));
        assertTrue(left.getValueList().stream().allMatch(value -> value >= 0), left::toString);
    }

    @Test
    void highestLevelsAreThoseSinceCountingBegan() {
        SdeFiles.requiredFixedTables();
        chips.run(DRAINED_NANOS);
        assertTrue(level("watermark_cells") > 0);
        CounterSamples rows = chips.counters().read();
        assertTrue(rows.getCounterList().containsAll(HIGHEST));
        for (int row = 0; row < rows.getCounterCount(); row++) {
            if (HIGHEST.contains(rows.getCounter(row))) {
                assertEquals(0, rows.getValue(row));
            }
        }
    }

    @Test
    void aCheckThatCountersCanBeReadLeavesTheHighestLevels() {
        chips.run(DRAINED_NANOS);
        long highest = level("watermark_cells");
        assertTrue(highest > 0);
        chips.askNeeds();
        assertEquals(highest, level("watermark_cells"));
    }

    @Test
    void aCounterOfNoGroupIsZeroAndCannotBeSetAndAWatermarkIsOnlyCleared() {
        TableRow free = TableRow.at("ppg_counter_id", 77);
        assertEquals(0, chips.number(0, GROUP_COUNTERS, free, "ppg_id"));
        assertEquals(0, chips.number(0, GROUP_COUNTERS, free, "watermark_cells"));
        refused("NOT_FOUND", free.with("drop_count_packets", 0L));
        refused("INVALID_ARGUMENT", counter(1).with("watermark_cells", 5L));
        chips.change(0, GROUP_COUNTERS, counter(1).with("drop_count_packets", 5L));
        assertEquals(5, chips.number(0, GROUP_COUNTERS, counter(1), "drop_count_packets"));
    }

    @Test
    void aPortThatIsDisabledCarriesNothing() {
        SdeFiles.requiredFixedTables();
        assertEquals(true, chips.row("$PORT", PORT).data().get("$PORT_UP"));
        chips.change("$PORT", PORT.with("$PORT_ENABLE", false));
        assertEquals(false, chips.row("$PORT", PORT).data().get("$PORT_UP"));
        chips.run(100_000);
        assertTrue(chips.number(ALL_PIPES, "pipe.ingress.rx", RX, "$COUNTER_SPEC_PKTS") > 0);
        assertEquals(0, tx("$COUNTER_SPEC_PKTS"));
    }

    @Test
    void aPortThatSendsNoPfcDoesNotPauseItsUpstream() {
        SdeFiles.requiredFixedTables();
        chips.change("tf2.tm.port.flowcontrol", TableRow.at("dev_port", 1).with("mode_tx", "NONE"));
        chips.run(DRAINED_NANOS);
        assertEquals(
                0,
                chips.number(
                        ALL_PIPES,
                        "$PORT_STAT",
                        TableRow.at("$DEV_PORT", 1),
                        "$FramesTransmittedPriPause"));
    }

    @Test
    void aWrongWriteIsRefusedInTheWordsOfTheSde() {
        String refused =
                assertThrows(DeviceException.class, () -> chips.client.send(group(1, 3, 1_000)))
                        .getMessage();
        assertTrue(
                refused.contains(
                        "table tf2.tm.ppg.cfg, ppg_id=1: ALREADY_EXISTS (Table Add failed"
                                + " table:tf2.tm.ppg.cfg Already exists)"),
                refused);
    }

    @Test
    void timeDoesNotPassWhereAVirtualSwitchCannotBeWhatTheRowsSay() {
        chips.client.send(group(9, 4, 1_000));
        chips.client.send(chips.rows.portPfc(LONG_LINK, 1 << 3 | 1 << 4, 1 << 3));
        String refused = assertThrows(DeviceException.class, () -> chips.run(1_000)).getMessage();
        assertTrue(
                refused.contains(
                        "M: table tf2.tm.ppg.cfg: port 2 of a virtual switch needs a priority group"
                                + " for each lossless iCoS, with the same cells"),
                refused);
        chips.client.send(chips.rows.portPfc(LONG_LINK, 1 << 3, 1 << 3));
        chips.run(1_000);
    }

    @Test
    void timeDoesNotPassWhereAPoolHasFewerCellsThanTheGroups() {
        chips.run(1_000);
        setPool("IG_SKID_POOL", 0);
        setPool("IG_EG_GUARANTEED_MIN", 24_576);
        String refused = assertThrows(DeviceException.class, () -> chips.run(1_000)).getMessage();
        for (String shortage :
                List.of(
                        "IG_SKID_POOL has 0 cells, and the pfc_skid_max_cells",
                        "IG_EG_GUARANTEED_MIN has 24576 cells, and the guaranteed_cells")) {
            String text =
                    "M: table tf2.tm.pool.cfg: %s of all priority groups are ".formatted(shortage);
            assertTrue(refused.contains(text), refused);
        }
    }

    private void setPool(String pool, long cells) {
        chips.change(
                "tf2.tm.pool.cfg",
                new TableRow(Map.of("pool", pool), "", Map.of("size_cells", cells)));
    }

    @Test
    void timeDoesNotPassWherePfcOfPriority0StopsQueuesOfOtherClasses() {
        chips.client.send(chips.rows.portPfc(LONG_LINK, 1 << 3, 1 << 3 | 1));
        String refused = assertThrows(DeviceException.class, () -> chips.run(1_000)).getMessage();
        assertTrue(
                refused.contains(
                        "M: table tf2.tm.queue.cfg: PFC of priority 0 stops the queues [1, 2, 4, 5,"
                                + " 6, 7] of port 2, too; a virtual switch stops that of class 0"
                                + " only"),
                refused);
    }

    @Test
    void aProgramThatIsNotRehearsedIsRefusedAndTheOneBeforeLoadedAgain() {
        Optional<ForwardingPipelineConfig> before = chips.client.learn();
        ForwardingPipelineConfig other =
                CompilerOutput.read(folder.resolve("build/portfc.tofino2")).config();
        String refused =
                assertThrows(DeviceException.class, () -> chips.client.load(other, before))
                        .getMessage();
        assertTrue(
                refused.contains(
                        "program portfc cannot be loaded: losslab serve stands for chips with"
                                + " program pfc_forward, and portfc has other tables: "),
                refused);
        assertTrue(refused.contains("program pfc_forward was loaded again"), refused);
        assertEquals(
                List.of(),
                chips.client.readAll(List.of(chips.client.schema().table("pipe.ingress.routes"))));
    }

    private WriteRequest group(int id, int priority, long cells) {
        return chips.rows.priorityGroup(
                0, id, new PriorityGroup(LONG_LINK, 1 << priority, cells, 32, 0, 0));
    }

    private long tx(String field) {
        return chips.number(ALL_PIPES, "pipe.egress.tx", TX, field);
    }

    private long stat(String field) {
        return chips.number(ALL_PIPES, "$PORT_STAT", PORT, field);
    }

    private void refused(String code, TableRow row) {
        String text =
                assertThrows(DeviceException.class, () -> chips.change(0, GROUP_COUNTERS, row))
                        .getMessage();
        assertTrue(text.contains(code), text);
    }

    private TableRow counter(long group) {
        return TableRow.at(
                "ppg_counter_id",
                chips.number(0, GROUPS, TableRow.at("ppg_id", group), "ppg_counter_id"));
    }

    private long level(TableRow counter, String pool) {
        return chips.number(0, GROUP_COUNTERS, counter, pool + "_usage_cells");
    }

    /** Of the port of the first priority group. */
    private long level(String field) {
        return chips.number(0, "tf2.tm.counter.ig_port", TableRow.at("dev_port", 1), field);
    }
}
