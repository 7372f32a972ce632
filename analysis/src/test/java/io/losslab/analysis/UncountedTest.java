package io.losslab.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.analysis.comparison.BackendComparison;
import io.losslab.analysis.history.RunHistory;
import io.losslab.analysis.report.HistoryText;
import io.losslab.analysis.report.TextTable;
import io.losslab.analysis.run.RunManifest;
import io.losslab.analysis.summary.CellSummary;
import io.losslab.analysis.summary.Metric;
import io.losslab.analysis.summary.Summary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalDouble;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Results of switches that count neither drops nor pause frames. */
class UncountedTest {
    @TempDir private Path folder;

    private Path directory;
    private Summary counted;
    private Summary summary;

    @BeforeEach
    void make() throws Exception {
        directory = new SyntheticRun(folder.resolve("run")).make();
        counted = RunAnalysis.summarise(directory);
        Path cells = directory.resolve("cells.json");
        Files.writeString(
                cells,
                Files.readString(cells)
                        .replaceAll("\"(drops|switchPauseFrames)\" : \\d+", "\"$1\" : null"));
        summary = RunAnalysis.summarise(directory);
    }

    @Test
    void metricsOfThemAreAbsent() {
        CellSummary cell = summary.cells().get(0);
        for (String name : new String[] {"drops", "switchPauseFrames", "pauseFrames"}) {
            assertEquals(OptionalDouble.empty(), Metric.parse(name).of(cell, null), name);
        }
        assertEquals(OptionalDouble.of(0), Metric.parse("hostPauseFrames").of(cell, null));
    }

    @Test
    void tablesSayThatTheyAreNotKnown() throws Exception {
        String text = TextTable.render(RunManifest.read(directory), summary);
        assertTrue(text.contains("dropped packets: not counted by any switch\n"), text);
        String html = Files.readString(RunAnalysis.report(directory));
        String row = "<td class=\"num\">–</td><td class=\"num\">–</td><td class=\"num\">0</td>";
        assertTrue(html.contains(row), "drops, pauses of switches, pauses of hosts");
        String runs = HistoryText.runs(RunHistory.of(folder));
        String line = runs.lines().skip(1).findFirst().orElseThrow();
        assertTrue(line.matches(".* 15.1 MB +- +- .*"), runs);
    }

    @Test
    void theyAreNotComparedWithVirtualTime() {
        BackendComparison both = BackendComparison.of(summary, counted);
        assertEquals(
                0,
                both.rows().stream()
                        .filter(row -> row.figure().matches("drops|pause frames of switches"))
                        .count());
        assertTrue(
                both.rows().stream().anyMatch(row -> row.figure().equals("pause frames of hosts")));
    }
}
