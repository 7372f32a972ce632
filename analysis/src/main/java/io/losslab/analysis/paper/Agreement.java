package io.losslab.analysis.paper;

import io.losslab.analysis.run.PaperClaim;
import io.losslab.analysis.statistics.Interval;

/**
 * Decides whether a measured value agrees in size with what a paper reports.
 *
 * <p>The size of a change is the logarithm of its ratio, {@code ln(1 + change)}, and a change
 * agrees within a factor f if its size is from 1/f to f times the reported one: for a reported -40
 * % and f = 2 these are -22.5 % to -64 %, for +100 % they are +41 % to +300 %. The reasons: the
 * verdict does not depend on which of two schemes the paper divides by (-50 % one way is +100 % the
 * other way), no bound lies below -100 %, and for small changes this is the factor between the
 * percentages themselves. The ratios {@code 1 + change} within f would not do: -5 % is within a
 * factor of two of -40 % by them, although next to nothing of the effect is there.
 *
 * <p>What is compared is the confidence interval over the seeds:
 *
 * <ul>
 *   <li>{@code agrees}: it excludes no change and overlaps the range of the factor. A plain value
 *       agrees if its interval overlaps {@code reported / f} to {@code reported f}.
 *   <li>{@code same direction only}: it excludes no change, has the paper's sign, and does not
 *       overlap.
 *   <li>{@code contradicts}: it excludes no change and has the other sign, or includes no change,
 *       lies within &plusmn;{@value #NO_CHANGE_PERCENT} % around it, and does not overlap: the
 *       effect is absent (two one-sided tests; Schuirmann, Journal of Pharmacokinetics and
 *       Biopharmaceutics 15, 1987). A plain value contradicts if its interval does not overlap.
 *   <li>{@code undecided}: it includes no change otherwise, or, of a plain value, reaches beyond
 *       the range at both ends, or does not exist since there is one seed. Otherwise few seeds and
 *       wide intervals would agree with anything.
 * </ul>
 *
 * <p>Where a paper gives a direction only, {@code lower} and {@code higher} agree if the interval
 * has no value of the other sign and not zero, and contradict if it has no value of the sign;
 * {@code equal}, also a reported change of zero, agrees within &plusmn;{@value #NO_CHANGE_PERCENT}
 * % and contradicts outside; {@code zero}, also a reported value of zero, agrees if every seed has
 * zero and contradicts if one has not.
 */
public final class Agreement {
    private static final int NO_CHANGE_PERCENT = 5;

    /** Changes that differ less than so much from nothing are none. */
    public static final double NO_CHANGE = NO_CHANGE_PERCENT / 100.0;

    private Agreement() {}

    /**
     * Judges what was measured.
     *
     * @param measured a change as a fraction where the claim compares, else a value; null where
     *     nothing was measured
     * @param interval of the same; null with one seed
     * @return null where the claim states neither a number nor a direction
     */
    public static Verdict of(PaperClaim claim, Double measured, Interval interval) {
        if (claim.notReproducible() != null) {
            return Verdict.NOT_REPRODUCIBLE;
        }
        if (claim.reported() == null && claim.expect() == null) {
            return null;
        }
        if (measured == null) {
            return Verdict.NOT_MEASURED;
        }
        if (isOfZero(claim)) {
            return zero(measured, interval);
        }
        if (interval == null) {
            return Verdict.UNDECIDED;
        }
        if (claim.expect() != null) {
            return expected(claim.expect(), interval);
        }
        return claim.compare() == null ? value(claim, interval) : change(claim, interval);
    }

    /**
     * The size of what was measured over the size of what is reported, as the factor of a row
     * understands it; NaN where it is not defined.
     */
    public static double sizeRatio(PaperClaim claim, double measured) {
        if (claim.reported() == null || claim.reported() == 0) {
            return Double.NaN;
        }
        return claim.compare() == null
                ? measured / claim.reported()
                : Math.log1p(measured) / Math.log1p(claim.reported());
    }

    /** Whether a claim is that schemes do not differ. */
    public static boolean isOfNoChange(PaperClaim claim) {
        return claim.compare() != null
                && ("equal".equals(claim.expect())
                        || claim.reported() != null && claim.reported() == 0);
    }

    private static boolean isOfZero(PaperClaim claim) {
        return claim.compare() == null && (claim.expect() != null || claim.reported() == 0);
    }

    private static Verdict zero(double measured, Interval interval) {
        if (measured != 0) {
            return Verdict.CONTRADICTS;
        }
        return interval == null ? Verdict.UNDECIDED : Verdict.AGREES;
    }

    private static Verdict expected(String direction, Interval interval) {
        return switch (direction) {
            case "lower" -> sided(interval.high() < 0, interval.low() >= 0);
            case "higher" -> sided(interval.low() > 0, interval.high() <= 0);
            case "equal" -> equal(interval);
            // Experiments of earlier versions could expect it of a change.
            case "zero" -> Verdict.UNDECIDED;
            default -> throw new IllegalArgumentException("unknown direction: " + direction);
        };
    }

    private static Verdict sided(boolean agrees, boolean contradicts) {
        return agrees ? Verdict.AGREES : contradicts ? Verdict.CONTRADICTS : Verdict.UNDECIDED;
    }

    private static Verdict equal(Interval interval) {
        return sided(
                interval.isWithin(-NO_CHANGE, NO_CHANGE),
                !interval.overlaps(-NO_CHANGE, NO_CHANGE));
    }

    private static Verdict value(PaperClaim claim, Interval interval) {
        double a = claim.reported() / claim.within();
        double b = claim.reported() * claim.within();
        double low = Math.min(a, b);
        double high = Math.max(a, b);
        if (interval.exceeds(low, high)) {
            return Verdict.UNDECIDED;
        }
        return interval.overlaps(low, high) ? Verdict.AGREES : Verdict.CONTRADICTS;
    }

    private static Verdict change(PaperClaim claim, Interval interval) {
        if (claim.reported() == 0) {
            return equal(interval);
        }
        double size = Math.log1p(claim.reported());
        double a = Math.expm1(size / claim.within());
        double b = Math.expm1(size * claim.within());
        double low = Math.min(a, b);
        double high = Math.max(a, b);
        boolean overlaps = interval.overlaps(low, high);
        if (interval.contains(0)) {
            boolean absent = interval.isWithin(-NO_CHANGE, NO_CHANGE) && !overlaps;
            return absent ? Verdict.CONTRADICTS : Verdict.UNDECIDED;
        }
        if (overlaps) {
            return Verdict.AGREES;
        }
        return Math.signum(interval.low()) == Math.signum(claim.reported())
                ? Verdict.SAME_DIRECTION_ONLY
                : Verdict.CONTRADICTS;
    }
}
