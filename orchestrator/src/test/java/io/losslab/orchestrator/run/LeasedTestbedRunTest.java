package io.losslab.orchestrator.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.configs.testbed.file.TestbedYaml;
import io.losslab.labs.backend.LocalLab;
import io.losslab.labs.backend.ServedLab;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several users of one served lab. */
class LeasedTestbedRunTest {
    private static final String EXPERIMENT = Commands.experiment("two-sites.yaml");

    @TempDir private Path folder;
    private final Commands losslab = new Commands();
    private ServedLab lab;
    private Path testbed;

    @BeforeEach
    void serve() throws IOException {
        lab = LocalLab.of(EXPERIMENT);
        testbed = folder.resolve("lab.yaml");
        Files.writeString(testbed, TestbedYaml.text(lab.testbed()));
    }

    @AfterEach
    void end() {
        lab.close();
    }

    @Test
    void ofTwoRunsThatStartInTheSameMomentOneIsRefusedAndLeavesNoResults() throws Exception {
        List<Commands> runs = List.of(new Commands(), new Commands());
        List<Integer> codes = together(runs);
        assertEquals(List.of(0, 1), codes.stream().sorted().toList(), () -> errors(runs));
        Commands refused = runs.get(codes.indexOf(1));
        assertTrue(
                refused.err().contains("losslab: testbed two-sites is in use by "), refused::err);
        assertTrue(refused.err().contains("wait for it with --wait"), refused::err);
        try (var left = Files.list(folder)) {
            assertEquals(
                    List.of("lab.yaml", "out" + codes.indexOf(0)),
                    left.map(each -> each.getFileName().toString()).sorted().toList());
        }
    }

    @Test
    void ofTwoRunsThatWaitOneRunsAfterTheOther() throws Exception {
        List<Commands> runs = List.of(new Commands(), new Commands());
        assertEquals(List.of(0, 0), together(runs, "--wait"), () -> errors(runs));
        assertTrue(errors(runs).contains("waiting: testbed two-sites is in use by "));
    }

    @Test
    void aTestbedOfARunThatWasKilledIsFreeAndCleanupRestoresIt() throws Exception {
        Path out = folder.resolve("killed");
        List<String> command = RunProcess.losslab();
        command.addAll(words(out));
        command.addAll(List.of("--set", "duration=20s"));
        Process killed =
                new ProcessBuilder(command)
                        .redirectOutput(folder.resolve("stdout").toFile())
                        .redirectError(folder.resolve("stderr").toFile())
                        .start();
        Path partial = folder.resolve("killed.partial");
        while (!Files.exists(partial.resolve("undo.jsonl"))) {
            assertTrue(killed.isAlive(), Files.readString(folder.resolve("stderr")));
            Thread.sleep(5);
        }
        assertEquals(0, losslab.execute("testbed", "lease", testbed.toString()), losslab::err);
        assertTrue(
                losslab.out().contains(" in use by ") && losslab.out().contains("in " + out),
                losslab::out);
        assertEquals(1, losslab.execute("testbed", "check", testbed.toString(), "--cables"));
        assertTrue(losslab.err().contains("in use by"), losslab::err);
        assertEquals(1, losslab.execute("cleanup", partial.toString()));
        assertTrue(losslab.err().contains("is still running as process"), losslab::err);
        assertEquals(0, losslab.execute("plan", EXPERIMENT, "--testbed", testbed.toString()));
        killed.destroyForcibly().waitFor();

        assertEquals(0, losslab.execute("cleanup", partial.toString()), losslab::err);
        assertTrue(losslab.err().contains("ended without giving it back"), losslab::err);
        assertFalse(Files.exists(partial.resolve("undo.jsonl")));
        losslab.execute("testbed", "lease", testbed.toString());
        assertTrue(losslab.out().startsWith("testbed two-sites: free\n"), losslab::out);
        assertEquals(0, losslab.execute(words(folder.resolve("next")).toArray(String[]::new)));
        assertEquals(
                "",
                losslab.err().lines().filter(line -> line.contains("lease")).findAny().orElse(""));
    }

    @Test
    void aRunWhoseLeaseIsEndedStopsAndLeavesTheDevicesAlone() throws Exception {
        Path out = folder.resolve("ended");
        Commands run = new Commands();
        ExecutorService executor = Executors.newSingleThreadExecutor();
        List<String> words = words(out);
        words.addAll(List.of("--set", "duration=20s"));
        Future<Integer> code = executor.submit(() -> run.execute(words.toArray(String[]::new)));
        while (!Files.exists(folder.resolve("ended.partial/undo.jsonl"))) {
            assertFalse(code.isDone(), run::err);
            Thread.sleep(5);
        }
        assertEquals(0, losslab.execute("testbed", "lease", testbed.toString(), "--release"));
        assertTrue(losslab.err().startsWith("ended the lease of "), losslab::err);
        assertEquals(1, code.get(), run::err);
        executor.shutdown();
        assertTrue(run.err().contains("the lease of testbed two-sites was lost"), run::err);
        assertTrue(run.err().contains("losslab: not restored: "), run::err);
        assertTrue(
                run.err().contains("run 'losslab cleanup %s' to try again".formatted(out)),
                run::err);
        assertTrue(Files.exists(out.resolve("undo.jsonl")));
        assertEquals(0, losslab.execute("cleanup", out.toString()), losslab::err);
    }

    private List<Integer> together(List<Commands> runs, String... more) throws Exception {
        ExecutorService executor = Executors.newFixedThreadPool(runs.size());
        CyclicBarrier start = new CyclicBarrier(runs.size());
        List<Future<Integer>> codes = new ArrayList<>();
        for (int i = 0; i < runs.size(); i++) {
            Commands run = runs.get(i);
            List<String> words = words(folder.resolve("out" + i));
            words.addAll(1, List.of(more));
            codes.add(
                    executor.submit(
                            () -> {
                                start.await();
                                return run.execute(words.toArray(String[]::new));
                            }));
        }
        List<Integer> all = new ArrayList<>();
        for (Future<Integer> code : codes) {
            all.add(code.get());
        }
        executor.shutdown();
        return all;
    }

    private List<String> words(Path out) {
        return new ArrayList<>(
                List.of(
                        "run",
                        EXPERIMENT,
                        "--no-report",
                        "--backend",
                        "physical",
                        "--testbed",
                        testbed.toString(),
                        "--out",
                        out.toString()));
    }

    private static String errors(List<Commands> runs) {
        return String.join("\n---\n", runs.stream().map(Commands::err).toList());
    }
}
