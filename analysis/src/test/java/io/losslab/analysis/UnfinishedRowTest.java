package io.losslab.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.losslab.analysis.paper.PaperComparison;
import io.losslab.analysis.paper.Verdict;
import io.losslab.analysis.report.PaperRow;
import io.losslab.analysis.run.RunManifest;
import io.losslab.analysis.summary.CellOutcome;
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
                List.of("180 of 200 messages completed", "", "", "180 of 200 messages completed"),
                PaperRow.of(RunManifest.read(run), summary).stream().map(PaperRow::note).toList());
        assertEquals(
                "figure 7: fct.p99 is not known: as few as 180 of 200 messages completed;"
                        + " 1 of 2 values have fewer than 99%",
                summary.warnings().get(summary.warnings().size() - 1));
    }

    private static CellOutcome outcome(int cell, String scheme, int seed) {
        return CellOutcomes.of(
                cell, Map.of("scheme", scheme, "seed", seed), 1_000_000, 1e-3, false);
    }
}
