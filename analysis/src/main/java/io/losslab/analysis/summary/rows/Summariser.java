package io.losslab.analysis.summary.rows;

import io.losslab.analysis.paper.Agreement;
import io.losslab.analysis.paper.PaperComparison;
import io.losslab.analysis.paper.PaperComparison.Measured;
import io.losslab.analysis.run.Figure;
import io.losslab.analysis.run.KeptEvents;
import io.losslab.analysis.run.PaperClaim;
import io.losslab.analysis.run.RunManifest;
import io.losslab.analysis.run.RunManifest.CellRef;
import io.losslab.analysis.statistics.Interval;
import io.losslab.analysis.statistics.PairedChange;
import io.losslab.analysis.summary.CellOutcome;
import io.losslab.analysis.summary.CellSummary;
import io.losslab.analysis.summary.FigurePoint;
import io.losslab.analysis.summary.GroupSummary;
import io.losslab.analysis.summary.Metric;
import io.losslab.analysis.summary.Pauses;
import io.losslab.analysis.summary.Pooled;
import io.losslab.analysis.summary.Summary;
import io.losslab.analysis.summary.TimeChecks;
import io.losslab.analysis.warning.TrafficWarnings;
import io.losslab.analysis.warning.UnfinishedMessages;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Makes the summary of a run out of its manifest, its cells' outcomes and its rows. */
public final class Summariser {
    private final RunManifest manifest;

    public Summariser(RunManifest manifest) {
        this.manifest = manifest;
    }

    /**
     * Summarises the cells that have an outcome.
     *
     * @param directory holds the merged Parquet files
     */
    public Summary summarise(Path directory, List<CellOutcome> outcomes) throws IOException {
        Map<Integer, Map<String, GroupSummary>> groups =
                FlowStatistics.of(directory, outcomes, manifest.bins());
        IterationStatistics.addTo(groups, directory, outcomes);
        Map<Integer, Pauses> pauses = PauseStatistics.of(directory, outcomes);
        List<CellSummary> cells =
                outcomes.stream()
                        .sorted(Comparator.comparingInt(CellOutcome::cell))
                        .map(outcome -> cell(outcome, groups, pauses.get(outcome.cell())))
                        .toList();
        Summary measured = summary(cells, List.of(), List.of(), List.of());
        List<String> warnings = warnings(cells);
        missingEvents(directory, cells.size()).ifPresent(warnings::add);
        return summary(
                cells,
                FigurePoint.all(manifest, measured),
                warnings,
                manifest.paper().stream().map(claim -> compare(claim, measured)).toList());
    }

    private Summary summary(
            List<CellSummary> cells,
            List<FigurePoint> points,
            List<String> warnings,
            List<PaperComparison> paper) {
        return new Summary(
                Summary.SCHEMA_VERSION,
                manifest.experiment(),
                manifest.backend(),
                manifest.status(),
                cells,
                manifest.failures(),
                points,
                warnings,
                paper);
    }

    private CellSummary cell(
            CellOutcome outcome, Map<Integer, Map<String, GroupSummary>> groups, Pauses pauses) {
        return new CellSummary(
                outcome.cell(),
                manifest.cell(outcome.cell()).map(CellRef::sweep).orElse(null),
                outcome.params(),
                groups.getOrDefault(outcome.cell(), Map.of()),
                outcome.drops(),
                outcome.reordered(),
                outcome.retransmitted(),
                outcome.deadlock() == null ? null : new CellSummary.Deadlock(outcome.deadlock()),
                pauses,
                outcome.switchPauseFrames(),
                outcome.hostPauseFrames(),
                outcome.maxEgressQueueBytes(),
                outcome.maxIngressBytes(),
                outcome.reservedBufferBytes(),
                outcome.simulatedSeconds(),
                outcome.wallSeconds(),
                outcome.packetHops(),
                outcome.checks(),
                outcome.extra(),
                outcome.notes());
    }

    /** On the amount of traffic, and what tools could not do, each once. */
    private List<String> warnings(List<CellSummary> cells) {
        List<String> warnings =
                new ArrayList<>(
                        TrafficWarnings.of(
                                manifest.figures(),
                                manifest.paper(),
                                cells.stream().map(CellSummary::traffic).toList()));
        cells.stream().flatMap(cell -> cell.notes().stream()).distinct().forEach(warnings::add);
        String late = TimeChecks.complaint(cells);
        if (!late.isEmpty()) {
            warnings.add(late);
        }
        return warnings;
    }

    private Optional<String> missingEvents(Path directory, int cells) throws IOException {
        Set<Integer> full = KeptEvents.full(directory, manifest);
        return full.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "%d of %d cells have as many events as are kept: later ones are missing in"
                                        .formatted(full.size(), cells)
                                + " events.parquet and in what shows them");
    }

    private PaperComparison compare(PaperClaim claim, Summary measured) {
        Metric metric = Metric.parse(claim.metric());
        if (claim.compare() != null) {
            return comparison(claim, metric, measured);
        }
        String unfinished = unfinished(claim, List.of(claim.where()), measured);
        Optional<Measured> value =
                pooled(claim, metric, claim.where(), measured)
                        .map(pooled -> value(metric, pooled, unfinished));
        return PaperComparison.of(claim, describe(claim, metric), value.orElse(null));
    }

    private PaperComparison comparison(PaperClaim claim, Metric metric, Summary measured) {
        String text = describe(claim, metric);
        Map<String, Object> to = side(claim, claim.compare().to());
        Map<String, Object> of = side(claim, claim.compare().value());
        Optional<Pooled> base = pooled(claim, metric, to, measured);
        Optional<Pooled> value = pooled(claim, metric, of, measured);
        if (base.isEmpty() || value.isEmpty()) {
            return PaperComparison.of(claim, text, null);
        }
        String unfinished = unfinished(claim, List.of(of, to), measured);
        return value.get()
                .changeFrom(base.get())
                .map(change -> measured(claim, metric, change, unfinished))
                .map(change -> PaperComparison.of(claim, text, change))
                .orElseGet(() -> PaperComparison.fromZero(claim, text, value.get().seeds()));
    }

    private static Measured value(Metric metric, Pooled pooled, String unfinished) {
        return new Measured(
                pooled.mean(),
                orExact(metric, pooled.interval(), pooled.mean()),
                pooled.seeds(),
                null,
                null,
                unfinished);
    }

    private static Measured measured(
            PaperClaim claim, Metric metric, PairedChange change, String unfinished) {
        return new Measured(
                change.change(),
                orExact(metric, change.interval(), change.change()),
                change.pairs(),
                change.effectSize(),
                Agreement.isOfNoChange(claim)
                        ? change.moreSeedsToPlace(Agreement.NO_CHANGE)
                        : change.moreSeeds(),
                unfinished);
    }

    /** What no seed changes is known exactly from one. */
    private static Interval orExact(Metric metric, Interval interval, double value) {
        return interval == null && metric.isConfigured()
                ? new Interval(value, value, Interval.Method.STUDENT)
                : interval;
    }

    private static Map<String, Object> side(PaperClaim claim, String value) {
        Map<String, Object> wanted = new LinkedHashMap<>(claim.where());
        wanted.put(claim.compare().by(), value);
        return wanted;
    }

    private Optional<Pooled> pooled(
            PaperClaim claim, Metric metric, Map<String, Object> wanted, Summary measured) {
        return Pooled.of(metric, claim.group(), cells(claim, wanted, measured));
    }

    /** Of the side that has it, how few of its messages completed; null where enough did. */
    private String unfinished(PaperClaim claim, List<Map<String, Object>> sides, Summary measured) {
        return sides.stream()
                .map(side -> cells(claim, side, measured))
                .map(cells -> cells.stream().map(CellSummary::traffic).toList())
                .map(cells -> UnfinishedMessages.of(claim.metric(), claim.group(), cells))
                .flatMap(Optional::stream)
                .findFirst()
                .orElse(null);
    }

    private List<CellSummary> cells(
            PaperClaim claim, Map<String, Object> wanted, Summary measured) {
        String sweep =
                claim.figure() == null
                        ? null
                        : manifest.figure(claim.figure()).map(Figure::sweep).orElse(null);
        return measured.cellsWhere(sweep, wanted);
    }

    private static String describe(PaperClaim claim, Metric metric) {
        StringBuilder text = new StringBuilder(metric.name());
        if (claim.group() != null) {
            text.append(" of ").append(claim.group());
        }
        if (!claim.where().isEmpty()) {
            text.append(" at ");
            text.append(
                    String.join(
                            ", ",
                            claim.where().entrySet().stream()
                                    .map(entry -> entry.getKey() + " " + entry.getValue())
                                    .toList()));
        }
        if (claim.compare() != null) {
            text.append(": ")
                    .append(claim.compare().value())
                    .append(" vs. ")
                    .append(claim.compare().to());
        }
        return text.toString();
    }
}
