package io.losslab.analysis.statistics;

import java.util.Arrays;

/**
 * A distribution by its quantiles at every 1/{@value #STEPS}: the nearest rank, so values that
 * occurred. Immutable.
 */
public final class Quantiles {
    /** Quarters and hundredths are among them. */
    public static final int STEPS = 400;

    /** Of nothing. */
    public static final Quantiles NONE = new Quantiles(new double[0], 0);

    private final double[] values;
    private final long count;

    /**
     * Of known quantiles.
     *
     * @param values from the least to the greatest, {@link #STEPS} + 1 of them; empty for none
     * @param count how many values they are of
     */
    public Quantiles(double[] values, long count) {
        if (values.length != (count == 0 ? 0 : STEPS + 1)) {
            throw new IllegalArgumentException(
                    "%d quantiles of %d values".formatted(values.length, count));
        }
        this.values = values.clone();
        this.count = count;
    }

    /** Of some values. */
    public static Quantiles of(double[] values) {
        int n = values.length;
        if (n == 0) {
            return NONE;
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        double[] quantiles = new double[STEPS + 1];
        for (int step = 0; step <= STEPS; step++) {
            int rank = (int) (((long) step * n + STEPS - 1) / STEPS);
            quantiles[step] = sorted[Math.max(1, rank) - 1];
        }
        return new Quantiles(quantiles, n);
    }

    /** How many values there are. */
    public long count() {
        return count;
    }

    public boolean isEmpty() {
        return count == 0;
    }

    /** The quantile of {@code step / STEPS}. */
    public double at(int step) {
        return values[step];
    }

    /** The quantile of a percentage. */
    public double percentile(int percent) {
        return values[percent * STEPS / 100];
    }

    public double least() {
        return values[0];
    }

    public double greatest() {
        return values[STEPS];
    }
}
