package io.losslab.configs.yaml;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Collects problems; one that is found twice, as in several cells of a matrix or wherever a setting
 * is put in, counts once. Not thread safe.
 */
public final class Problems {
    private static final Comparator<Problem> BY_PLACE =
            Comparator.<Problem, String>comparing(problem -> problem.at().file())
                    .thenComparingInt(problem -> problem.at().line())
                    .thenComparingInt(problem -> problem.at().column());

    /** By what they say, which is without the field. */
    private final Map<Problem, Problem> found = new LinkedHashMap<>();

    public void add(Problem problem) {
        found.putIfAbsent(problem.ofField(""), problem);
    }

    public void addAll(Problems other) {
        other.found.values().forEach(this::add);
    }

    /** Takes out warnings about the keys of a name, wherever they stand; false where none is. */
    public boolean removeWarningsAbout(String key) {
        return found.values()
                .removeIf(
                        problem ->
                                !problem.isError()
                                        && (problem.field().equals(key)
                                                || problem.field().endsWith("." + key)));
    }

    public boolean hasErrors() {
        return found.values().stream().anyMatch(Problem::isError);
    }

    public long errorCount() {
        return found.values().stream().filter(Problem::isError).count();
    }

    /** All of them, in the order of their places. */
    public List<Problem> list() {
        return found.values().stream().sorted(BY_PLACE).toList();
    }
}
