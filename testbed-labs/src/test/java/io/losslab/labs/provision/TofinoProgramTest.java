package io.losslab.labs.provision;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.configs.testbed.Device;
import io.losslab.devices.DesiredState;
import io.losslab.devices.DeviceCall;
import io.losslab.devices.DeviceKind;
import io.losslab.devices.DeviceReport;
import io.losslab.devices.Inspection;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.tofino2.program.TofinoKeys;
import io.losslab.driver.DeviceException;
import io.losslab.driver.bfrt.BfRtClient;
import io.losslab.driver.bfrt.BfRtDevice;
import io.losslab.driver.bfrt.TrafficTables;
import io.losslab.driver.bfrt.program.CompiledFolder;
import io.losslab.driver.bfrt.program.CompiledProgram;
import io.losslab.driver.bfrt.program.CompilerOutput;
import io.losslab.driver.bfrt.program.ProgramRows;
import io.losslab.driver.bfrt.sde.SdeFiles;
import io.losslab.driver.bfrt.table.BfRtSchema;
import io.losslab.driver.bfrt.table.MatchValue;
import io.losslab.driver.bfrt.table.RowCodec;
import io.losslab.driver.bfrt.table.TableRow;
import io.losslab.driver.p4runtime.BundledProgram;
import io.losslab.proto.bfrt.Entity;
import io.losslab.proto.bfrt.ForwardingPipelineConfig;
import io.losslab.proto.bfrt.Update;
import io.losslab.proto.bfrt.WriteRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tofino2 whose switches have BF Runtime alone, as the SDE's do unless P4Runtime is built in:
 * program and entries over it too.
 */
class TofinoProgramTest {
    private static final String PORTFC = "src/test/resources/run/portfc-ndc-2-1.yaml";

    @TempDir private Path folder;

    @ParameterizedTest
    @CsvSource({
        "bifrost/case-a, 0, pfc_forward",
        "src/test/resources/run/portfc-ndc-2-1.yaml, 0, portfc",
        "ofc/o2, 5, ofc",
        "src/test/resources/run/pyrrha-leaf-spine.yaml, 0, pyrrha"
    })
    void programAndEntriesReachTheChipAndASecondTimeNothing(
            String experiment, int cell, String program) throws IOException {
        try (ChipLab lab = new ChipLab(experiment, cell, program, folder, false)) {
            List<DesiredState> wanted = lab.settings.desired();
            Provisioner provisioner = new Provisioner(lab.served.sessions, Ledger.inMemory());
            provisioner.apply(wanted);
            provisioner.requireUnchanged(wanted);
            assertEquals(0, new Provisioner(lab.served.sessions, Ledger.inMemory()).apply(wanted));
            CompiledProgram compiled = CompilerOutput.read(folder.resolve(program + ".tofino2"));
            for (Device device : chips(lab)) {
                BfRtDevice chip = lab.chip(device.name());
                assertTrue(compiled.isRunAs(chip.running().orElseThrow()));
                assertTrue(!chip.rows(BfRtClient.ALL_PIPES, "pipe.ingress.routes").isEmpty());
                assertTrue(!chip.rows(BfRtClient.ALL_PIPES, "$PORT").isEmpty());
            }
            assertEquals(List.of(), provisioner.undoAll());
            for (Device device : chips(lab)) {
                BfRtDevice chip = lab.chip(device.name());
                assertEquals(BfRtDevice.PROGRAM, chip.running().orElseThrow().getP4Name());
                assertEquals(List.of(), chip.rows(BfRtClient.ALL_PIPES, "$PORT"));
            }
        }
    }

    /** Two ports of equal cost are a group of members; one port is a member. */
    @Test
    void entriesAreThoseOfThePlanByTheNamesOfTheCompiler() throws IOException {
        try (ChipLab lab = new ChipLab(PORTFC, 0, "portfc", folder, false)) {
            new Provisioner(lab.served.sessions, Ledger.inMemory()).apply(lab.settings.desired());
            BfRtDevice chip = lab.chip("s4");
            TableRow level = rows(chip, "pipe.ingress.levels").get(0);
            assertEquals((1L << 24) - 2, level.key().get("$MATCH_PRIORITY"));
            assertTrue(level.key().get("occupancy") instanceof MatchValue.Span);
            TableRow queue = rows(chip, "pipe.ingress.queues").get(0);
            assertTrue(queue.key().get("hdr.ipv4.dst_addr") instanceof MatchValue.Masked);
            List<TableRow> members = rows(chip, "pipe.ingress.ecmp");
            assertEquals("ingress.forward", members.get(0).action());
            assertEquals(
                    members.stream().map(row -> row.data().get("port")).distinct().count(),
                    members.size());
            for (TableRow route : rows(chip, "pipe.ingress.routes")) {
                assertTrue(
                        route.data().containsKey("$ACTION_MEMBER_ID")
                                || route.data().containsKey("$SELECTOR_GROUP_ID"));
            }
            List<TableRow> nodes = rows(chip, "$pre.node");
            assertEquals(nodes.size(), rows(chip, "$pre.mgid").size());
            assertTrue(((List<?>) nodes.get(0).data().get("$DEV_PORT")).size() > 0);
        }
    }

    /** What a chip ran, its entries, and the ports in use come back; the new ones' do not stay. */
    @Test
    void aJournalRestoresTheProgramBeforeWithItsEntriesAndPorts() throws IOException {
        CompiledFolder.write(folder, "pfc_forward");
        try (ChipLab lab = new ChipLab(PORTFC, 0, "portfc", folder, false)) {
            BfRtDevice chip = lab.chip("s4");
            ForwardingPipelineConfig before =
                    CompilerOutput.read(folder.resolve("pfc_forward.tofino2")).config();
            chip.boot(before);
            try (BfRtClient user =
                    new BfRtClient(
                            lab.served.sessions.of(device(lab, "s4")).channel(TofinoKeys.BFRT),
                            0,
                            9)) {
                user.open();
                user.bindRunning();
                user.send(port(user.schema(), 1));
                user.write(List.of(dscp(user.schema())));
            }
            List<TableRow> entries = rows(chip, "pipe.ingress.dscp_classes");
            assertEquals(1, entries.size());
            Path file = folder.resolve("undo.jsonl");
            Ledger ledger = Ledger.in(Journal.at(file, lab.testbed.file()));
            new Provisioner(lab.served.sessions, ledger).apply(lab.settings.desired());
            assertEquals("portfc", chip.running().orElseThrow().getP4Name());
            assertEquals(
                    List.of(),
                    new Provisioner(lab.served.sessions, Journal.ledgerOf(file, lab.testbed))
                            .undoAll());
            assertTrue(new CompiledProgram(before).isRunAs(chip.running().orElseThrow()));
            assertEquals(entries, rows(chip, "pipe.ingress.dscp_classes"));
            List<TableRow> ports = rows(chip, "$PORT");
            assertEquals(1, ports.size());
            assertEquals("BF_SPEED_100G", ports.get(0).data().get("$SPEED"));
            assertEquals(true, ports.get(0).data().get("$PORT_ENABLE"));
        }
    }

    /** Another program resets the chip: rows that were in force are set again, not missed. */
    @Test
    void aCellWithAnotherProgramSetsEverythingAnew() throws IOException {
        try (ChipLab lab = new ChipLab(PORTFC, 0, "portfc", folder, false)) {
            Provisioner provisioner = new Provisioner(lab.served.sessions, Ledger.inMemory());
            provisioner.apply(lab.settings.desired());
            BfRtDevice chip = lab.chip("s4");
            List<TableRow> ports = rows(chip, "$PORT");
            Files.writeString(folder.resolve("portfc.tofino2/pipe/tofino2.bin"), "another binary");
            List<DesiredState> another = lab.settings.desired();
            assertTrue(provisioner.apply(another) > 0);
            assertEquals(
                    "another binary",
                    chip.running().orElseThrow().getProfiles(0).getBinary().toStringUtf8());
            assertEquals(ports, rows(chip, "$PORT"));
            provisioner.requireUnchanged(another);
            assertEquals(List.of(), provisioner.undoAll());
            assertEquals(BfRtDevice.PROGRAM, chip.running().orElseThrow().getP4Name());
        }
    }

    @Test
    void aRefusedProgramIsToldInTheDevicesWordsAndAllIsAsBefore() throws IOException {
        try (ChipLab lab = new ChipLab(PORTFC, 0, "portfc", folder, false)) {
            lab.chip("s4").failNextLoad("Failed to add device during warm_init");
            List<DesiredState> wanted = lab.settings.desired();
            Provisioner provisioner = new Provisioner(lab.served.sessions, Ledger.inMemory());
            String refused =
                    assertThrows(DeviceException.class, () -> provisioner.apply(wanted))
                            .getMessage();
            assertTrue(
                    refused.contains(
                            "program portfc cannot be loaded: Failed to add device during warm_init"
                                    + " Invalid arguments; program pfc_t2na was loaded again"),
                    refused);
            for (Device device : chips(lab)) {
                assertEquals(
                        BfRtDevice.PROGRAM,
                        lab.chip(device.name()).running().orElseThrow().getP4Name());
            }
        }
    }

    @Test
    void aChipWithoutAProgramThatRefusesTheFirstHasNothingToRestore() throws IOException {
        try (ChipLab lab = new ChipLab(PORTFC, 0, "portfc", folder, false)) {
            BfRtDevice chip = lab.chip("s4");
            withoutProgram(lab, chip);
            chip.failNextLoad("Failed to add device during warm_init");
            Provisioner provisioner = new Provisioner(lab.served.sessions, Ledger.inMemory());
            List<DesiredState> wanted = lab.settings.desired();
            String refused =
                    assertThrows(DeviceException.class, () -> provisioner.apply(wanted))
                            .getMessage();
            assertTrue(
                    refused.contains(
                            "program portfc cannot be loaded: Failed to add device during warm_init"
                                    + " Invalid arguments; the device may run no program now"),
                    refused);
            assertTrue(chip.running().isEmpty());
            assertTrue(provisioner.apply(wanted) > 0);
            assertEquals("portfc", chip.running().orElseThrow().getP4Name());
        }
    }

    /** A chip has none after it refused one. */
    private static void withoutProgram(ChipLab lab, BfRtDevice chip) {
        chip.failNextLoad("none");
        try (BfRtClient user =
                new BfRtClient(
                        lab.served.sessions.of(device(lab, "s4")).channel(TofinoKeys.BFRT), 0, 9)) {
            user.open();
            ForwardingPipelineConfig program = chip.running().orElseThrow();
            assertThrows(DeviceException.class, () -> user.load(program, Optional.empty()));
        }
    }

    @Test
    void aProgramThatLacksWhatASchemeNeedsIsRefusedByName() throws IOException {
        try (ChipLab lab = new ChipLab(PORTFC, 0, "portfc", folder, false)) {
            Path tables = folder.resolve("portfc.tofino2/bf-rt.json");
            String text = Files.readString(tables);
            Files.writeString(tables, text.replace("ingress.enter_ihfq", "ingress.enter_ifq"));
            String refused =
                    assertThrows(CommandFailure.class, () -> lab.settings.desired()).getMessage();
            assertTrue(refused.contains("compiled program portfc ("), refused);
            assertTrue(
                    refused.contains(
                            "does not fit: table pipe.ingress.queues has no action"
                                    + " 'ingress.enter_ihfq'; it has [ingress.enter_ifq,"),
                    refused);
            Files.writeString(tables, text.replace("pipe.ingress.sweeps", "pipe.ingress.sweep"));
            assertTrue(
                    assertThrows(CommandFailure.class, () -> lab.settings.desired())
                            .getMessage()
                            .contains("the compiled program has no table 'ingress.sweeps'"));
        }
    }

    @Test
    void thePlanSaysWhatIsLoadedAndWhatDoesNotComeBack() throws IOException {
        try (ChipLab lab = new ChipLab(PORTFC, 0, "portfc", folder, false)) {
            List<DeviceCall> calls =
                    lab.settings.calls().stream()
                            .filter(call -> call.method().endsWith("SetForwardingPipelineConfig"))
                            .filter(call -> call.device().name().equals("s4"))
                            .toList();
            assertEquals(1, calls.size());
            String digest = CompilerOutput.read(folder.resolve("portfc.tofino2")).digest();
            assertEquals(
                    "loads program portfc (%s) and resets the chip; registers, counters, and ports that this plan does not name are not restored afterwards"
                            .formatted(digest),
                    calls.get(0).summary().get());
        }
    }

    @Test
    void aCheckBindsAndNamesTheProgram() throws IOException {
        try (ChipLab lab = new ChipLab(PORTFC, 0, "portfc", folder, false)) {
            Device device = device(lab, "s4");
            List<String> found = bfrt(lab, device);
            assertEquals(1, found.size());
            assertTrue(found.get(0).contains("program pfc_t2na ("), found.get(0));
            assertTrue(found.get(0).endsWith(" tables, no other client"), found.get(0));
            try (BfRtClient user =
                    new BfRtClient(lab.served.sessions.of(device).channel(TofinoKeys.BFRT), 0, 9)) {
                user.open();
                user.bindRunning();
                assertTrue(
                        bfrt(lab, device)
                                .get(0)
                                .contains("another client controls it (Client ID 1 trying"),
                        bfrt(lab, device).toString());
            }
        }
    }

    /** The compiler's own word on the programs, where it is at hand. */
    @ParameterizedTest
    @CsvSource({
        "src/test/resources/run/portfc-ndc-2-1.yaml, 0, T2NA_PORTFC",
        "ofc/o2, 5, T2NA_OFC",
        "bifrost/case-a, 0, T2NA_PFC_FORWARD"
    })
    void plannedEntriesFitWhatTheCompilerMadeOfThePrograms(
            String experiment, int cell, BundledProgram program) throws IOException {
        String compiled = SdeFiles.requiredProgram(program.programName());
        BfRtSchema schema = BfRtSchema.parse(List.of(SdeFiles.requiredFixedTables(), compiled));
        try (ChipLab lab = new ChipLab(experiment, cell, program.programName(), folder, true)) {
            for (DesiredState state : lab.settings.desired()) {
                if (state.part().name().equals("forwarding")
                        && chips(lab).contains(state.device())) {
                    List<?> rows =
                            ProgramRows.of(
                                    program.p4Info(),
                                    schema,
                                    state.state().subList(1, state.state().size()));
                    assertTrue(rows.size() >= state.state().size() - 1);
                }
            }
        }
    }

    private static WriteRequest port(BfRtSchema schema, int number) {
        return new TrafficTables(schema, 0, 9)
                .port(number, "BF_SPEED_100G", "BF_FEC_TYP_REED_SOLOMON");
    }

    private static Update dscp(BfRtSchema schema) {
        TableRow row =
                TableRow.at("hdr.ipv4.dscp", 26)
                        .doing("ingress.set_class")
                        .with("ingress_cos", 3L)
                        .with("queue", 3L);
        return Update.newBuilder()
                .setType(Update.Type.INSERT)
                .setEntity(
                        Entity.newBuilder()
                                .setTableEntry(
                                        new RowCodec(schema.table("pipe.ingress.dscp_classes"))
                                                .encode(row)))
                .build();
    }

    private static DeviceReport inspected(ChipLab lab, Device device) {
        Inspection inspection =
                new Inspection(
                        device, (asked, service) -> lab.served.sessions.of(asked).channel(service));
        DeviceKind.of(device).inspect(inspection);
        return inspection.report();
    }

    private static List<String> bfrt(ChipLab lab, Device device) {
        DeviceReport report = inspected(lab, device);
        assertEquals(List.of(), report.problems());
        assertEquals("9.13.4", report.versions().get("SDE"), "as the testbed file states");
        return report.findings().stream().map(DeviceReport.Finding::detail).toList();
    }

    private static List<Device> chips(ChipLab lab) {
        return lab.testbed.devices().stream()
                .filter(device -> device.has(TofinoKeys.BFRT))
                .toList();
    }

    private static Device device(ChipLab lab, String name) {
        return lab.testbed.device(name).orElseThrow();
    }

    private static List<TableRow> rows(BfRtDevice chip, String table) {
        return chip.rows(BfRtClient.ALL_PIPES, table);
    }
}
