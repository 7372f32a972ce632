package io.losslab.configs.experiment.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.analysis.run.Figure;
import io.losslab.configs.experiment.Experiment;
import io.losslab.configs.library.Library;
import io.losslab.configs.yaml.Problem;
import io.losslab.configs.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Thresholds are written and drawn in the unit of their figure's axis. */
class ThresholdUnitTest {
    private static final String RATE =
            "kind: timeseries, counter: txBytes, rate: true, ports: [\"A:1\"]";

    @TempDir Path folder;

    private final Problems problems = new Problems();

    @Test
    void aRateHasThresholdsInGigabitsASecond() throws IOException {
        assertEquals(50, threshold(RATE, "50Gbps"));
        assertEquals(0.4, threshold(RATE, "400Mbps"));
    }

    @Test
    void aSizeIsNoThresholdOfARate() throws IOException {
        assertTrue(load(RATE, "50B").isEmpty());
        assertEquals(
                List.of("'50B' is not a value for 'value'"),
                problems.list().stream().map(Problem::message).toList());
    }

    @Test
    void aCounterHasThresholdsInItsUnit() throws IOException {
        String counter = "kind: timeseries, ports: [\"A:1\"], counter: ";
        assertEquals(6_000_000, threshold(counter + "ingressBytes", "6MB"));
        assertEquals(12, threshold(counter + "droppedPackets", "12"));
    }

    @Test
    void barsHaveThresholdsInTheUnitOfTheirMetric() throws IOException {
        assertEquals(12.5, threshold("kind: bars, metrics: [fct.p99]", "12500ns"));
        assertEquals(90, threshold("kind: bars, metrics: [goodputGbps]", "90Gbps"));
        assertEquals(1.5, threshold("kind: bars, metrics: [slowdown.mean]", "1.5"));
    }

    @Test
    void distributionsHaveThresholdsInTheUnitOfTheirValues() throws IOException {
        assertEquals(12.5, threshold("kind: cdf", "12500ns"));
        assertEquals(1.5, threshold("kind: box, values: slowdown", "1.5"));
        String counter = "kind: box, ports: [\"A:1\"], rate: true, counter: rxBytes";
        assertEquals(40, threshold(counter, "40Gbps"));
    }

    @Test
    void aDistributionIsOfMessagesOrOfACounterAtPorts() throws IOException {
        assertTrue(load("kind: cdf, counter: rxBytes", "1KB").isEmpty());
        assertTrue(
                load("kind: box, values: fct, ports: [\"A:1\"], counter: rxBytes", "1KB")
                        .isEmpty());
        assertEquals(
                Set.of("'counter' requires 'ports'", "'counter' cannot be combined with 'values'"),
                problems.list().stream().map(Problem::message).collect(Collectors.toSet()));
    }

    private double threshold(String figure, String value) throws IOException {
        List<Figure> figures = load(figure, value).orElseThrow().figures();
        return figures.get(0).thresholds().get(0).value();
    }

    private Optional<Experiment> load(String figure, String value) throws IOException {
        Path file = folder.resolve("thresholds.yaml");
        Files.writeString(
                file,
                """
                experiment: test/thresholds
                topology: ring-3
                duration: 1ms
                schemes: {none: []}
                traffic:
                  - {name: web, kind: permutation, from: all, to: all, size: 1KB}
                record: {counters: {interval: 100us, links: host}}
                figures:
                  - {id: f, %s, thresholds: [{label: most, value: %s}]}
                """
                        .formatted(figure, value));
        return new ExperimentLoader(new Library()).load(file.toString(), List.of(), problems);
    }
}
