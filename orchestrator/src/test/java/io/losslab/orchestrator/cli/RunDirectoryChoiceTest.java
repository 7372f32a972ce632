package io.losslab.orchestrator.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.file.FileTree;
import io.losslab.configs.library.Library;
import io.losslab.devices.registry.DeviceKinds;
import io.losslab.orchestrator.run.Commands;
import io.losslab.orchestrator.run.ParallelRun;
import io.losslab.orchestrator.session.Console;
import io.losslab.orchestrator.session.ExperimentRunner;
import io.losslab.orchestrator.session.RunOutcome;
import io.losslab.orchestrator.session.RunRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The results directory of {@code losslab run} where another run begins in the same second. */
class RunDirectoryChoiceTest {
    private final List<Path> directories = new ArrayList<>();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir private Path folder;

    @AfterEach
    void delete() throws IOException {
        for (Path directory : directories) {
            FileTree.delete(directory);
        }
        Path results = Path.of("results");
        if (Files.isDirectory(results) && FileTree.list(results).isEmpty()) {
            Files.delete(results);
        }
    }

    @Test
    void theNextFreeNameIsTakenWhereTheUserNamesNone() {
        assertEquals(0, run(), err::toString);
        assertEquals(2, directories.size());
        assertNotEquals(directories.get(0), directories.get(1));
        assertTrue(Files.exists(directories.get(1).resolve("summary.json")));
        assertFalse(Files.exists(directories.get(0).resolve("summary.json")));
    }

    @Test
    void aNameOfTheUserIsNotReplaced() {
        assertEquals(2, run("--out", folder.resolve("out").toString()));
        assertEquals(1, directories.size());
        assertTrue(err.toString(StandardCharsets.UTF_8).contains("results already exist"));
    }

    private int run(String... more) {
        List<String> words =
                new ArrayList<>(
                        List.of("run", Commands.experiment("two-sites.yaml"), "--no-report"));
        words.addAll(List.of("--seed", "1", "--set", "scheme=pfc"));
        words.addAll(List.of(more));
        PrintStream ignored = new PrintStream(new ByteArrayOutputStream(), true);
        return LosslabCommand.commandLine(
                        new Console(
                                ignored, new PrintStream(err, true, StandardCharsets.UTF_8), false),
                        () -> anotherIsFaster(new ParallelRun()),
                        new Library(),
                        DeviceKinds.catalog())
                .execute(words.toArray(String[]::new));
    }

    /** Another process makes the first directory just before the run. */
    private ExperimentRunner anotherIsFaster(ExperimentRunner runner) {
        return new ExperimentRunner() {
            @Override
            public RunOutcome run(RunRequest request) {
                directories.add(request.directory());
                if (directories.size() == 1) {
                    make(request.directory());
                }
                return runner.run(request);
            }
        };
    }

    private static void make(Path directory) {
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
