package io.losslab.analysis.report;

import io.losslab.analysis.comparison.Repetition;
import io.losslab.analysis.comparison.RowDifference;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A run compared with its repetition, as text for a terminal. */
public final class RepetitionText {
    private RepetitionText() {}

    /**
     * Renders it; lines end with a line feed.
     *
     * @param pack what was repeated
     */
    public static String render(String pack, Repetition repetition) {
        StringBuilder text = new StringBuilder();
        text.append("%nCompared with %s%n".formatted(pack));
        if (!repetition.missing().isEmpty()) {
            text.append(
                    "cells that only the pack has: %s%n".formatted(numbers(repetition.missing())));
        }
        if (!repetition.files().isEmpty()) {
            text.append(files(repetition.files()));
        }
        if (!repetition.rows().isEmpty()) {
            text.append(BackendText.table(repetition.rows(), "repeated", "packed"));
        }
        return text.append(repetition.same() ? "results repeated\n" : "results DIFFER\n")
                .toString();
    }

    private static String files(List<RowDifference> files) {
        List<List<String>> lines = new ArrayList<>();
        lines.add(List.of("file", "contents"));
        files.forEach(file -> lines.add(List.of(file.file(), verdict(file))));
        return AlignedText.of(lines);
    }

    private static String verdict(RowDifference file) {
        if (file.identical()) {
            return "identical";
        }
        if (file.sameRows()) {
            return "same rows in another order or encoding";
        }
        return String.format(
                Locale.ROOT,
                "%,d rows only in the pack, %,d only in the repetition, in cells %s",
                file.onlyBefore(),
                file.onlyNow(),
                numbers(file.cells()));
    }

    private static String numbers(List<Integer> cells) {
        return cells.stream().map(Object::toString).collect(Collectors.joining(", "));
    }
}
