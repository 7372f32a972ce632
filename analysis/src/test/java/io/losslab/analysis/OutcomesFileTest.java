package io.losslab.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.losslab.analysis.run.ResultsJson;
import io.losslab.analysis.summary.CellOutcome;
import io.losslab.analysis.summary.OutcomesFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutcomesFileTest {
    @TempDir Path directory;

    @Test
    void outcomesStandByCellWhateverCellEndsFirst() throws IOException {
        OutcomesFile file = OutcomesFile.begin(directory, List.of());
        assertEquals(List.of(), CellOutcome.readAll(directory));
        file.add(outcome(2));
        file.add(outcome(0));
        file.add(outcome(1));
        List<CellOutcome> all = List.of(outcome(0), outcome(1), outcome(2));
        assertEquals(all, CellOutcome.readAll(directory));
        assertEquals(
                ResultsJson.text(all) + "\n",
                Files.readString(directory.resolve(CellOutcome.FILE)));
    }

    @Test
    void outcomesAreOnTheDiskBeforeTheyReplaceEarlierOnes() throws IOException {
        OutcomesFile file = OutcomesFile.begin(directory, List.of());
        Path forced = directory.resolve("forced.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("jdk.FileForce").withThreshold(Duration.ZERO);
            recording.start();
            file.add(outcome(0));
            recording.stop();
            recording.dump(forced);
        }
        assertEquals(
                List.of(directory.resolve("cells.json.tmp").toString()),
                RecordingFile.readAllEvents(forced).stream()
                        .map(event -> event.getString("path"))
                        .filter(path -> path.startsWith(directory.toString()))
                        .toList());
    }

    private static CellOutcome outcome(int cell) {
        return new CellOutcome(
                cell,
                Map.of("scheme", "pfc", "seed", 1),
                0,
                1_000,
                0L,
                0,
                null,
                null,
                0L,
                0,
                null,
                null,
                0,
                1e-6,
                0.5,
                10,
                false,
                List.of(),
                Map.of(),
                List.of("a note"));
    }
}
