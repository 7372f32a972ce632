package io.losslab.configs.experiment.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.configs.experiment.Experiment;
import io.losslab.configs.experiment.Recording;
import io.losslab.configs.library.Library;
import io.losslab.configs.plan.CellPlanner;
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

/** What a figure shows is sampled, or the file is refused; what it is called. */
class FigureCountersTest {
    private static final String HOST_LINKS = "{counters: {interval: 100us, links: host}}";

    @TempDir Path folder;

    private Problems problems;

    @Test
    void countersThatAFigureShowsAreSampledWithThoseThatAlwaysAre() throws IOException {
        List<Counter> sampled = new ArrayList<>(Recording.ALWAYS);
        assertEquals(sampled, sampled(HOST_LINKS, "txBytes", "A:1"));
        sampled.add(Counter.DROPPED_PACKETS);
        assertEquals(sampled, sampled(HOST_LINKS, "droppedPackets", "A:1"));
    }

    @Test
    void aFigureWithoutATitleHasItsId() throws IOException {
        Experiment experiment = load(HOST_LINKS, "rxBytes", "A:1").orElseThrow();
        assertEquals("f", experiment.figures().get(0).title());
    }

    @Test
    void aFigureOfAPortWhoseLinkIsNotSampledIsRefused() throws IOException {
        assertEquals(
                "no cell samples counters at port 'A:2'", onlyFault(HOST_LINKS, "rxBytes", "A:2"));
        assertEquals(
                "no cell samples counters at port 'A:1'",
                onlyFault("{events: true}", "rxBytes", "A:1"));
    }

    @Test
    void aFaultThatLeavesNothingSampledIsReportedAlone() throws IOException {
        assertEquals(
                "topology ring-3 has no link group 'hots'",
                onlyFault("{counters: {interval: 100us, links: hots}}", "rxBytes", "A:1"));
        assertEquals("there is no switch port 'A:9'", onlyFault(HOST_LINKS, "rxBytes", "A:9"));
    }

    private String onlyFault(String record, String counter, String port) throws IOException {
        assertTrue(load(record, counter, port).isEmpty());
        assertEquals(1, problems.list().size());
        return problems.list().get(0).message();
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
        problems = new Problems();
        return new ExperimentLoader(new Library()).load(file.toString(), List.of(), problems);
    }
}
