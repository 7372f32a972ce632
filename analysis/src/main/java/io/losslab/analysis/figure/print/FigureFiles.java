package io.losslab.analysis.figure.print;

import io.losslab.analysis.figure.Figures;
import io.losslab.analysis.figure.RunSentence;
import io.losslab.analysis.figure.drawing.FigureMarkup;
import io.losslab.analysis.figure.drawing.Sheet;
import io.losslab.analysis.run.Figure;
import io.losslab.analysis.run.ResultsJson;
import io.losslab.analysis.run.RunManifest;
import io.losslab.analysis.summary.CellOutcome;
import io.losslab.analysis.summary.Summary;
import io.losslab.analysis.summary.TimeChecks;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Writes every figure of a run as SVG, PDF and CSV, and their captions. */
public final class FigureFiles {
    /** What the folder is called where the user names none. */
    public static final String FOLDER = "figures";

    /** The captions of all figures. */
    public static final String CAPTIONS = "captions.txt";

    private static final String SVG = ".svg";
    private static final String PDF = ".pdf";
    private static final String CSV = ".csv";
    private static final List<String> ENDINGS = List.of(SVG, PDF, CSV);

    private FigureFiles() {}

    /**
     * What was written.
     *
     * @param drawn figures, with three files each
     * @param missing figures without data, and why
     */
    public record Written(List<Figure> drawn, List<String> missing) {
        public Written {
            drawn = List.copyOf(drawn);
            missing = List.copyOf(missing);
        }
    }

    /** The files that {@link #write} writes into a folder at most. */
    public static List<Path> files(Path directory, Path out) throws IOException {
        List<Path> files = new ArrayList<>(List.of(out.resolve(CAPTIONS)));
        for (Figure spec : RunManifest.read(directory).figures()) {
            ENDINGS.forEach(ending -> files.add(file(out, spec, ending)));
        }
        return files;
    }

    /** Whether a folder has the captions of a figure, and so its figures are of {@link #write}. */
    public static boolean isWritten(Path directory, Path out) throws IOException {
        Path captions = out.resolve(CAPTIONS);
        if (!Files.isRegularFile(captions)) {
            return false;
        }
        String text = new String(Files.readAllBytes(captions), StandardCharsets.UTF_8);
        return RunManifest.read(directory).figures().stream()
                .anyMatch(spec -> text.startsWith(heading(spec)));
    }

    /**
     * Writes the figures. The same results give the same files.
     *
     * @param directory results of a run
     * @param out folder for them; made where there is none
     * @param sheet a column of a paper, or two
     */
    public static Written write(Path directory, Path out, Sheet sheet) throws IOException {
        RunManifest manifest = RunManifest.read(directory);
        Summary summary = Summary.read(directory);
        Figures figures = new Figures(directory, manifest, summary, CellOutcome.readAll(directory));
        Files.createDirectories(out);
        List<Figure> shown = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        StringBuilder captions = new StringBuilder();
        for (Figure spec : manifest.figures()) {
            FigureMarkup drawn = figures.draw(spec, sheet);
            if (!drawn.problem().isEmpty()) {
                missing.add("figure %s: %s".formatted(spec.id(), drawn.problem()));
                continue;
            }
            String caption = caption(spec, drawn, summary, manifest);
            captions.append("%s %s\n\n".formatted(heading(spec), caption));
            PrintedFigure figure = PrintedFigure.of(drawn, sheet);
            ResultsJson.writeText(file(out, spec, SVG), SvgFile.of(figure, spec.title(), caption));
            ResultsJson.writeBytes(file(out, spec, PDF), PdfFile.of(figure, spec.title(), caption));
            ResultsJson.writeText(file(out, spec, CSV), figures.rows(spec).csv());
            shown.add(spec);
        }
        ResultsJson.writeText(out.resolve(CAPTIONS), captions.toString());
        return new Written(shown, missing);
    }

    private static String heading(Figure spec) {
        return "%s: %s.".formatted(spec.id(), spec.title());
    }

    private static Path file(Path out, Figure spec, String ending) {
        return out.resolve("figure-" + spec.id().replaceAll("[^A-Za-z0-9._-]", "_") + ending);
    }

    private static String caption(
            Figure spec, FigureMarkup drawn, Summary summary, RunManifest manifest) {
        return String.join(
                        " ",
                        spec.caption(),
                        drawn.note(),
                        RunSentence.of(spec, summary, manifest),
                        TimeChecks.complaint(summary.cellsWhere(spec.sweep(), spec.where())))
                .replaceAll(" +", " ")
                .strip();
    }
}
