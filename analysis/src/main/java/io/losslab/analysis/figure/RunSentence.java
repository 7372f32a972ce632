package io.losslab.analysis.figure;

import io.losslab.analysis.figure.drawing.NumberText;
import io.losslab.analysis.figure.drawing.ParameterText;
import io.losslab.analysis.run.Figure;
import io.losslab.analysis.run.ParamValue;
import io.losslab.analysis.run.RunManifest;
import io.losslab.analysis.summary.CellSummary;
import io.losslab.analysis.summary.Pooled;
import io.losslab.analysis.summary.Summary;
import io.losslab.analysis.warning.UnfinishedMessages;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** What was run for a figure, in a sentence for its caption. */
public final class RunSentence {
    /** Longer lists are given by their first and last values. */
    private static final int MOST_VALUES = 8;

    private RunSentence() {}

    /** The sentence; empty where no finished cell is shown. */
    public static String of(Figure spec, Summary summary, RunManifest manifest) {
        List<CellSummary> cells = shown(spec, summary, manifest);
        if (cells.isEmpty()) {
            return "";
        }
        List<String> parts = new ArrayList<>();
        cells.stream()
                .flatMap(cell -> cell.params().keySet().stream())
                .distinct()
                .filter(name -> !name.equals(Pooled.SEED))
                .forEach(name -> parts.add(name(name) + " " + values(name, cells, manifest)));
        parts.add(seeds(cells, manifest));
        return "%s %s: %s.%s"
                .formatted(
                        counted(cells.size(), "cell"),
                        manifest.ranInVirtualTime()
                                ? "in virtual time"
                                : "on the " + manifest.backend() + " backend",
                        String.join("; ", parts),
                        unfinished(spec, cells));
    }

    private static String unfinished(Figure spec, List<CellSummary> cells) {
        return UnfinishedMessages.leftOut(spec, cells.stream().map(CellSummary::traffic).toList())
                .map(" Of completed messages only: as few as %s for a value."::formatted)
                .orElse("");
    }

    private static List<CellSummary> shown(Figure spec, Summary summary, RunManifest manifest) {
        if (spec.kind() == Figure.Kind.TIMESERIES) {
            return List.copyOf(TimeSeriesFigure.cells(spec, summary, manifest).values());
        }
        return summary.cellsWhere(spec.sweep(), spec.where()).stream()
                .filter(cell -> spec.x() == null || cell.params().containsKey(spec.x()))
                .toList();
    }

    private static String name(String param) {
        return NumberText.words(param).toLowerCase(Locale.ROOT);
    }

    private static String values(String name, List<CellSummary> cells, RunManifest manifest) {
        List<String> values =
                cells.stream()
                        .map(cell -> cell.param(name))
                        .filter(value -> !value.isEmpty())
                        .distinct()
                        .sorted(ParamValue.order())
                        .map(value -> ParameterText.value(name, value, manifest))
                        .toList();
        return values.size() <= MOST_VALUES
                ? String.join(", ", values)
                : "%s to %s (%d values)"
                        .formatted(values.get(0), values.get(values.size() - 1), values.size());
    }

    private static String seeds(List<CellSummary> cells, RunManifest manifest) {
        long[] seeds =
                cells.stream()
                        .map(cell -> cell.param(Pooled.SEED))
                        .filter(value -> !value.isEmpty())
                        .mapToLong(Long::parseLong)
                        .distinct()
                        .sorted()
                        .toArray();
        if (seeds.length <= 1) {
            return "seed " + values(Pooled.SEED, cells, manifest);
        }
        boolean all = seeds[seeds.length - 1] - seeds[0] == seeds.length - 1;
        return all && seeds.length > 2
                ? "seeds %d to %d".formatted(seeds[0], seeds[seeds.length - 1])
                : LongStream.of(seeds)
                        .mapToObj(Long::toString)
                        .collect(Collectors.joining(", ", "seeds ", ""));
    }

    private static String counted(int count, String noun) {
        return count + " " + (count == 1 ? noun : noun + "s");
    }
}
