package io.losslab.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.analysis.comparison.Comparison;
import io.losslab.analysis.figure.RunSentence;
import io.losslab.analysis.paper.PaperComparison;
import io.losslab.analysis.paper.Verdict;
import io.losslab.analysis.report.ComparisonText;
import io.losslab.analysis.report.PaperRow;
import io.losslab.analysis.run.RunManifest;
import io.losslab.analysis.summary.CellOutcome;
import io.losslab.analysis.summary.Metric;
import io.losslab.analysis.summary.OutcomesFile;
import io.losslab.analysis.summary.Summary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run in which one in ten messages does not complete under one of two schemes. */
class UnfinishedRowTest {
    private static final int MESSAGES = 100;

    @TempDir Path run;

    @Test
    void aRowOfAPercentileIsUndecidedWhereTooFewMessagesCompleted() throws Exception {
        Files.writeString(
                run.resolve("run.json"),
                """
                {"schemaVersion": 1, "experiment": "x", "status": "complete", "backend": "virtual",
                 "paper": [
                   {"figure": "7", "metric": "fct.p99", "expect": "lower",
                    "compare": {"by": "scheme", "value": "ofc", "to": "pfc"}},
                   {"figure": "7", "metric": "fct.p50", "expect": "lower",
                    "compare": {"by": "scheme", "value": "ofc", "to": "pfc"}},
                   {"figure": "7", "metric": "fct.p99", "reported": 10, "where": {"scheme": "ofc"}},
                   {"figure": "7", "metric": "fct.p99", "reported": 20, "where": {"scheme": "pfc"}}],
                 "cells": [{"cell": 0, "params": {"scheme": "pfc", "seed": 1}},
                           {"cell": 1, "params": {"scheme": "pfc", "seed": 2}},
                           {"cell": 2, "params": {"scheme": "ofc", "seed": 1}},
                           {"cell": 3, "params": {"scheme": "ofc", "seed": 2}}]}
                """);
        List<FlowRows.Row> rows = new ArrayList<>();
        List<CellOutcome> outcomes = new ArrayList<>();
        for (int cell = 0; cell < 4; cell++) {
            boolean pfc = cell < 2;
            outcomes.add(outcome(cell, pfc ? "pfc" : "ofc", 1 + cell % 2));
            for (int i = 0; i < MESSAGES; i++) {
                long nanos = !pfc ? 10_000 : i % 10 == 0 ? -1 : 20_000;
                rows.add(new FlowRows.Row(cell, "web", 8_000, 0, nanos, nanos, 0));
            }
        }
        FlowRows.write(run, rows);
        OutcomesFile.begin(run, outcomes);

        Summary summary = RunAnalysis.summarise(run);

        assertEquals(
                List.of(Verdict.UNDECIDED, Verdict.AGREES, Verdict.AGREES, Verdict.UNDECIDED),
                summary.paper().stream().map(PaperComparison::verdict).toList());
        assertEquals(
                List.of("90 of 100 messages completed", "", "", "90 of 100 messages completed"),
                PaperRow.of(RunManifest.read(run), summary).stream().map(PaperRow::note).toList());
        List<String> warnings = summary.warnings();
        assertEquals(
                List.of(
                        "figure 7: fct.p99 is not known: as few as 90 of 100 messages completed;"
                                + " 2 of 4 cells leave out some",
                        "figure 7: fct.p50 is of completed messages only: as few as 90 of 100"
                                + " messages completed; 2 of 4 cells leave out some"),
                warnings.subList(warnings.size() - 2, warnings.size()));
    }

    @Test
    void aComparisonAndACaptionSayWhatTheyLeaveOut() throws Exception {
        List<FlowRows.Row> rows = new ArrayList<>();
        for (int i = 0; i < MESSAGES; i++) {
            rows.add(new FlowRows.Row(0, "web", 8_000, 0, i < 40 ? -1 : 20_000, 20_000, 0));
            rows.add(new FlowRows.Row(1, "web", 8_000, 0, 10_000, 10_000, 0));
        }
        Files.writeString(
                run.resolve("run.json"),
                """
                {"schemaVersion": 1, "experiment": "x", "status": "complete", "backend": "virtual",
                 "figures": [{"id": "a", "title": "A", "kind": "bars", "x": "scheme",
                              "metrics": ["fct.p50"]},
                             {"id": "b", "title": "B", "kind": "bars", "x": "scheme",
                              "metrics": ["goodputGbps"]}],
                 "cells": [{"cell": 0, "params": {"scheme": "pfc", "seed": 1}},
                           {"cell": 1, "params": {"scheme": "ofc", "seed": 1}}]}
                """);
        FlowRows.write(run, rows);
        OutcomesFile.begin(run, List.of(outcome(0, "pfc", 1), outcome(1, "ofc", 1)));
        Summary summary = RunAnalysis.summarise(run);
        RunManifest manifest = RunManifest.read(run);

        String compared =
                ComparisonText.render(
                        Comparison.of("scheme", Metric.parse("fct.p50"), Map.of("run", summary)));
        assertTrue(compared.contains(" pfc (60 of 100 completed) "), compared);
        assertTrue(compared.contains("of completed messages only"), compared);
        assertFalse(compared.contains("ofc ("), compared);
        assertTrue(
                RunSentence.of(manifest.figures().get(0), summary, manifest)
                        .endsWith(" Of completed messages only: as few as 60 of 100 for a value."));
        assertFalse(
                RunSentence.of(manifest.figures().get(1), summary, manifest).contains("messages"));
    }

    private static CellOutcome outcome(int cell, String scheme, int seed) {
        return CellOutcomes.of(
                cell, Map.of("scheme", scheme, "seed", seed), 1_000_000, 1e-3, false);
    }
}
