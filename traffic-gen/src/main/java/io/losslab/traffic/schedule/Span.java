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

    /**
     * How many rounds' messages lie within the span: those of a round are spread evenly over a
     * window, and the windows begin so often, the first at the start.
     */
    double share(double rounds, double periodNanos, long windowNanos) {
        double whole =
                windowNanos > nanos()
                        ? 0
                        : Math.min(rounds, Math.floor((nanos() - windowNanos) / periodNanos) + 1);
        double cut = rounds - whole;
        double middle = (whole + rounds - 1) / 2;
        return cut == 0 ? rounds : whole + cut * (nanos() - middle * periodNanos) / windowNanos;
    }

    /** How often something happens that happens at the start and every so often from there. */
    long times(long periodNanos) {
        return (nanos() + periodNanos - 1) / periodNanos;
    }
}
