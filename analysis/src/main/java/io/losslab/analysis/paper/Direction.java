package io.losslab.analysis.paper;

import io.losslab.analysis.run.PaperClaim;

/** Whether something measured goes the way a paper reports. */
final class Direction {
    /** Plain values agree if neither is more than so many times the other. */
    private static final double NEAR = 2;

    private Direction() {}

    /**
     * Judges a measured value.
     *
     * @param measured a change as a fraction where the claim compares, else a value
     */
    static boolean agrees(PaperClaim claim, double measured) {
        if (claim.expect() != null) {
            return switch (claim.expect()) {
                case "lower" -> measured < 0;
                case "higher" -> measured > 0;
                case "equal" -> Math.abs(measured) <= Agreement.NO_CHANGE;
                case "zero" -> measured == 0;
                default ->
                        throw new IllegalArgumentException("unknown direction: " + claim.expect());
            };
        }
        return claim.compare() == null
                ? isNear(measured, claim.reported())
                : isSameChange(measured, claim.reported());
    }

    private static boolean isSameChange(double measured, double reported) {
        return reported == 0
                ? Math.abs(measured) <= Agreement.NO_CHANGE
                : Math.signum(measured) == Math.signum(reported);
    }

    private static boolean isNear(double measured, double reported) {
        if (reported == 0 || measured == 0) {
            return reported == measured;
        }
        double ratio = measured / reported;
        return ratio >= 1 / NEAR && ratio <= NEAR;
    }
}
