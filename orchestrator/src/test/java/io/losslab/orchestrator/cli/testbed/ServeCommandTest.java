package io.losslab.orchestrator.cli.testbed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.driver.bfrt.program.CompiledFolder;
import io.losslab.driver.bfrt.sde.SdeFiles;
import io.losslab.orchestrator.cli.option.OutputFile;
import io.losslab.orchestrator.run.Commands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServeCommandTest {
    private static final String EXPERIMENT = Commands.experiment("whole-cells.yaml");
    private static final String PORTFC =
            "../testbed-labs/src/test/resources/run/portfc-ndc-2-1.yaml";

    @TempDir private Path folder;
    private final Commands losslab = new Commands();

    @Test
    void whatATofino2NeedsAndWhatItCannotDoIsOneClearError() throws IOException {
        Path empty = Files.createDirectory(folder.resolve("empty"));
        Path torn = Files.createDirectory(folder.resolve("torn"));
        Files.writeString(torn.resolve("bf_rt_tm_tf2.json"), "{\"tables\": []}");
        assertRefused("--as tofino2 needs --sde DIR", EXPERIMENT, "--as", "tofino2");
        assertRefused("--sde needs --as tofino2", EXPERIMENT, "--sde", empty.toString());
        assertRefused(
                "--sde %s: the folder has no file bf_rt_*_tf2.json".formatted(empty),
                EXPERIMENT,
                "--as",
                "tofino2",
                "--sde",
                empty.toString());
        assertRefused(
                "--sde %s: the device has no table '$PORT'".formatted(torn),
                EXPERIMENT,
                "--as",
                "tofino2",
                "--sde",
                torn.toString());
        assertRefused(
                "serve --as tofino2 stands for chips with program pfc_forward, without"
                        + " portfc of scheme 'portfc'",
                PORTFC,
                "--as",
                "tofino2",
                "--sde",
                sde().toString());
        assertRefused(
                "--as and --tls-cert cannot be used together",
                EXPERIMENT,
                "--as",
                "tofino2",
                "--sde",
                sde().toString(),
                "--tls-cert",
                "a.pem",
                "--tls-key",
                "a.key");
    }

    /** The testbed file is complete: commands take it as they would take that of a lab. */
    @Test
    void theTestbedFileOfServedTofino2CanBeCheckedAndPlannedWith() throws Exception {
        Path build = folder.resolve("build");
        CompiledFolder.write(build, "pfc_forward");
        Path testbed = folder.resolve("lab.yaml");
        Thread serving =
                serving(
                        "serve",
                        EXPERIMENT,
                        "--as",
                        "tofino2",
                        "--sde",
                        sde().toString(),
                        "--program",
                        build.toString(),
                        "--write-testbed",
                        testbed.toString());
        try {
            assertEquals(0, losslab.execute("testbed", "check", testbed.toString(), EXPERIMENT));
            assertTrue(losslab.out().contains("M (tofino2): ok"), losslab::out);
            assertTrue(losslab.out().contains("no program, "), losslab::out);
            assertEquals(0, losslab.execute("plan", EXPERIMENT, "--testbed", testbed.toString()));
            assertTrue(losslab.out().contains("loads program pfc_forward ("), losslab::out);
            assertFalse(losslab.out().contains("SwitchControl"), losslab::out);
        } finally {
            serving.interrupt();
            serving.join();
        }
    }

    @Test
    void theTestbedFileOfServedCommoditySwitchesCanBeCheckedAndPlannedWith() throws Exception {
        Path testbed = folder.resolve("lab.yaml");
        Thread serving =
                serving(
                        "serve",
                        EXPERIMENT,
                        "--as",
                        "commodity",
                        "--profile",
                        "srlinux",
                        "--write-testbed",
                        testbed.toString());
        try {
            OutputFile.requireMarked(testbed, "serve");
            assertTrue(Files.readString(testbed).contains("byHand: [thresholds]"));
            assertTrue(Files.exists(folder.resolve("lab.password")));
            assertEquals(0, losslab.execute("testbed", "check", testbed.toString()), losslab::out);
            assertTrue(losslab.out().contains("profile srlinux (Nokia SR Linux), given, and"));
            String[] plan = {
                "plan",
                EXPERIMENT,
                "--set",
                "record.counters.interval=1s",
                "--testbed",
                testbed.toString()
            };
            assertEquals(0, losslab.execute(plan), losslab::err);
            assertTrue(losslab.out().contains("pfc-mapping-profile \"losslab-3\""), losslab::out);
        } finally {
            serving.interrupt();
            serving.join();
        }
    }

    @Test
    void optionsOfAnotherKindAndSchemesThatItDoesNotRunAreRefused() {
        assertRefused(
                "choose out of losslab, eos, srlinux, cumulus",
                EXPERIMENT,
                "--as",
                "commodity",
                "--profile",
                "junos");
        assertRefused(
                "--profile eos: its switches ask for a password",
                EXPERIMENT,
                "--as",
                "commodity",
                "--profile",
                "eos");
        assertRefused(
                "--password-file: switches of profile losslab ask for no login",
                EXPERIMENT,
                "--as",
                "commodity",
                "--password-file",
                "p");
        assertRefused("there is no cell 2", EXPERIMENT, "--cell", "2");
        assertRefused("--profile needs --as commodity", EXPERIMENT, "--profile", "eos");
        assertRefused(
                "--program needs --as tofino2", EXPERIMENT, "--as", "commodity", "--program", "b");
        assertRefused(
                "serve --as commodity stands for switches with PFC, without portfc of"
                        + " scheme 'portfc'",
                PORTFC,
                "--as",
                "commodity");
    }

    /** A command that serves until it is interrupted; returns once its testbed file is there. */
    private static Thread serving(String... words) throws IOException, InterruptedException {
        Thread thread = new Thread(() -> new Commands().execute(words), "serve");
        thread.start();
        Path file = Path.of(words[words.length - 1]);
        while (thread.isAlive() && !(Files.exists(file) && Files.size(file) > 0)) {
            Thread.sleep(20);
        }
        return thread;
    }

    private Path sde() throws IOException {
        Path sde = Files.createDirectories(folder.resolve("sde"));
        Files.writeString(
                sde.resolve("bf_rt_all_tf2.json"),
                SdeFiles.completeFixedTables().orElseGet(SdeFiles::shortFixedTables));
        return sde;
    }

    private void assertRefused(String problem, String... words) {
        List<String> all = Stream.concat(Stream.of("serve"), Stream.of(words)).toList();
        assertEquals(2, losslab.execute(all.toArray(String[]::new)), losslab::err);
        assertTrue(losslab.err().contains(problem), losslab::err);
        assertFalse(losslab.err().contains("\tat "), losslab::err);
    }
}
