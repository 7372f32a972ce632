package io.losslab.orchestrator.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.losslab.configs.traffic.TrafficKind;
import io.losslab.orchestrator.session.Console;
import io.losslab.orchestrator.session.RunOutcome;
import io.losslab.orchestrator.session.RunRequest;
import io.losslab.traffic.size.BundledWorkloads;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class CommandLineTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final List<RunRequest> requests = new ArrayList<>();
    private RunOutcome outcome = RunOutcome.PASSED;

    @Test
    void everyVerbHasHelp() {
        CommandLine command = commandLine();
        assertEquals(0, command.execute("--help"));
        for (String verb : command.getSubcommands().keySet()) {
            out.reset();
            assertEquals(0, commandLine().execute(verb, "--help"), verb);
            assertTrue(out().contains("Usage: losslab " + verb), out());
        }
        assertEquals("", err());
    }

    @Test
    void helpBreaksNoLineOfItsFootersAndNoDottedPath() {
        for (CommandLine command : everyCommand(commandLine())) {
            for (String line : command.getCommandSpec().usageMessage().footer()) {
                assertTrue(line.length() <= 80, line);
            }
            String help = command.getUsageMessage();
            assertFalse(
                    Pattern.compile("(\\.\\R {8,}[a-z]|:\\R {8,}[A-Z0-9])").matcher(help).find(),
                    help);
            assertTrue(help.lines().allMatch(line -> line.length() <= 80), help);
            assertFalse(
                    Pattern.compile("(?m)(\\(default:|'losslab [^']*| --[a-z-]+)$")
                            .matcher(help)
                            .find(),
                    help);
        }
    }

    /** A list of commands has the first line of each. */
    @Test
    void theFirstLineOfADescriptionIsASentence() {
        for (CommandLine command : everyCommand(commandLine())) {
            String[] description = command.getCommandSpec().usageMessage().description();
            assertTrue(description[0].endsWith("."), description[0]);
        }
    }

    private static List<CommandLine> everyCommand(CommandLine command) {
        List<CommandLine> all = new ArrayList<>(List.of(command));
        command.getSubcommands().values().forEach(each -> all.addAll(everyCommand(each)));
        return all;
    }

    @Test
    void wrongUsageExitsWithTwoAndSaysWhereHelpIs() {
        for (List<String> args :
                List.of(
                        List.<String>of(),
                        List.of("rum"),
                        List.of("run"),
                        List.of("run", "bifrost/case-a", "--jobs", "0"),
                        List.of("run", "bifrost/case-a", "--backend", "cloud"),
                        List.of("run", "bifrost/case-a", "--testbed", "lab.yaml"),
                        List.of("run", "bifrost/case-z"),
                        List.of("run", "bifrost/case-a", "--set", "flws=3"),
                        List.of("plan", "bifrost/case-a", "--cell", "84"),
                        List.of("validate", "no-such-file.yaml"),
                        List.of("list", "shoes"),
                        List.of("schema", "shoes"),
                        List.of("testbed"),
                        List.of("testbed", "check", "no-such-testbed"),
                        List.of("serve", "no-such-topology"),
                        List.of("serve", "bifrost/case-a", "--write-testbed", "/no/such/lab.yaml"),
                        List.of("export", "no-such-directory"),
                        List.of("export", "no-such-directory", "--figures"),
                        List.of("export", "no-such-directory", "--figures", "--width", "wide"),
                        List.of("export", "no-such-directory", "--perfetto", "--width", "single"),
                        List.of("cleanup", "no-such-directory"))) {
            err.reset();
            assertEquals(2, execute(args), args.toString());
            assertFalse(err().isBlank(), args.toString());
            assertFalse(err().contains("\tat "), err());
        }
        assertEquals(List.of(), requests);
    }

    @Test
    void aRunThatCannotBeSetBackDoesNotKeepTheOthersFromIt(@TempDir Path folder)
            throws IOException {
        Path torn = Files.createDirectory(folder.resolve("torn"));
        Path moved = Files.createDirectory(folder.resolve("moved"));
        Files.writeString(torn.resolve("undo.jsonl"), "{no json");
        Files.writeString(moved.resolve("undo.jsonl"), "{\"testbed\": \"gone.yaml\"}\n");

        assertEquals(1, execute(List.of("cleanup", torn.toString(), moved.toString())));
        assertTrue(err().contains(torn.resolve("undo.jsonl") + ": "), err());
        assertTrue(err().contains("needs the testbed gone.yaml"), err());
        assertTrue(err().contains("name it with --testbed"), err());
        assertFalse(err().contains("\tat "), err());
    }

    @Test
    void runHandsTheExperimentOverAndPassesTheOutcomeOn(@TempDir Path folder) {
        Path directory = folder.resolve("deep/result");
        outcome = RunOutcome.INTERRUPTED;
        int code =
                execute(
                        List.of(
                                "run",
                                "bifrost/case-b",
                                "--set",
                                "flows=2",
                                "--seed",
                                "5,6",
                                "--jobs",
                                "3",
                                "--out",
                                directory.toString(),
                                "--no-report",
                                "--format",
                                "json"));
        assertEquals(130, code);
        RunRequest request = requests.get(0);
        assertEquals(4, request.experiment().cells().size());
        assertEquals(List.of(5L, 6L), request.experiment().seeds());
        assertEquals(3, request.jobs());
        assertEquals(directory, request.directory());
        assertFalse(request.report());
        assertEquals(
                "./losslab run bifrost/case-b --set flows=2 --seed 5 --seed 6", request.command());
        assertEquals("", out());
    }

    @Test
    void runRefusesADirectoryThatExists(@TempDir Path folder) {
        assertEquals(2, execute(List.of("run", "bifrost/case-a", "--out", folder.toString())));
        assertTrue(err().contains("exists"), err());
    }

    @Test
    void aMistakeOfOursIsNoStackTraceForTheUser() throws IOException {
        int code =
                LosslabCommand.commandLine(
                                console(),
                                () -> {
                                    throw new IllegalStateException("boom");
                                })
                        .execute("run", "bifrost/case-a", "--out", "no-such-place/x");
        assertEquals(1, code);
        assertTrue(err().contains("boom"), err());
        assertFalse(err().contains("\tat "), err());
        Path trace = Path.of(err().lines().toList().get(1).replaceFirst(".* attach ", ""));
        assertTrue(Files.readString(trace).contains("\tat "), trace::toString);
        Files.delete(trace);
    }

    @Test
    void planPrintsOneJsonDocument() throws JsonProcessingException {
        assertEquals(
                0, execute(List.of("plan", "bifrost/case-a", "--cell", "83", "--format", "json")));
        JsonNode document = new ObjectMapper().readTree(out());
        JsonNode cell = document.get("cells").get(0);
        assertEquals(83, cell.get("cell").asInt());
        assertEquals(128, cell.get("params").get("flows").asInt());
        assertEquals(2, cell.get("switches").size());
        assertEquals(10_375_000, cell.at("/switches/1/ports/0/bifrost/queueBuffer").asLong());
        assertEquals(72, cell.get("hosts").get(0).get("flows").size());
        assertTrue(document.get("processCpuSeconds").asDouble() > 0);
        assertTrue(cell.get("cpuSeconds").asDouble() > 0);
        assertTrue(cell.get("memoryBytes").asLong() > 50_000_000);
    }

    @Test
    void planPrintsABlockForEveryDevice() {
        assertEquals(0, execute(List.of("plan", "bifrost/case-a", "--cell", "0")));
        for (String part :
                List.of(
                        "switch M (device 4): buffer 64MB",
                        "pfc priorities [3] threshold static xoff 6MB xon 6MB headroom 9.5MB timer quanta (reserves 15.5MB)",
                        "10.0.2.1/32  C      3, 4",
                        "host A (device 1)",
                        "latency     latency    C   8      8KB")) {
            assertTrue(out().contains(part), part + " is not in\n" + out());
        }
    }

    @Test
    void validateReportsAllFilesAndNamesTheGoodOnes(@TempDir Path folder) throws IOException {
        Path bad = folder.resolve("bad.yaml");
        Files.writeString(bad, "topology: x\nhosts: [A]\nswitches: {M: {buffer: 1}}\nlinks: []\n");
        assertEquals(2, execute(List.of("validate", "bifrost/case-a", bad.toString())));
        assertTrue(out().contains("bifrost/case-a: ok"), out());
        assertTrue(err().contains(bad + ":3:24: error: '1' is not a value for 'buffer'"), err());
    }

    @Test
    void validateReportsEveryErrorOfEveryFile(@TempDir Path folder) throws IOException {
        List<String> words = new ArrayList<>(List.of("validate"));
        for (int file = 0; file < 40; file++) {
            Path bad = folder.resolve("bad%d.yaml".formatted(file));
            Files.writeString(bad, "topology: x\nhosts: A\nswitches: {M: {buffer: 1}}\n");
            words.add(bad.toString());
        }
        assertEquals(2, execute(words));
        for (String file : words.subList(1, words.size())) {
            assertTrue(err().contains(file + ":3:24: error: '1' is not a value"), err());
        }
    }

    @Test
    void validateAsJsonHasEveryProblemWithItsPlace(@TempDir Path folder) throws IOException {
        Path bad = folder.resolve("bad.yaml");
        Files.writeString(bad, "topology: x\nhosts: [A]\nswitches: {M: {buffer: 1}}\nlinks: []\n");
        assertEquals(2, execute(List.of("validate", bad.toString(), "--format", "json")));
        JsonNode problems = new ObjectMapper().readTree(out());
        JsonNode buffer =
                problems.get(
                        problems.findValuesAsText("message")
                                .indexOf("'1' is not a value for 'buffer'"));
        assertEquals(3, buffer.get("line").asInt());
        assertEquals(bad.toString(), buffer.get("file").asText());
        assertEquals(24, buffer.get("column").asInt());
        assertEquals("error", buffer.get("severity").asText());
        assertEquals("", err());

        out.reset();
        assertEquals(0, execute(List.of("validate", "bifrost-case-a", "--format", "json")));
        assertEquals("[ ]\n", out());
    }

    @Test
    void validateAsJsonHasTheProblemsOfTheTestbed(@TempDir Path folder) throws IOException {
        Path bad = folder.resolve("lab.yaml");
        Files.writeString(bad, "testbed: lab\ndevices:\n  s: {kind: swicth}\ncables: []\n");
        List<String> arguments = List.of("validate", "bifrost/case-a", "--testbed", bad.toString());
        assertEquals(2, execute(arguments));
        assertTrue(err().contains(bad + ":3:13: error: "), err());
        assertEquals("", out());

        err.reset();
        List<String> asJson = new ArrayList<>(arguments);
        asJson.addAll(List.of("--format", "json"));
        assertEquals(2, execute(asJson));
        JsonNode problems = new ObjectMapper().readTree(out());
        JsonNode kind = problems.get(problems.findValuesAsText("column").indexOf("13"));
        assertEquals(bad.toString(), kind.get("file").asText());
        assertEquals(3, kind.get("line").asInt());
        assertEquals("error", kind.get("severity").asText());
        assertEquals("", err());
    }

    @Test
    void validateAsJsonHasATestbedThatIsNotThere() throws IOException {
        List<String> arguments =
                List.of("validate", "bifrost/case-a", "--testbed", "no.yaml", "--format", "json");
        assertEquals(2, execute(arguments));
        assertEquals("error", new ObjectMapper().readTree(out()).get(0).get("severity").asText());
    }

    @Test
    void aVerbThatIsMistypedIsSuggested() {
        assertEquals(2, execute(List.of("rnu", "bifrost/case-a")));
        assertTrue(err().contains("did you mean 'run'?"), err());
    }

    @Test
    void listsWhatCanBeNamed() throws JsonProcessingException {
        assertEquals(0, execute(List.of("list", "experiments", "--format", "json")));
        JsonNode rows = new ObjectMapper().readTree(out()).get("rows");
        assertTrue(rows.findValuesAsText("name").contains("bifrost/case-a"), out());
        for (String what : List.of("schemes", "topologies", "workloads")) {
            out.reset();
            assertEquals(0, execute(List.of("list", what)));
            assertTrue(out().lines().count() >= 2, out());
        }
        for (TrafficKind kind : TrafficKind.values()) {
            assertTrue(out().lines().anyMatch(line -> line.startsWith(kind.word() + " ")), out());
        }
        for (String sizes : BundledWorkloads.names()) {
            assertTrue(out().lines().anyMatch(line -> line.startsWith(sizes + " ")), out());
        }
    }

    @Test
    void showsWhateverItLists() throws JsonProcessingException {
        CommandLine command = commandLine().getSubcommands().get("list");
        for (String list :
                command.getCommandSpec().positionalParameters().get(0).completionCandidates()) {
            out.reset();
            assertEquals(0, execute(List.of("list", list, "--format", "json")));
            JsonNode rows = new ObjectMapper().readTree(out()).get("rows");
            for (String name : rows.findValuesAsText("name")) {
                out.reset();
                assertEquals(0, execute(List.of("list", list, name)), name + ": " + err());
                assertFalse(out().isBlank(), name);
            }
        }
    }

    @Test
    void listsTheKeysOfASchemeOrRecovery() throws JsonProcessingException {
        assertEquals(0, execute(List.of("list", "schemes", "pfc")));
        assertTrue(out().startsWith("pfc: Priority flow control"), out());
        assertTrue(out().contains("headroom"), out());
        out.reset();
        assertEquals(0, execute(List.of("list", "schemes", "irn", "--format", "json")));
        JsonNode rows = new ObjectMapper().readTree(out()).get("rows");
        assertEquals("cap", rows.get(0).get("key").asText());
        assertEquals("auto", rows.get(0).get("otherwise").asText());
        assertEquals(2, execute(List.of("list", "schemes", "pcf")));
        assertTrue(
                err().contains("there is no scheme, loss recovery, or congestion control 'pcf'"),
                err());
    }

    @Test
    void validatesTestbedsWithoutANameAndProfilesAsSuch(@TempDir Path folder) throws IOException {
        Path testbed = Files.writeString(folder.resolve("lab.yaml"), "devices: {}\n");
        assertEquals(2, execute(List.of("validate", testbed.toString())));
        assertTrue(err().contains("a testbed lacks the key 'testbed'"), err());
        assertFalse(err().contains("experiment"), err());
        err.reset();
        Path profile = Files.writeString(folder.resolve("tor1.yaml"), "profile: tor1\n");
        assertEquals(2, execute(List.of("validate", profile.toString())));
        assertTrue(err().contains("a profile lacks the key 'switch'"), err());
        assertFalse(err().contains("experiment"), err());
    }

    @Test
    void whatTheSystemRefusesIsNoBug() {
        CommandLine command =
                LosslabCommand.commandLine(
                        console(),
                        () ->
                                request -> {
                                    throw new UncheckedIOException(
                                            new AccessDeniedException("results/a"));
                                });
        assertEquals(1, command.execute("run", "bifrost/case-a"), err());
        assertFalse(err().contains("bug") || err().contains("\tat "), err());
        assertTrue(err().contains("results/a: permission denied"), err());
    }

    @Test
    void optionsThatWouldChangeNothingAreRefused() {
        for (List<String> args :
                List.of(
                        List.of("testbed", "probe", "lab.yaml", "--cell", "3"),
                        List.of("testbed", "probe", "lab.yaml", "--set", "scheme=pfc"),
                        List.of("testbed", "check", "lab.yaml", "--set", "scheme=pfc"),
                        List.of("paper", "ofc", "--from", "x", "--executor", "slurm"))) {
            err.reset();
            assertEquals(2, execute(args), args.toString());
            assertTrue(err().contains("none is given") || err().contains("runs nothing"), err());
        }
    }

    private int execute(List<String> args) {
        return commandLine().execute(args.toArray(String[]::new));
    }

    private CommandLine commandLine() {
        return LosslabCommand.commandLine(
                console(),
                () ->
                        request -> {
                            requests.add(request);
                            return outcome;
                        });
    }

    private Console console() {
        return new Console(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false);
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
