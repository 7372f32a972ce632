package io.losslab.labs.provision;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Service;
import io.losslab.devices.DesiredState;
import io.losslab.devices.DeviceCall;
import io.losslab.devices.tofino2.program.TofinoKeys;
import io.losslab.driver.bfrt.BfRtClient;
import io.losslab.driver.bfrt.BfRtDevice;
import io.losslab.driver.bfrt.program.CompilerOutput;
import io.losslab.driver.bfrt.table.TableRow;
import io.losslab.proto.bfrt.DataField;
import io.losslab.proto.p4.v1.ForwardingPipelineConfig;
import io.losslab.proto.p4.v1.TableEntry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * PortFC, OFC and Pyrrha on switches that are driven as Tofino2. The software switch's P4Runtime
 * holds each entry to the program's P4Info: tables, keys and their widths, actions, parameters.
 */
class TofinoSchemesTest {
    private static final int APPLICATION = 0xff030002;
    private static final int PERIOD = 1;
    private static final int ENABLED = 12;
    private static final int LENGTH = 13;
    private static final int BATCH_GAP = 19;
    private static final int TIMER_ONE_SHOT = 1;
    private static final int TIMER_PERIODIC = 2;

    @TempDir private Path folder;

    @ParameterizedTest
    @CsvSource({
        "src/test/resources/run/portfc-ndc-2-1.yaml, 0, portfc",
        "src/test/resources/run/portfc-ndc-4-1.yaml, 0, portfc",
        "ofc/o2, 5, ofc",
        "src/test/resources/run/pyrrha-leaf-spine.yaml, 0, pyrrha"
    })
    void whatReachesTheChipsIsWhatWasPlannedAndASecondTimeNothing(
            String experiment, int cell, String program) throws IOException {
        try (ChipLab lab = new ChipLab(experiment, cell, program, folder)) {
            List<DesiredState> wanted = lab.settings.desired();
            Provisioner provisioner = new Provisioner(lab.served.sessions, Ledger.inMemory());
            provisioner.apply(wanted);
            for (Device device : lab.testbed.devices()) {
                if (device.has(TofinoKeys.BFRT)) {
                    requireOutOf(
                            planned(lab, device, TofinoKeys.BFRT), lab.takeRows(device.name()));
                }
            }
            requireAlike(
                    lab.settings.calls().stream()
                            .filter(call -> !call.service().equals(TofinoKeys.BFRT))
                            .filter(call -> !call.method().endsWith("StartTraffic"))
                            .toList(),
                    lab.served.proxy.takeSettingRequests());
            provisioner.requireUnchanged(wanted);
            assertEquals(0, new Provisioner(lab.served.sessions, Ledger.inMemory()).apply(wanted));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "src/test/resources/run/portfc-ndc-2-1.yaml, 0, portfc, s4",
        "ofc/o2, 5, ofc, Sa",
        "src/test/resources/run/pyrrha-leaf-spine.yaml, 0, pyrrha, tor1"
    })
    void aJournalSetsBackEntriesGroupsAndGenerators(
            String experiment, int cell, String program, String name) throws IOException {
        try (ChipLab lab = new ChipLab(experiment, cell, program, folder)) {
            timer(lab.chip(name), 1, TIMER_PERIODIC, false);
            Path file = folder.resolve("undo.jsonl");
            Ledger ledger = Ledger.in(Journal.at(file, lab.testbed.file()));
            new Provisioner(lab.served.sessions, ledger).apply(lab.settings.desired());
            assertEquals(
                    List.of(),
                    new Provisioner(lab.served.sessions, Journal.ledgerOf(file, lab.testbed))
                            .undoAll());
            var left = lab.served.forwarding(lab.served.device(name));
            assertEquals(List.of(), left.readEntries(TableEntry.getDefaultInstance()));
            assertEquals(List.of(), left.readMulticastGroups());
            BfRtDevice chip = lab.chip(name);
            assertEquals(
                    List.of(false, false),
                    values(chip.rows(0, "tf2.pktgen.app_cfg"), "app_enable"));
            assertEquals(1000, (long) application(chip, 1).data().get("timer_nanosec"));
            assertEquals(List.of(), chip.rows(BfRtClient.ALL_PIPES, "$PORT"));
            assertEquals(List.of(), chip.rows(0, "tf2.tm.pipe.cfg"));
        }
    }

    /** The chip sets no application that runs, whether its trigger stays or not. */
    @ParameterizedTest
    @CsvSource({"1, trigger_timer_periodic", "2, trigger_timer_one_shot"})
    void anApplicationOfAnotherIsStoppedFirstAndRunsAgainAfterwards(int id, String trigger)
            throws IOException {
        try (ChipLab lab =
                new ChipLab("src/test/resources/run/portfc-ndc-2-1.yaml", 0, "portfc", folder)) {
            BfRtDevice chip = lab.chip("s4");
            int action = trigger.equals("trigger_timer_periodic") ? TIMER_PERIODIC : TIMER_ONE_SHOT;
            timer(chip, id, action, true);
            Map<String, Object> before = application(chip, id).data();
            Path file = folder.resolve("undo.jsonl");
            Ledger ledger = Ledger.in(Journal.at(file, lab.testbed.file()));
            new Provisioner(lab.served.sessions, ledger).apply(lab.settings.desired());
            assertEquals(
                    id == 1 ? "trigger_timer_periodic" : "trigger_dprsr",
                    application(chip, id).action());
            assertEquals(59L * (2 - id), application(chip, id).data().get("pkt_len"));
            assertEquals(
                    List.of(),
                    new Provisioner(lab.served.sessions, Journal.ledgerOf(file, lab.testbed))
                            .undoAll());
            TableRow after = application(chip, id);
            assertEquals(trigger, after.action());
            before.forEach((field, value) -> assertEquals(value, after.data().get(field), field));
        }
    }

    @Test
    void theChipRunsTheCompiledProgram() throws IOException {
        try (ChipLab lab =
                new ChipLab("src/test/resources/run/portfc-ndc-2-1.yaml", 0, "portfc", folder)) {
            new Provisioner(lab.served.sessions, Ledger.inMemory()).apply(lab.settings.desired());
            ForwardingPipelineConfig config =
                    lab.served.forwarding(lab.served.device("s4")).pipeline().orElseThrow();
            assertEquals(
                    CompilerOutput.read(folder.resolve("portfc.tofino2")).bundle(),
                    config.getP4DeviceConfig());
            assertEquals("portfc", config.getP4Info().getPkgInfo().getName());
        }
    }

    @Test
    void everyWatchedQueueReportsItsDepthAndTheGeneratorVisitsEveryRow() throws IOException {
        try (ChipLab lab =
                new ChipLab("src/test/resources/run/portfc-ndc-2-1.yaml", 0, "portfc", folder)) {
            new Provisioner(lab.served.sessions, Ledger.inMemory()).apply(lab.settings.desired());
            BfRtDevice chip = lab.chip("s4");
            assertEquals(
                    List.of(place(16), place(17), place(32), place(33)),
                    chip.rows(0, "tf2.tm.queue.cfg").stream().map(TableRow::key).toList());
            assertEquals(
                    List.of("ANY"),
                    values(chip.rows(0, "tf2.tm.pipe.cfg"), "queue_depth_report_mode"));
            List<TableRow> schedulers = chip.rows(0, "tf2.tm.queue.sched_cfg");
            assertEquals(
                    List.of("XOFF", "CREDIT", "XOFF", "CREDIT"),
                    values(schedulers, "advanced_flow_control"));
            assertEquals(List.of("LOW", "7", "LOW", "7"), values(schedulers, "min_priority"));
            assertEquals(List.of("LOW", "7", "LOW", "7"), values(schedulers, "max_priority"));
            TableRow timer = application(chip, 1);
            assertEquals("trigger_timer_periodic", timer.action());
            assertEquals(20_000, (long) timer.data().get("timer_nanosec"));
            assertEquals(3, (long) timer.data().get("packets_per_batch_cfg"));
            assertEquals(5_000 - 8, (long) timer.data().get("ipg"), "from the end of a packet");
            assertEquals("trigger_dprsr", application(chip, 2).action());
        }
    }

    /** Port 0 of a pipe, which an application has unless it is sent another, makes none. */
    @Test
    void bothApplicationsUseThePortThatGeneratesPackets() throws IOException {
        try (ChipLab lab =
                new ChipLab("src/test/resources/run/portfc-ndc-2-1.yaml", 0, "portfc", folder)) {
            new Provisioner(lab.served.sessions, Ledger.inMemory()).apply(lab.settings.desired());
            BfRtDevice chip = lab.chip("s4");
            List<TableRow> ports = chip.rows(BfRtClient.ALL_PIPES, "tf2.pktgen.port_cfg");
            assertEquals(List.of(true), values(ports, "pktgen_enable"));
            Object port = ports.get(0).key().get("dev_port");
            assertEquals(
                    List.of(port, port),
                    values(chip.rows(0, "tf2.pktgen.app_cfg"), "assigned_chnl_id"));
        }
    }

    /** X_OFF is PFC's. */
    @Test
    void ofcPausesAllFlowsByPfcAndServesPacketsThatWaitedFirst() throws IOException {
        try (ChipLab lab = new ChipLab("ofc/o2", 5, "ofc", folder)) {
            new Provisioner(lab.served.sessions, Ledger.inMemory()).apply(lab.settings.desired());
            BfRtDevice chip = lab.chip("Sa");
            List<TableRow> ports =
                    chip.rows(BfRtClient.ALL_PIPES, "$PORT").stream()
                            .filter(row -> !row.data().containsKey("$LOOPBACK_MODE"))
                            .toList();
            assertEquals(List.of(8L, 8L, 8L), values(ports, "$TX_PFC_EN_MAP"));
            assertEquals(List.of(8L, 8L, 8L), values(ports, "$RX_PFC_EN_MAP"));
            assertEquals(
                    List.of("PFC", "PFC", "PFC"),
                    values(chip.rows(BfRtClient.ALL_PIPES, "tf2.tm.port.flowcontrol"), "mode_tx"));
            // Queues 0 to 2 of port 1: normal, released, control.
            List<TableRow> schedulers = chip.rows(0, "tf2.tm.queue.sched_cfg");
            List<Object> levels = new ArrayList<>();
            for (long queue = 16; queue < 19; queue++) {
                Map<String, Object> key = place(queue);
                TableRow row =
                        schedulers.stream()
                                .filter(each -> each.key().equals(key))
                                .findFirst()
                                .orElseThrow();
                assertEquals(row.data().get("min_priority"), row.data().get("max_priority"));
                levels.add(row.data().get("max_priority"));
            }
            assertEquals(List.of("LOW", "6", "7"), levels);
        }
    }

    @Test
    void aPeriodThatTheChipCountsInClocksIsInForce() throws IOException {
        try (ChipLab lab =
                new ChipLab("src/test/resources/run/portfc-ndc-2-1.yaml", 0, "portfc", folder)) {
            lab.chip("s4")
                    .round(APPLICATION, PERIOD, BfRtDevice.number(PERIOD, 4, 19_999).getStream());
            List<DesiredState> wanted = lab.settings.desired();
            Provisioner provisioner = new Provisioner(lab.served.sessions, Ledger.inMemory());
            assertTrue(provisioner.apply(wanted) > 0);
            provisioner.requireUnchanged(wanted);
        }
    }

    private static List<Object> values(List<TableRow> rows, String field) {
        return rows.stream().map(row -> row.data().get(field)).toList();
    }

    private static Map<String, Object> place(long queue) {
        return Map.of("pg_id", 3L, "pg_queue", queue);
    }

    private static TableRow application(BfRtDevice chip, long id) {
        return chip.rows(0, "tf2.pktgen.app_cfg").stream()
                .filter(row -> row.key().equals(Map.of("app_id", id)))
                .findFirst()
                .orElseThrow();
    }

    /** A timer application as somebody left it. */
    private static void timer(BfRtDevice chip, int id, int action, boolean running) {
        chip.preset(
                APPLICATION,
                0,
                BfRtDevice.exact(new byte[] {0, 0, 0, (byte) id}),
                action,
                BfRtDevice.number(PERIOD, 4, 1000),
                DataField.newBuilder().setFieldId(ENABLED).setBoolVal(running).build(),
                BfRtDevice.number(LENGTH, 2, 100),
                BfRtDevice.number(BATCH_GAP, 4, 7));
    }

    private static List<DeviceCall> planned(ChipLab lab, Device device, Service service) {
        return lab.settings.calls().stream()
                .filter(call -> call.service().equals(service))
                .filter(call -> call.device().equals(device))
                .toList();
    }

    /** What was sent was planned, in this order; rows that the chip has already are left out. */
    private static void requireOutOf(
            List<? extends DeviceCall> planned, List<RecordingProxy.Request> sent) {
        List<RecordingProxy.Request> writes =
                sent.stream().filter(request -> request.method().endsWith("Write")).toList();
        int at = 0;
        for (RecordingProxy.Request request : writes) {
            while (at < planned.size()
                    && !(planned.get(at).method().equals(request.method())
                            && planned.get(at).request().toByteString().equals(request.bytes()))) {
                at++;
            }
            assertTrue(at < planned.size(), () -> "was not planned: " + request);
            at++;
        }
        assertTrue(writes.size() * 2 > planned.size(), () -> "few were sent: " + writes.size());
    }

    private static void requireAlike(
            List<? extends DeviceCall> planned, List<RecordingProxy.Request> sent) {
        assertEquals(
                planned.stream().map(DeviceCall::method).toList(),
                sent.stream().map(RecordingProxy.Request::method).toList());
        for (int i = 0; i < sent.size(); i++) {
            assertArrayEquals(
                    planned.get(i).request().toByteArray(),
                    sent.get(i).bytes().toByteArray(),
                    planned.get(i).request().toString());
        }
    }
}
