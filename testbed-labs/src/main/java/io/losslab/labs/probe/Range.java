package io.losslab.labs.probe;

import java.util.Collection;
import java.util.Optional;

/**
 * Values that agree with what was seen, both ends included.
 *
 * @param samples how many times it was seen
 */
record Range(double least, double most, int samples) {

    /** All values that one of some samples gives: the spread. */
    static Range spread(Collection<? extends Number> samples) {
        return new Range(
                samples.stream().mapToDouble(Number::doubleValue).min().orElseThrow(),
                samples.stream().mapToDouble(Number::doubleValue).max().orElseThrow(),
                samples.size());
    }

    /** Values that agree with all of some ranges; empty where none does. */
    static Optional<Range> common(Collection<Range> ranges) {
        double least = ranges.stream().mapToDouble(Range::least).max().orElseThrow();
        double most = ranges.stream().mapToDouble(Range::most).min().orElseThrow();
        int samples = ranges.stream().mapToInt(Range::samples).sum();
        return least <= most ? Optional.of(new Range(least, most, samples)) : Optional.empty();
    }

    boolean isExact() {
        return least == most;
    }
}
