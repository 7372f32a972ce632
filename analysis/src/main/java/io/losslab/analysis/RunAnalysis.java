package io.losslab.analysis;

import io.losslab.analysis.comparison.BackendComparison;
import io.losslab.analysis.report.ReportWriter;
import io.losslab.analysis.run.RunManifest;
import io.losslab.analysis.summary.CellOutcome;
import io.losslab.analysis.summary.Summary;
import io.losslab.analysis.summary.rows.Summariser;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Rebuilds what can be rebuilt in a results directory. Needs {@code run.json}, {@code cells.json}
 * and the merged Parquet files; the directory may still have its {@code .partial} name.
 */
public final class RunAnalysis {
    private RunAnalysis() {}

    /** Computes {@code summary.json} anew and writes it. */
    public static Summary summarise(Path directory) throws IOException {
        Summary summary = summary(directory);
        summary.write(directory);
        return summary;
    }

    /** Computes the summary anew, and leaves {@code summary.json} as it is. */
    public static Summary summary(Path directory) throws IOException {
        Summary summary =
                new Summariser(RunManifest.read(directory))
                        .summarise(directory, CellOutcome.readAll(directory));
        return judged(summary, directory);
    }

    /**
     * Adds to {@code summary.json} how its cells compare with the same ones in virtual time, where
     * there are such.
     */
    public static Summary compared(Path directory) throws IOException {
        Summary summary = judged(Summary.read(directory), directory);
        summary.write(directory);
        return summary;
    }

    private static Summary judged(Summary summary, Path directory) throws IOException {
        return BackendComparison.of(summary, directory)
                .map(both -> both.judged(summary))
                .orElse(summary);
    }

    /**
     * Writes {@code report.html} from {@code summary.json} and the rows.
     *
     * @return the file
     */
    public static Path report(Path directory) throws IOException {
        return ReportWriter.write(directory);
    }
}
