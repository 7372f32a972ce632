package io.losslab.analysis.paper;

import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** How many rows have each verdict. */
public final class VerdictCounts {
    private VerdictCounts() {}

    /** Counts by verdict, all verdicts included, in their order. */
    public static Map<Verdict, Integer> of(Collection<PaperComparison> rows) {
        Map<Verdict, Integer> counts = new EnumMap<>(Verdict.class);
        for (Verdict verdict : Verdict.values()) {
            counts.put(verdict, 0);
        }
        rows.stream()
                .map(PaperComparison::verdict)
                .filter(Objects::nonNull)
                .forEach(verdict -> counts.merge(verdict, 1, Integer::sum));
        return counts;
    }

    /** For users: {@code 12 rows: agrees 8, undecided 3, not reproducible 1}. */
    public static String text(Collection<PaperComparison> rows) {
        String counts =
                of(rows).entrySet().stream()
                        .filter(count -> count.getValue() > 0)
                        .map(count -> count.getKey().label() + " " + count.getValue())
                        .collect(Collectors.joining(", "));
        return rows.size() + (rows.size() == 1 ? " row: " : " rows: ") + counts;
    }
}
