package io.losslab.configs.experiment.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.configs.experiment.Cell;
import io.losslab.configs.experiment.Experiment;
import io.losslab.configs.library.Library;
import io.losslab.configs.yaml.Problem;
import io.losslab.configs.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SeedRangeTest {
    @TempDir Path folder;

    private final Problems problems = new Problems();

    @Test
    void aRangeStandsForAllItsSeedsAndMayStandBesideOthers() throws IOException {
        assertEquals(List.of(3L, 4L, 5L), seeds("3..5"));
        assertEquals(List.of(9L, 1L, 2L), seeds("[9, 1..2]"));
    }

    @Test
    void aRangeThatEndsBeforeItStartsOrRepeatsASeedIsAnError() throws IOException {
        assertTrue(load("5..3").isEmpty());
        assertTrue(load("[1..4, 2]").isEmpty());
        assertEquals(
                List.of("'5..3' is not a range of seeds", "duplicate seed 2"),
                problems.list().stream().map(Problem::message).toList());
    }

    private List<Long> seeds(String seeds) throws IOException {
        return load(seeds).orElseThrow().cells().stream().map(Cell::seed).toList();
    }

    private Optional<Experiment> load(String seeds) throws IOException {
        Path file = folder.resolve("seeds.yaml");
        Files.writeString(
                file,
                """
                experiment: test/seeds
                topology: ring-3
                duration: 1ms
                seeds: %s
                schemes: {none: []}
                traffic:
                  - {name: web, kind: permutation, from: all, to: all, size: 1KB}
                """
                        .formatted(seeds));
        return new ExperimentLoader(new Library()).load(file.toString(), List.of(), problems);
    }
}
