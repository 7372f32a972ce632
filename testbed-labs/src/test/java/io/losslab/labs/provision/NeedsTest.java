package io.losslab.labs.provision;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.losslab.configs.binding.Binding;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Service;
import io.losslab.configs.testbed.Testbed;
import io.losslab.devices.DeviceKind;
import io.losslab.devices.DeviceReport;
import io.losslab.devices.PortCounters;
import io.losslab.devices.Sessions;
import io.losslab.devices.commodity.CommoditySwitch;
import io.losslab.devices.tofino2.program.TofinoKeys;
import io.losslab.driver.p4runtime.P4RuntimeClient;
import io.losslab.labs.backend.Channels;
import io.losslab.labs.check.ExperimentCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** What {@code testbed check TESTBED EXPERIMENT} tries, and what runs need: the same. */
class NeedsTest {
    private static final String TWO_SITES = "../orchestrator/src/test/resources/run/two-sites.yaml";

    private static final int PFC_CELL = 0;

    /** Bifrost at the long link. */
    private static final int BIFROST_CELL = 2;

    /** Calls that set something, or start what is set; a check makes none of them. */
    private static final Set<String> SETTING =
            Set.of(
                    "losslab.v1.HostAgent/ConfigureHost",
                    "losslab.v1.SwitchControl/ConfigureSwitch",
                    "losslab.v1.BifrostCoprocessor/SetBifrost",
                    "losslab.v1.BifrostCoprocessor/ClearBifrost",
                    "p4.v1.P4Runtime/Write",
                    "gnmi.gNMI/Set",
                    "bfrt_proto.BfRuntime/Write");

    @TempDir private Path folder;

    /** Devices of some kind, through which all calls to one of them go. */
    private interface Rig extends AutoCloseable {
        ServedCell served();

        Testbed testbed();

        List<RecordingProxy> proxies();

        @Override
        void close();
    }

    @TestFactory
    List<DynamicTest> ofSoftwareSwitches() throws IOException {
        return takenAway(this::software);
    }

    @TestFactory
    List<DynamicTest> ofSwitchesThatAreSetOverGnmi() throws IOException {
        return takenAway(this::commodity);
    }

    @TestFactory
    List<DynamicTest> ofTofinos() throws IOException {
        return takenAway(this::tofinos);
    }

    @TestFactory
    List<DynamicTest> ofTofinosWithBfRuntimeAlone() throws IOException {
        return takenAway(
                () -> new Chips(new ChipLab(TWO_SITES, PFC_CELL, "pfc_forward", folder, false)));
    }

    /** Makes a rig. */
    @FunctionalInterface
    private interface Making {
        Rig make() throws IOException;
    }

    /**
     * A test that everything is tried, and one for each call that a check makes: without it, check
     * reports a problem, and a run fails.
     */
    private List<DynamicTest> takenAway(Making making) throws IOException {
        List<String> tried;
        List<DynamicTest> tests = new ArrayList<>();
        try (Rig rig = making.make()) {
            List<String> before = rig.served().states();
            methods(rig);
            assertEquals(List.of(), check(rig));
            tried = methods(rig);
            assertEquals(before, rig.served().states());
            assertTrue(tried.stream().noneMatch(SETTING::contains), tried::toString);
            run(rig);
            List<String> needed = new ArrayList<>(methods(rig));
            needed.removeAll(SETTING);
            List<String> untried = new ArrayList<>(needed);
            untried.removeAll(tried);
            tests.add(
                    dynamicTest(
                            "everything that a run asks is tried",
                            () -> assertEquals(List.of(), untried)));
        }
        for (String method : tried) {
            tests.add(dynamicTest(method, () -> isMissed(making, method)));
        }
        return tests;
    }

    private static void isMissed(Making making, String method) throws IOException {
        try (Rig rig = making.make()) {
            rig.proxies()
                    .forEach(proxy -> proxy.refuse(request -> request.method().equals(method)));
            List<String> problems = check(rig);
            assertTrue(
                    problems.stream().anyMatch(text -> text.contains("turned away")),
                    problems::toString);
            assertThrows(RuntimeException.class, () -> run(rig));
        }
    }

    @Test
    void aControllerThatIsPrimaryIsNamedAndNotReplaced() throws IOException {
        try (Rig rig = software()) {
            Device device = rig.served().device("M");
            try (P4RuntimeClient other = rig.served().forwarding(device)) {
                other.becomePrimary(1);
                List<String> problems = check(rig);
                assertEquals(1, problems.size(), problems::toString);
                assertTrue(
                        problems.get(0)
                                .contains(
                                        "another controller is primary, so the pipeline cannot be"
                                                + " verified; stop it, or check again"),
                        problems.get(0));
                assertTrue(other.isPrimary());
            }
        }
    }

    @Test
    void tablesThatTheChipHasNotAreNamed() throws IOException {
        try (ChipLab lab = new ChipLab(TWO_SITES, PFC_CELL, "pfc_forward", folder)) {
            Path tables = folder.resolve("fixed.json");
            String text = Files.readString(tables);
            Files.writeString(tables, text.replaceAll("\"id\" *: *([0-9]+)", "\"id\": 1$1"));
            List<String> problems = check(new Chips(lab));
            assertTrue(
                    problems.stream()
                            .anyMatch(
                                    problem ->
                                            problem.contains("the device has no table with id")
                                                    && problem.contains(
                                                            "name the bf-rt JSON of the device's"
                                                                    + " own SDE")),
                    problems::toString);
        }
    }

    @Test
    void aProgramThatIsNotCompiledIsNamed() throws IOException {
        try (ChipLab lab = new ChipLab(TWO_SITES, PFC_CELL, "pfc_forward", folder)) {
            Files.delete(folder.resolve("pfc_forward.tofino2/pipe/tofino2.bin"));
            List<String> problems = check(new Chips(lab));
            assertTrue(
                    problems.stream()
                            .anyMatch(problem -> problem.contains("has no pipe/tofino2.bin")),
                    problems::toString);
        }
    }

    private Rig software() throws IOException {
        ServedCell served = new ServedCell(TWO_SITES, BIFROST_CELL);
        return rig(served, served.testbed);
    }

    private Rig commodity() throws IOException {
        ServedCell served = new ServedCell(TWO_SITES, PFC_CELL);
        return rig(
                served,
                served.testbed(new CommoditySwitch(), Set.of(Service.GNMI, Service.COPROCESSOR)));
    }

    private Rig tofinos() throws IOException {
        return new Chips(new ChipLab(TWO_SITES, PFC_CELL, "pfc_forward", folder));
    }

    private static Rig rig(ServedCell served, Testbed testbed) {
        return new Rig() {
            @Override
            public ServedCell served() {
                return served;
            }

            @Override
            public Testbed testbed() {
                return testbed;
            }

            @Override
            public List<RecordingProxy> proxies() {
                return List.of(served.proxy);
            }

            @Override
            public void close() {
                served.close();
            }
        };
    }

    private record Chips(ChipLab lab) implements Rig {
        @Override
        public ServedCell served() {
            return lab.served;
        }

        @Override
        public Testbed testbed() {
            return lab.testbed;
        }

        @Override
        public List<RecordingProxy> proxies() {
            List<RecordingProxy> all = new ArrayList<>(List.of(lab.served.proxy));
            lab.testbed.devices().stream()
                    .filter(device -> device.has(TofinoKeys.BFRT))
                    .forEach(device -> all.add(lab.proxy(device.name())));
            return all;
        }

        @Override
        public void close() {
            lab.close();
        }
    }

    private static List<String> methods(Rig rig) {
        return rig.proxies().stream()
                .flatMap(proxy -> proxy.takeMethods().stream())
                .distinct()
                .toList();
    }

    /** Problems of all devices. */
    private static List<String> check(Rig rig) {
        List<DeviceReport> reached =
                rig.testbed().devices().stream()
                        .map(
                                device ->
                                        new DeviceReport(
                                                device, List.of(), List.of(), Map.of(), List.of(),
                                                false))
                        .toList();
        try (Channels channels = new Channels()) {
            return new ExperimentCheck(List.of(rig.served().plan.cell()), rig.testbed(), channels)
                    .complete(reached).stream()
                            .flatMap(report -> report.problems().stream())
                            .toList();
        }
    }

    private static void run(Rig rig) {
        try (Channels channels = new Channels();
                Sessions sessions = new Sessions(channels)) {
            CellSettings settings =
                    new CellSettings(
                            rig.served().plan,
                            Binding.ofFabric(rig.served().plan.topology(), rig.testbed()));
            new Provisioner(sessions, Ledger.inMemory()).apply(settings.desired());
            Map<String, Device> switches = new TreeMap<>();
            rig.testbed().devices().stream()
                    .filter(device -> device.kind().isSwitch())
                    .forEach(device -> switches.put(device.name(), device));
            switches.values()
                    .forEach(
                            device ->
                                    DeviceKind.of(device)
                                            .counters(sessions.of(device))
                                            .ifPresent(PortCounters::read));
        }
    }
}
