package io.losslab.configs.yaml;

import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Collects problems; one that is found twice, as in several cells of a matrix, counts once. Not
 * thread safe.
 */
public final class Problems {
    private static final Comparator<Problem> BY_PLACE =
            Comparator.<Problem, String>comparing(problem -> problem.at().file())
                    .thenComparingInt(problem -> problem.at().line())
                    .thenComparingInt(problem -> problem.at().column());

    private final Set<Problem> found = new LinkedHashSet<>();

    public void add(Problem problem) {
        found.add(problem);
    }

    public void addAll(Problems other) {
        found.addAll(other.found);
    }

    /** Takes out warnings about the keys of a name, wherever they stand. */
    public void removeWarningsAbout(String key) {
        found.removeIf(
                problem ->
                        !problem.isError()
                                && (problem.field().equals(key)
                                        || problem.field().endsWith("." + key)));
    }

    public boolean hasErrors() {
        return found.stream().anyMatch(Problem::isError);
    }

    public long errorCount() {
        return found.stream().filter(Problem::isError).count();
    }

    /** All of them, in the order of their places. */
    public List<Problem> list() {
        return found.stream().sorted(BY_PLACE).toList();
    }
}
