package io.losslab.orchestrator.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.analysis.run.RunManifest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * bifrost/b4, whose sweeps have a line of 80 km and one of 14 us, with last links of several rates,
 * and schemes with labels.
 */
class TopologiesRunTest {
    @Test
    void theReportSaysWhichCellsHaveAnotherTopologyAndCallsSchemesByTheirLabels(
            @TempDir Path folder) throws Exception {
        Path results = folder.resolve("results");
        new Commands()
                .execute(
                        "run",
                        "bifrost/b4",
                        "--set",
                        "warmup=0ns",
                        "--set",
                        "duration=100us",
                        "--set",
                        "drain=2ms",
                        "--seed",
                        "1",
                        "--out",
                        results.toString());

        RunManifest manifest = RunManifest.read(results);
        Set<Integer> others = manifest.topology().others();
        RunManifest.CellRef first = manifest.cells().get(0);
        for (RunManifest.CellRef cell : manifest.cells()) {
            boolean same =
                    cell.sweep().equals(first.sweep())
                            && cell.params().get("last").equals(first.params().get("last"));
            assertEquals(!same, others.contains(cell.cell()), cell.toString());
        }
        String html = Files.readString(results.resolve("report.html"));
        assertTrue(
                html.contains(
                        "The topology of cell 0; %d of %d cells have another one."
                                .formatted(others.size(), manifest.cells().size())));
        assertTrue(html.contains(">IRN-intra, 14 us</td>"), "the table of cells");
        assertFalse(html.contains(">intraNear</td>"), "a name that has a label");
    }
}
