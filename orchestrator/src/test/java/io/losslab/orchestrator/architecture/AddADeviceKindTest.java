package io.losslab.orchestrator.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.StringValue;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.losslab.configs.experiment.file.ExperimentLoader;
import io.losslab.configs.library.Library;
import io.losslab.configs.plan.CellPlan;
import io.losslab.configs.plan.CellPlanner;
import io.losslab.configs.testbed.Testbed;
import io.losslab.configs.testbed.file.DeviceCatalog;
import io.losslab.configs.testbed.file.TestbedLoader;
import io.losslab.configs.testbed.file.TestbedYaml;
import io.losslab.configs.yaml.Problems;
import io.losslab.devices.DesiredState;
import io.losslab.devices.DeviceKind;
import io.losslab.devices.Sessions;
import io.losslab.devices.labelled.LabelledSwitch;
import io.losslab.devices.registry.DeviceKinds;
import io.losslab.driver.DeviceException;
import io.losslab.labs.backend.Channels;
import io.losslab.labs.backend.LocalLab;
import io.losslab.labs.backend.ServedLab;
import io.losslab.labs.backend.physical.PhysicalLabs;
import io.losslab.labs.provision.CellSettings;
import io.losslab.labs.provision.Journal;
import io.losslab.labs.provision.Ledger;
import io.losslab.labs.provision.Provisioner;
import io.losslab.orchestrator.cli.LosslabCommand;
import io.losslab.orchestrator.run.ParallelRun;
import io.losslab.orchestrator.session.Console;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A kind of device is a package and a line of the registry (docs/add-a-device-kind.md). */
class AddADeviceKindTest {
    private static final String EXPERIMENT = "src/test/resources/run/two-sites.yaml";
    private static final String DEVICES = "io.losslab.devices";
    private static final String SERVED = "io.losslab.labs.backend.served.";

    @TempDir private Path folder;

    /** Devices that have shown the label. */
    private final Set<String> shown = new HashSet<>();

    private final Map<String, String> panels =
            new HashMap<>(Map.of("M", "idle")) {
                private static final long serialVersionUID = 1;

                @Override
                public String put(String device, String text) {
                    if (text.equals("A")) {
                        shown.add(device);
                    }
                    return super.put(device, text);
                }
            };
    private final DeviceCatalog catalog = catalog(panels);
    private final CellPlan plan = plan();
    private final ServedLab lab = LocalLab.of(plan);
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @AfterEach
    void stop() {
        lab.close();
    }

    @Test
    void onlyTheRegistryKnowsThePackageOfAKind() {
        JavaClasses all =
                new ClassFileImporter()
                        .withImportOption(new ImportOption.DoNotIncludeTests())
                        .withImportOption(new ArchitectureTest.Written())
                        .importPackages(
                                "io.losslab.orchestrator", "io.losslab.labs", "io.losslab.devices");
        for (DeviceKind kind : DeviceKinds.ALL) {
            String own = kind.getClass().getPackageName();
            noClasses()
                    .that()
                    .resideOutsideOfPackages(
                            own + "..", DEVICES + ".registry", SERVED + nameOf(kind) + "..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage(own + "..")
                    .check(all);
        }
    }

    @Test
    void theWordsOfKindsStandInTheirPackagesOnly() throws IOException {
        List<String> found = new ArrayList<>();
        for (Path file : sources()) {
            String text = Files.readString(file);
            for (DeviceKind kind : DeviceKinds.ALL) {
                String own = kind.getClass().getPackageName().replace('.', '/');
                boolean registry =
                        file.toString().contains("/devices/registry/")
                                || file.toString()
                                        .contains((SERVED + nameOf(kind)).replace('.', '/'));
                boolean constant =
                        text.contains("DeviceKinds.") && text.contains("." + constant(kind));
                boolean word =
                        !kind.word().equals("host") && text.contains('"' + kind.word() + '"');
                if (!file.toString().contains(own) && !registry && (constant || word)) {
                    found.add(file + " knows " + kind.word());
                }
            }
        }
        assertEquals(List.of(), found);
    }

    /** A package of its own may stand for a kind in served labs. */
    private static String nameOf(DeviceKind kind) {
        String own = kind.getClass().getPackageName();
        return own.substring(own.lastIndexOf('.') + 1);
    }

    private static List<Path> sources() throws IOException {
        List<Path> sources = new ArrayList<>();
        for (String module : List.of("orchestrator", "testbed-labs", "testbed-devices")) {
            try (Stream<Path> files = Files.walk(Path.of("..", module, "src/main/java"))) {
                files.filter(each -> each.toString().endsWith(".java")).forEach(sources::add);
            }
        }
        return sources;
    }

    @Test
    void itsKeysAreReadAndRequired() throws IOException {
        assertEquals(
                "A",
                testbed(true).device("M").orElseThrow().settings(StringValue.class).getValue());
        String text = text(true).replace("    label: A\n", "");
        Files.writeString(folder.resolve("lab.yaml"), text);
        Problems problems = new Problems();
        assertEquals(
                Optional.empty(),
                new TestbedLoader(new Library(), catalog)
                        .load(folder.resolve("lab.yaml").toString(), problems));
        assertEquals("a labelled switch lacks the key 'label'", problems.list().get(0).message());
    }

    @Test
    void itIsCheckedPlannedAndRun() throws IOException {
        String file = write(true).toString();
        assertEquals(0, losslab("testbed", "check", file), err::toString);
        assertTrue(out.toString(StandardCharsets.UTF_8).contains("shows 'idle'"), out::toString);
        assertEquals(0, losslab("plan", EXPERIMENT, "--cell", "0", "--testbed", file));
        assertTrue(out.toString(StandardCharsets.UTF_8).contains("panel/Show"), out::toString);
        Path results = folder.resolve("results");
        int code =
                losslab(
                        "run",
                        EXPERIMENT,
                        "--seed",
                        "1",
                        "--backend",
                        "physical",
                        "--testbed",
                        file,
                        "--no-report",
                        "--out",
                        results.toString());
        assertEquals(0, code, err::toString);
        assertEquals(Set.of("M", "N"), shown);
        assertEquals(Map.of("M", "idle"), panels, "no panel begins anew with the clock");
        assertTrue(Files.size(results.resolve("counters.parquet")) > 0);
    }

    @Test
    void whatItSetIsReadBackAndSomebodyElsesChangeIsNoticed() throws IOException {
        try (Channels channels = new Channels();
                Sessions sessions = new Sessions(channels)) {
            Provisioner provisioner = new Provisioner(sessions, Ledger.inMemory());
            List<DesiredState> desired = desired();
            provisioner.apply(desired);
            provisioner.requireUnchanged(desired);
            panels.put("M", "mine");
            String message =
                    assertThrows(DeviceException.class, () -> provisioner.requireUnchanged(desired))
                            .getMessage();
            assertTrue(message.startsWith("M (127.0.0.1:7): "), message);
            assertTrue(
                    message.contains(
                            "its label differs from what this run configured: value: set A"),
                    message);
            panels.put("M", "A");
            assertEquals(List.of(), provisioner.undoAll());
            assertEquals(Map.of("M", "idle"), panels);
        }
    }

    @Test
    void cleanupUndoesWhatARunThatDiedLeft() throws IOException {
        Path died = Files.createDirectory(folder.resolve("died.partial"));
        Path file = died.resolve(Journal.FILE);
        try (Channels channels = new Channels();
                Sessions sessions = new Sessions(channels)) {
            Ledger ledger = Ledger.in(Journal.at(file, write(false).toString()));
            new Provisioner(sessions, ledger).apply(desired());
        }
        assertEquals(Map.of("M", "A", "N", "A"), panels);
        assertEquals(0, losslab("cleanup", died.toString()), err::toString);
        assertEquals(Map.of("M", "idle"), panels);
        assertFalse(Files.exists(file));
    }

    private List<DesiredState> desired() throws IOException {
        return new CellSettings(plan, PhysicalLabs.bind(plan.topology(), testbed(false))).desired();
    }

    private Testbed testbed(boolean clock) throws IOException {
        Problems problems = new Problems();
        return new TestbedLoader(new Library(), catalog)
                .load(write(clock).toString(), problems)
                .orElseThrow(() -> new AssertionError(problems.list().toString()));
    }

    private Path write(boolean clock) throws IOException {
        return Files.writeString(folder.resolve("lab.yaml"), text(clock));
    }

    /** The served lab, its switches of the added kind. */
    private String text(boolean clock) {
        String text =
                TestbedYaml.text(lab.testbed())
                        .replace(
                                "    kind: softwareSwitch\n",
                                "    kind: labelled\n    panel: 127.0.0.1\n    label: A\n");
        return clock ? text : text.replaceAll("(?m)^clock:.*\n", "");
    }

    private int losslab(String... args) {
        Console console = new Console(printed(out), printed(err), false);
        return LosslabCommand.commandLine(console, () -> new ParallelRun(), new Library(), catalog)
                .execute(args);
    }

    private static PrintStream printed(ByteArrayOutputStream stream) {
        stream.reset();
        return new PrintStream(stream, true, StandardCharsets.UTF_8);
    }

    private static String constant(DeviceKind kind) {
        return kind.word().replaceAll("([A-Z])", "_$1").toUpperCase(Locale.ROOT);
    }

    private static DeviceCatalog catalog(Map<String, String> panels) {
        List<DeviceKind> kinds = new ArrayList<>(DeviceKinds.ALL);
        kinds.add(new LabelledSwitch(DeviceKinds.SOFTWARE_SWITCH, panels));
        return new DeviceCatalog(kinds);
    }

    private static CellPlan plan() {
        Problems problems = new Problems();
        return new CellPlanner()
                .plan(
                        new ExperimentLoader(new Library())
                                .load(EXPERIMENT, List.of(), problems)
                                .orElseThrow(() -> new AssertionError(problems.list().toString()))
                                .cells()
                                .get(0));
    }
}
