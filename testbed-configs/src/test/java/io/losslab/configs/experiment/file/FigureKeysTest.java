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

    @Test
    void aFigureHasTheKeysOfItsKindOnly() throws IOException {
        assertEquals(
                List.of("'x' is not a key of a figure of kind timeseries"),
                faults(
                        "{id: f, kind: timeseries, x: scheme, counter: rxBytes, ports: \"A:1\"}",
                        ""));
        String bars = "{id: f, kind: bars, metrics: goodputGbps, %s}";
        for (String key : List.of("counter: rxBytes", "values: fct", "ports: \"A:1\"")) {
            String name = key.substring(0, key.indexOf(':'));
            assertEquals(
                    List.of("'%s' is not a key of a figure of kind bars".formatted(name)),
                    faults(bars.formatted(key), ""));
        }
        assertEquals(
                List.of("'metrics' is not a key of a figure of kind cdf"),
                faults("{id: f, kind: cdf, metrics: fct.mean}", ""));
    }

    @Test
    void aStrayCounterDoesNotDecideTheUnitOfThresholds() throws IOException {
        String marked =
                "{id: f, kind: bars, metrics: goodputGbps, counter: rxBytes,"
                        + " thresholds: [{label: paper, value: 90Gbps}]}";
        assertEquals(
                List.of("'counter' is not a key of a figure of kind bars"), faults(marked, ""));
    }

    @Test
    void aDistributionHasPortsAndARateOfACounterOnly() throws IOException {
        assertEquals(
                List.of("'ports' requires 'counter'", "'rate' requires 'counter'"),
                faults("{id: f, kind: box, ports: \"A:1\", rate: true}", ""));
    }

    @Test
    void aDirectionIsOfAChangeAndZeroOfAValue() throws IOException {
        String changed = "metric: drops, compare: {by: scheme, value: none, to: none}, expect: ";
        assertEquals(
                List.of("'zero' is said of a value, and 'compare' makes a change"),
                faults("", changed + "zero"));
        assertEquals(List.of(), faults("", changed + "equal"));
        assertEquals(List.of(), faults("", "metric: drops, expect: zero"));
        assertEquals(
                List.of("'equal' requires 'compare'"), faults("", "metric: drops, expect: equal"));
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
