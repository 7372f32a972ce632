package io.losslab.configs.experiment.file;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.losslab.configs.library.Library;
import io.losslab.configs.yaml.Problem;
import io.losslab.configs.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What figures and a paper's numbers must name, where there are two groups of traffic. */
class FigureKeysTest {
    @TempDir Path folder;

    @Test
    void aMetricOfOneGroupNamesItWhereThereAreSeveral() throws IOException {
        String fault = "fct.mean is of one traffic group, and the experiment has 2";
        assertEquals(List.of(fault), faults("{id: f, kind: bars, metrics: [fct.mean]}", ""));
        assertEquals(List.of(fault), faults("", "metric: fct.mean, reported: 10"));
        assertEquals(List.of(), faults("", "metric: fct.mean, reported: 10, group: web"));
        assertEquals(List.of(), faults("", "metric: goodputGbps, reported: 10"));
        assertEquals(List.of(), faults("", "metric: fct.mean, notReproducible: private trace"));
    }

    private List<String> faults(String figure, String claim) throws IOException {
        Path file = folder.resolve("keys.yaml");
        Files.writeString(
                file,
                """
                experiment: test/keys
                topology: ring-3
                duration: 1ms
                schemes: {none: []}
                traffic:
                  - {name: web, kind: permutation, from: all, to: all, size: 1KB}
                  - {name: bulk, kind: permutation, from: all, to: all, size: 1MB}
                record: {counters: {interval: 100us, links: host}}
                figures: [%s]
                paper: [%s]
                """
                        .formatted(
                                figure,
                                claim.isEmpty() ? "" : "{figure: \"1\", %s}".formatted(claim)));
        Problems problems = new Problems();
        new ExperimentLoader(new Library()).load(file.toString(), List.of(), problems);
        return problems.list().stream().map(Problem::message).toList();
    }
}
