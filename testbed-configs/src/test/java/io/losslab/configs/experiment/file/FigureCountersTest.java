package io.losslab.configs.experiment.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.configs.experiment.Experiment;
import io.losslab.configs.experiment.Recording;
import io.losslab.configs.library.Library;
import io.losslab.configs.plan.CellPlanner;
import io.losslab.configs.yaml.Problem;
import io.losslab.configs.yaml.Problems;
import io.losslab.proto.v1.Counter;
import io.losslab.proto.v1.WatchCountersRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a figure shows is sampled, or the file is refused. */
class FigureCountersTest {
    private static final String HOST_LINKS = "{counters: {interval: 100us, links: host}}";

    @TempDir Path folder;

    private final Problems problems = new Problems();

    @Test
    void countersThatAFigureShowsAreSampledWithThoseThatAlwaysAre() throws IOException {
        List<Counter> sampled = new ArrayList<>(Recording.ALWAYS);
        assertEquals(sampled, sampled(HOST_LINKS, "txBytes", "A:1"));
        sampled.add(Counter.DROPPED_PACKETS);
        assertEquals(sampled, sampled(HOST_LINKS, "droppedPackets", "A:1"));
    }

    @Test
    void aFigureOfAPortWhoseLinkIsNotSampledIsRefused() throws IOException {
        assertTrue(load(HOST_LINKS, "rxBytes", "A:2").isEmpty());
        assertTrue(load("{events: true}", "rxBytes", "A:1").isEmpty());
        assertEquals(
                List.of(
                        "no cell samples counters at port 'A:2'",
                        "no cell samples counters at port 'A:1'"),
                problems.list().stream().map(Problem::message).toList());
        assertEquals("a port of 'links' in 'record.counters'", problems.list().get(0).expected());
    }

    private List<Counter> sampled(String record, String counter, String port) throws IOException {
        Experiment experiment = load(record, counter, port).orElseThrow();
        List<WatchCountersRequest> watches =
                new CellPlanner().plan(experiment.cells().get(0)).sampling().watches();
        return watches.get(0).getSelect().getCountersList();
    }

    private Optional<Experiment> load(String record, String counter, String port)
            throws IOException {
        Path file = folder.resolve("figures.yaml");
        Files.writeString(
                file,
                """
                experiment: test/figures
                topology: ring-3
                duration: 1ms
                schemes: {none: []}
                traffic:
                  - {name: web, kind: permutation, from: all, to: all, size: 1KB}
                record: %s
                figures:
                  - {id: f, kind: timeseries, counter: %s, ports: ["%s"]}
                """
                        .formatted(record, counter, port));
        return new ExperimentLoader(new Library()).load(file.toString(), List.of(), problems);
    }
}
