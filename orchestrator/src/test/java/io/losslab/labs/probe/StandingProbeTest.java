package io.losslab.labs.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.configs.binding.Binding;
import io.losslab.configs.library.Library;
import io.losslab.configs.plan.CellPlan;
import io.losslab.configs.profile.Profile;
import io.losslab.configs.profile.ProfileReader;
import io.losslab.configs.testbed.Testbed;
import io.losslab.configs.testbed.file.TestbedYaml;
import io.losslab.configs.yaml.ProblemPrinter;
import io.losslab.configs.yaml.Problems;
import io.losslab.devices.DesiredState;
import io.losslab.devices.Sessions;
import io.losslab.devices.registry.DeviceKinds;
import io.losslab.labs.backend.Channels;
import io.losslab.labs.backend.LocalLab;
import io.losslab.labs.backend.ServedLab;
import io.losslab.labs.provision.CellSettings;
import io.losslab.labs.provision.Ledger;
import io.losslab.labs.provision.Provisioner;
import io.losslab.orchestrator.cli.LosslabCommand;
import io.losslab.orchestrator.session.Console;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command against a served lab that another user has configured. */
class StandingProbeTest {
    private static final ProbedLab LAB =
            new ProbedLab(
                    "100Gbps",
                    "40Gbps",
                    "1us",
                    "pauseReaction: 77ns",
                    "xoff: 40KB, xon: 20KB, headroom: 90KB");

    @TempDir private Path directory;

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void aServedLabIsProbedAsItStandsAndStaysSo() throws Exception {
        CellPlan plan = ProbedLab.plan(LAB.experiment());
        try (ServedLab lab = LocalLab.of(plan.topology());
                Channels channels = new Channels();
                Sessions sessions = new Sessions(channels)) {
            List<DesiredState> set = configured(plan, lab.testbed(), sessions);
            Path file = directory.resolve("lab.yaml");
            Files.writeString(file, TestbedYaml.text(lab.testbed()));
            Path written = directory.resolve("S.profile.yaml");

            assertEquals(0, probe(file.toString(), "--out", written.toString()), err::toString);
            assertEquals(0, probe(file.toString()), err::toString);

            new Provisioner(sessions, Ledger.inMemory()).requireUnchanged(set);
            Problems problems = new Problems();
            Profile profile = ProfileReader.read(written.toString(), problems).orElse(null);
            assertEquals("", ProblemPrinter.print(problems));
            assertEquals(27, ProbedLab.of(profile, "xoff", 1_500).least());
            assertEquals(13, ProbedLab.of(profile, "xon", 1_500).least());
            assertEquals(86 - 27, ProbedLab.of(profile, "headroom", 1_500).least());
            assertEquals("static", profile.pfc().text("threshold"));
            assertEquals(77, profile.pauseReaction().orElseThrow().nanos());
        }
    }

    @Test
    void mistakesAreNamed() throws Exception {
        CellPlan plan = ProbedLab.plan(LAB.experiment());
        try (ServedLab lab = LocalLab.of(plan.topology())) {
            Path file = directory.resolve("lab.yaml");
            Files.writeString(file, TestbedYaml.text(lab.testbed()));

            refused("there is no switch 'T'", file.toString(), "--switch", "T");
            refused("S has no cable to a host 'h9'", file.toString(), "--to", "h9");
            refused("--class must be 0 to 7, got 8", file.toString(), "--class", "8");
            refused("there is nothing to probe");
            refused("cannot send frames of 64 B", file.toString(), "--size", "64");
            assertTrue(probe(file.toString()) != 0);
            assertTrue(
                    err.toString(StandardCharsets.UTF_8).contains("was not acknowledged"),
                    err::toString);
        }
    }

    private static List<DesiredState> configured(
            CellPlan plan, Testbed testbed, Sessions sessions) {
        Binding binding = Binding.ofFabric(plan.topology(), testbed);
        List<DesiredState> set = new CellSettings(plan, binding).desired();
        new Provisioner(sessions, Ledger.inMemory()).apply(set);
        return set;
    }

    private void refused(String message, String... words) {
        assertEquals(2, probe(words), err::toString);
        assertTrue(err.toString(StandardCharsets.UTF_8).contains(message), err::toString);
    }

    private int probe(String... words) {
        List<String> all = new ArrayList<>(List.of("testbed", "probe"));
        all.addAll(List.of("--from", "h1", "--also", "h3", "--repeat", "1"));
        all.addAll(List.of(words));
        if (!all.contains("--size")) {
            all.addAll(List.of("--size", "1500"));
        }
        if (!all.contains("--to")) {
            all.addAll(List.of("--to", "h2"));
        }
        err.reset();
        Console console =
                new Console(
                        new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8),
                        false);
        return LosslabCommand.commandLine(
                        console, () -> request -> null, new Library(), DeviceKinds.catalog())
                .execute(all.toArray(String[]::new));
    }
}
