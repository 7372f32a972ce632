package io.losslab.orchestrator.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.orchestrator.session.Console;
import io.losslab.orchestrator.session.RunOutcome;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a new user does first: look at what there is, begin a file, complete words in a shell. */
class FirstStepsTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void listsRecoveriesAndCongestionControls() {
        assertEquals(0, execute("list", "recoveries"));
        assertTrue(out().lines().anyMatch(line -> line.startsWith("irn ")), out());
        assertEquals(0, execute("list", "congestion-controls"));
        assertTrue(out().lines().anyMatch(line -> line.startsWith("dcqcn ")), out());
        assertEquals(0, execute("list", "congestion-controls", "dcqcn"));
        assertTrue(out().contains("clampTargetRate"), out());
    }

    @Test
    void showsAnExperimentWithItsSweepsAndFigures() {
        assertEquals(0, execute("list", "experiments", "bifrost/case-a"));
        assertTrue(out().contains("bifrost-case-a (3 hosts, 2 switches)"), out());
        assertTrue(out().contains("scheme=pfc|bifrost flows=2|4|8|16|32|64|128"), out());
        assertTrue(out().lines().anyMatch(line -> line.matches(" *cells +84")), out());
        assertTrue(out().contains("figure 11b"), out());
        assertEquals(2, execute("list", "experiments", "bifrost/casea"));
        assertTrue(err().contains("did you mean 'bifrost/case-a'?"), err());
    }

    @Test
    void showsAKindOfTrafficADistributionAndATopology() {
        assertEquals(0, execute("list", "workloads", "incast"));
        assertTrue(out().contains("perSender"), out());
        assertTrue(out().contains("1 to 100000; default: 1\n"), out());
        assertEquals(0, execute("list", "workloads", "WebSearch"));
        assertTrue(out().lines().anyMatch(line -> line.matches(" +[0-9,]+ B +50\\.0%")), out());
        assertEquals(0, execute("list", "topologies", "star-4"));
        assertTrue(out().contains("{ends: [h1, S]"), out());
        assertEquals(2, execute("list", "workloads", "incst"));
        assertTrue(err().contains("did you mean 'incast'?"), err());
    }

    @Test
    void aNewFileIsNamedAfterItsExperimentAndNeverOverwritesOne(@TempDir Path folder)
            throws IOException {
        Path file = folder.resolve("my-test.yaml");
        String name = folder.resolve("my-test").toString();
        assertEquals(0, execute("new", name, "--from", "live/incast"), err());
        assertTrue(Files.readString(file).contains("\nexperiment: my-test\n"));
        assertEquals(0, execute("validate", file.toString()), err());

        Files.writeString(file, "mine");
        assertEquals(2, execute("new", name, "--from", "live/incast"));
        assertTrue(err().contains("exists already"), err());
        assertEquals("mine", Files.readString(file));

        Path spaced = Files.createDirectory(folder.resolve("my tests")).resolve("one.yaml");
        assertEquals(0, execute("new", spaced.toString(), "--from", "live/incast"), err());
        assertTrue(out().contains("  losslab run '%s'\n".formatted(spaced)), out());
    }

    @Test
    void aNewFileWithoutAUsableNameOrSourceIsNotWritten(@TempDir Path folder) throws IOException {
        String name = folder.resolve("x").toString();
        assertEquals(2, execute("new", name, "--from", "live/incas"));
        assertTrue(err().contains("did you mean 'live/incast'?"), err());
        assertEquals(2, execute("new", folder.resolve("a b").toString(), "--from", "live/incast"));
        String tooLong = folder.resolve("x".repeat(201)).toString();
        assertEquals(2, execute("new", tooLong, "--from", "live/incast"));
        assertEquals(2, execute("new", folder.resolve("no/x").toString(), "--from", "live/incast"));
        assertEquals(
                "losslab: cannot write the experiment: %s/no/x.yaml: no such file or directory"
                        .formatted(folder),
                err().lines().findFirst().orElse(""));
        assertFalse(err().contains("\tat "), err());
        try (var files = Files.list(folder)) {
            assertEquals(List.of(), files.toList());
        }
    }

    @Test
    void bashCompletesCommandsExperimentsAndKeys(@TempDir Path folder)
            throws IOException, InterruptedException {
        assertEquals(0, execute("completion", "bash"));
        Path script = Files.writeString(folder.resolve("losslab.bash"), out());
        assertEquals(Set.of("validate"), completions(script, "losslab", "val"));
        assertEquals(
                Set.of("bifrost/case-a", "bifrost/case-b", "bifrost/case-c"),
                completions(script, "losslab", "run", "bifrost/case"));
        assertEquals(
                Set.of("duration="),
                completions(script, "losslab", "run", "bifrost/case-a", "--set", "dura"));
        assertTrue(
                completions(script, "losslab", "run", "bifrost/case-a", "--set", "flo")
                        .contains("flows="));
    }

    /** What a real bash offers for the last of some words. */
    private static Set<String> completions(Path script, String... words)
            throws IOException, InterruptedException {
        String program =
                """
                source "$1"; shift
                compopt() { :; }
                COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
                _losslab losslab "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
                printf '%s\\n' "${COMPREPLY[@]}"
                """;
        List<String> command =
                new ArrayList<>(
                        List.of("bash", "--norc", "-c", program, "bash", script.toString()));
        command.addAll(List.of(words));
        Process bash = new ProcessBuilder(command).redirectErrorStream(true).start();
        String printed = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(bash.waitFor(1, TimeUnit.MINUTES));
        return Set.copyOf(printed.lines().map(String::strip).toList());
    }

    private int execute(String... args) {
        out.reset();
        err.reset();
        Console console =
                new Console(
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8),
                        false);
        return LosslabCommand.commandLine(console, () -> request -> RunOutcome.PASSED)
                .execute(args);
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
