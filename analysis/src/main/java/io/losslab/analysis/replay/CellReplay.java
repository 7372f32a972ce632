package io.losslab.analysis.replay;

import io.losslab.analysis.run.RunManifest;
import io.losslab.analysis.run.TopologyGraph;
import io.losslab.analysis.summary.CellOutcome;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the player shows of one cell, as it stands in the page. */
final class CellReplay {
    /** Half a million events are drawn as they are; a span takes about 6 bytes of the page. */
    private static final int MOST_SPANS = 250_000;

    private static final int MOST_TREES = 30;

    private final RecordedEvents events;
    private final PauseSpans spans;
    private final SampledSeries series;
    private final List<CongestionTree> trees;
    private final Optional<DeadlockCycle> deadlock;
    private final CellOutcome outcome;
    private final long endNanos;

    private CellReplay(
            RecordedEvents events,
            SampledSeries series,
            List<CongestionTree> trees,
            PortIndex ports,
            CellOutcome outcome,
            long endNanos) {
        this.events = events;
        this.spans = PauseSpans.reduce(events.pauses(), MOST_SPANS, endNanos);
        this.series = series;
        this.trees = trees;
        this.deadlock = DeadlockCycle.parse(outcome.deadlock(), events.pauses(), ports);
        this.outcome = outcome;
        this.endNanos = endNanos;
    }

    /**
     * Reads a cell.
     *
     * @param directory of the results
     * @param manifest of the run
     */
    static CellReplay read(
            Connection duckDb, Path directory, CellOutcome outcome, RunManifest manifest)
            throws SQLException {
        List<TopologyGraph.Link> links = manifest.topology().links();
        PortIndex ports = new PortIndex(links);
        long endNanos = outcome.lastNanos();
        int cell = outcome.cell();
        Path pauses = directory.resolve("pauses.parquet");
        Path flows = directory.resolve("flows.parquet");
        return new CellReplay(
                RecordedEvents.read(
                        duckDb,
                        directory.resolve("events.parquet"),
                        cell,
                        ports,
                        manifest.hostAgents(),
                        endNanos),
                SampledSeries.read(
                        duckDb, directory.resolve("counters.parquet"), cell, ports, links),
                outcome.pausesRecorded()
                        ? CongestionTree.read(duckDb, flows, pauses, cell, ports)
                        : List.of(),
                ports,
                outcome,
                endNanos);
    }

    /**
     * A text of JSON, then pauses, queues, and marks, packed.
     *
     * @see PauseSpans#write
     * @see SampledSeries#write
     */
    String packed() {
        VarintWriter out = new VarintWriter();
        out.write(Embedded.plainJson(facts()));
        spans.write(out);
        series.write(out);
        out.write(events.marks().size());
        long time = 0;
        for (RecordedEvents.Mark mark : events.marks()) {
            out.write(mark.timeNanos() - time);
            out.write(mark.port() + 1);
            out.write(mark.kind().equals("drop") ? 0 : 1);
            out.write(mark.cause());
            time = mark.timeNanos();
        }
        return Embedded.packed(out.bytes());
    }

    private Map<String, Object> facts() {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("endNanos", endNanos);
        facts.put(
                "knownUntilNanos",
                events.knownUntilNanos().isPresent()
                        ? events.knownUntilNanos().getAsLong()
                        : endNanos);
        facts.put("pauses", spans.pauses());
        facts.put("joinedBelowNanos", spans.joinedBelowNanos());
        facts.put("elsewhere", events.elsewhere());
        facts.put("samples", series.samples());
        facts.put("stepNanos", series.stepNanos());
        facts.put("mostBytes", series.mostBytes());
        facts.put("attributed", outcome.pausesRecorded());
        facts.put("treeCount", trees.size());
        facts.put("trees", trees.subList(0, Math.min(MOST_TREES, trees.size())));
        facts.put("deadlock", deadlock.orElse(null));
        facts.put(
                "causes",
                events.causes().stream()
                        .map(cause -> List.of(cause.text(), cause.root()))
                        .toList());
        return facts;
    }
}
