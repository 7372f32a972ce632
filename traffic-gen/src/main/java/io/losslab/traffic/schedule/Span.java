package io.losslab.traffic.schedule;

/**
 * A time of posting.
 *
 * @param startNanos the first, not negative
 * @param stopNanos the first after it, above the start
 */
public record Span(long startNanos, long stopNanos) {
    public Span {
        if (startNanos < 0 || stopNanos <= startNanos) {
            throw new IllegalArgumentException(
                    "a span must end after it starts: " + startNanos + ".." + stopNanos + " ns");
        }
    }

    long nanos() {
        return stopNanos - startNanos;
    }

    boolean contains(long nanos) {
        return nanos >= startNanos && nanos < stopNanos;
    }

    /** Which share of a window that begins at the start lies within the span; 1 of none. */
    double shareOf(long windowNanos) {
        return windowNanos <= nanos() ? 1 : (double) nanos() / windowNanos;
    }

    /** How often something happens that happens at the start and every so often from there. */
    long times(long periodNanos) {
        return (nanos() + periodNanos - 1) / periodNanos;
    }
}
