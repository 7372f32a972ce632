package io.losslab.analysis.statistics;

/** Estimates a quantity from seeds, or from a draw of seeds with replacement. */
@FunctionalInterface
interface Estimator {
    /**
     * The estimate from some seeds.
     *
     * @param seeds indices, at least two; an index may occur more than once
     */
    Estimate of(int[] seeds);

    /**
     * An estimate.
     *
     * @param value not finite where the quantity is not defined
     * @param error standard error of the value; zero where all seeds are equal
     */
    record Estimate(double value, double error) {
        /** A standard error below this part of the values is what rounding leaves of zero. */
        static final double ROUNDING = 1e-12;

        /** Whether it can be studentised. */
        boolean hasSpread() {
            return Double.isFinite(value) && Double.isFinite(error) && error > 0;
        }
    }
}
