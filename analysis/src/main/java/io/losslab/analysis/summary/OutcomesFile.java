package io.losslab.analysis.summary;

import io.losslab.analysis.run.ResultsJson;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The file of a results directory that holds its outcomes by cell. It is replaced whenever a cell
 * ends; an outcome's JSON is made once.
 */
public final class OutcomesFile {
    private final Path file;

    /** JSON of the outcomes, by cell. */
    private final SortedMap<Integer, String> texts = new TreeMap<>();

    private OutcomesFile(Path directory) {
        file = directory.resolve(CellOutcome.FILE);
    }

    /** Writes the file of a directory anew. */
    public static OutcomesFile begin(Path directory, List<CellOutcome> outcomes)
            throws IOException {
        OutcomesFile file = new OutcomesFile(directory);
        outcomes.forEach(file::put);
        file.write();
        return file;
    }

    /** Writes it with an outcome more. */
    public void add(CellOutcome outcome) throws IOException {
        put(outcome);
        write();
    }

    private void put(CellOutcome outcome) {
        texts.put(outcome.cell(), ResultsJson.text(outcome));
    }

    private void write() throws IOException {
        ResultsJson.writeRecord(file, ResultsJson.array(texts.values()) + "\n");
    }
}
