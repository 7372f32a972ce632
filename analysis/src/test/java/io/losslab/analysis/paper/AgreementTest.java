package io.losslab.analysis.paper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.analysis.run.PaperClaim;
import io.losslab.analysis.statistics.Interval;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgreementTest {
    private static final PaperClaim.Comparison COMPARED =
            new PaperClaim.Comparison("scheme", "bifrost", "pfc");

    /** Half the logarithm of 0.6 is -22.5 %, twice is -64 %. */
    @ParameterizedTest
    @CsvSource({
        "-0.45, -0.35, AGREES",
        "-0.23, -0.10, AGREES",
        "-0.70, -0.63, AGREES",
        "-0.22, -0.10, SAME_DIRECTION_ONLY",
        "-0.80, -0.65, SAME_DIRECTION_ONLY",
        "-0.04, -0.02, SAME_DIRECTION_ONLY",
        "0.02, 0.30, CONTRADICTS",
        "-0.01, 0.01, CONTRADICTS",
        "0, 0, CONTRADICTS",
        "-0.15, 0.01, UNDECIDED",
        "-0.50, 0.10, UNDECIDED",
        "-0.90, 0.90, UNDECIDED",
        "-0.90, -0.01, AGREES"
    })
    void judgesAChangeOfMinusFortyPercent(double low, double high, Verdict verdict) {
        assertEquals(verdict, change(-0.4, null, low, high));
    }

    @Test
    void theVerdictIsTheSameWhicheverWayThePaperDivides() {
        for (double low : new double[] {-0.95, -0.6, -0.3, -0.1, -0.01, 0.02}) {
            for (double high : new double[] {-0.5, -0.2, -0.05, 0.01, 0.4}) {
                if (low < high && (low < -0.05 || high > 0.05)) {
                    assertEquals(
                            change(-0.5, null, low, high),
                            change(1.0, null, 1 / (1 + high) - 1, 1 / (1 + low) - 1),
                            low + " to " + high);
                }
            }
        }
    }

    @Test
    void aRowCanStateAFactorOfItsOwn() {
        assertEquals(Verdict.AGREES, change(-0.4, 2.0, -0.24, -0.23));
        assertEquals(Verdict.SAME_DIRECTION_ONLY, change(-0.4, 1.5, -0.24, -0.23));
    }

    @Test
    void theSizeOfASmallChangeIsItsPercentage() {
        PaperClaim claim = claim(COMPARED, -0.02, null, null);
        assertEquals(0.5, Agreement.sizeRatio(claim, -0.01), 0.01);
        assertEquals(2, Agreement.sizeRatio(claim, -0.04), 0.03);
        assertEquals(-1, Agreement.sizeRatio(claim, 0.02), 0.03);
        assertTrue(Double.isNaN(Agreement.sizeRatio(claim(COMPARED, 0.0, null, null), 0.1)));
    }

    @ParameterizedTest
    @CsvSource({
        "9, 11, AGREES",
        "19, 25, AGREES",
        "4, 5.5, AGREES",
        "21, 25, CONTRADICTS",
        "1, 4, CONTRADICTS",
        "1, 100, UNDECIDED"
    })
    void judgesAValueOfTen(double low, double high, Verdict verdict) {
        PaperClaim claim = claim(null, 10.0, null, null);
        assertEquals(verdict, Agreement.of(claim, (low + high) / 2, interval(low, high)));
    }

    @ParameterizedTest
    @CsvSource({
        "lower, -0.2, -0.1, AGREES",
        "lower, -0.2, 0, UNDECIDED",
        "lower, 0, 0, CONTRADICTS",
        "lower, 0.1, 0.2, CONTRADICTS",
        "higher, 0.1, 0.2, AGREES",
        "higher, -0.1, 0.2, UNDECIDED",
        "higher, -0.2, -0.1, CONTRADICTS",
        "equal, -0.04, 0.05, AGREES",
        "equal, -0.04, 0.06, UNDECIDED",
        "equal, 0.06, 0.08, CONTRADICTS",
        "zero, -1, -1, UNDECIDED"
    })
    void judgesDirections(String expect, double low, double high, Verdict verdict) {
        PaperClaim claim = claim(COMPARED, null, null, expect);
        assertEquals(verdict, Agreement.of(claim, (low + high) / 2, interval(low, high)));
    }

    @Test
    void aReportedChangeOfNothingIsAsGoodAsEqual() {
        assertEquals(Verdict.AGREES, change(0, null, -0.03, 0.02));
        assertEquals(Verdict.CONTRADICTS, change(0, null, 0.2, 0.3));
    }

    @Test
    void zeroTakesOneSeedToRefuteAndSeveralToAgree() {
        for (PaperClaim claim :
                List.of(claim(null, null, null, "zero"), claim(null, 0.0, null, null))) {
            assertEquals(Verdict.AGREES, Agreement.of(claim, 0.0, interval(0, 0)));
            assertEquals(Verdict.UNDECIDED, Agreement.of(claim, 0.0, null));
            assertEquals(Verdict.CONTRADICTS, Agreement.of(claim, 3.0, null));
        }
    }

    @Test
    void oneSeedDecidesNothing() {
        assertEquals(
                Verdict.UNDECIDED, Agreement.of(claim(COMPARED, -0.4, null, null), -0.4, null));
        assertEquals(Verdict.UNDECIDED, Agreement.of(claim(null, 10.0, null, null), 10.0, null));
    }

    @Test
    void saysWhereThereIsNothingToJudge() {
        PaperClaim unmeasurable =
                new PaperClaim(
                        "1", "drops", null, null, null, 3.0, null, null, "real hardware", null);
        assertEquals(Verdict.NOT_REPRODUCIBLE, Agreement.of(unmeasurable, 3.0, null));
        assertEquals(Verdict.NOT_MEASURED, Agreement.of(claim(null, 10.0, null, null), null, null));
        assertNull(Agreement.of(claim(null, null, null, null), 1.0, null));
    }

    @Test
    void aChangeFromZeroIsUndecidedAndHasNoSize() {
        PaperComparison row =
                PaperComparison.fromZero(claim(COMPARED, null, null, "lower"), "deadlocked", 3);
        assertEquals(Verdict.UNDECIDED, row.verdict());
        assertNull(row.measured());
        assertEquals(3, row.seeds());
    }

    @Test
    void tooFewCompletedMessagesDecideNothing() {
        PaperClaim claim = claim(COMPARED, -0.4, null, null);
        String unfinished = "280 of 359 messages completed";
        PaperComparison row =
                PaperComparison.of(
                        claim,
                        "fct.p99",
                        new PaperComparison.Measured(
                                -0.4, interval(-0.45, -0.35), 5, null, 0, unfinished));
        assertEquals(Verdict.UNDECIDED, row.verdict());
        assertEquals(unfinished, row.unfinished());
        assertEquals(interval(-0.45, -0.35), row.interval());
    }

    private static Verdict change(double reported, Double within, double low, double high) {
        PaperClaim claim = claim(COMPARED, reported, within, null);
        return Agreement.of(claim, (low + high) / 2, interval(low, high));
    }

    private static Interval interval(double low, double high) {
        return new Interval(low, high, Interval.Method.STUDENT);
    }

    private static PaperClaim claim(
            PaperClaim.Comparison compare, Double reported, Double within, String expect) {
        return new PaperClaim(
                "1", "fct.mean", null, null, compare, reported, within, expect, null, null);
    }
}
