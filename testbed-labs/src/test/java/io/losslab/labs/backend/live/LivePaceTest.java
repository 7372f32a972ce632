package io.losslab.labs.backend.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Which time dilation live labs get. */
class LivePaceTest {
    private final LivePace pace = LivePace.from(new TimeDilation(1_000));

    @Test
    void triesThreeSecondsOutThreeTimes() {
        for (int trial = 0; trial < 3; trial++) {
            assertEquals(3_000_000, pace.trialNanos());
            trial(0.125);
        }
        assertEquals(0, pace.trialNanos());
    }

    /** Agents are slow at first. */
    @Test
    void theFirstTrialDecidesNothing() {
        trial(0.01);
        trial(0.25);
        trial(0.25);
        assertEquals(2_000, pace.dilation().factor());
    }

    @Test
    void whatDisturbedOneTrialOnlyDecidesNothing() {
        trial(23);
        trial(0.25);
        trial(23);
        assertEquals(2_000, pace.dilation().factor());
    }

    @Test
    void trialsWithoutTrafficTellNothing() {
        trial(0);
        trial(0);
        trial(0.5);
        assertEquals(4_000, pace.dilation().factor());
    }

    @Test
    void whatWasTriedStaysWhereNoTrialTellsAnything() {
        trial(0.5);
        trial(0);
        trial(0);
        assertEquals(1_000, pace.dilation().factor());
    }

    @Test
    void isLateByAnEighthOfWhatIsAllowedAfterwards() {
        tried(0.5);
        assertEquals(4_000, pace.dilation().factor());
        assertEquals(OptionalLong.of(4_000), pace.timeDilation());
        assertEquals(Optional.empty(), pace.note());
    }

    @Test
    void isAtMostTwiceAsFastAsWhatWasTried() {
        tried(0.001);
        assertEquals(500, pace.dilation().factor());
    }

    /** A machine that had too much to do may have enough time at a slower pace. */
    @Test
    void triesWhatIsFourTimesSlowerBeforeItSlowsDownFurther() {
        tried(11);
        assertEquals(3_000_000, pace.trialNanos());
        assertEquals(4_000, pace.dilation().factor());
        trial(0.01);
        assertEquals(0, pace.trialNanos());
        assertEquals(4_000, pace.dilation().factor());
    }

    /** What kept the machine busy for a moment does not slow the whole run down. */
    @Test
    void triesFiveTimesAtMost() {
        tried(Double.POSITIVE_INFINITY);
        trial(Double.POSITIVE_INFINITY);
        assertEquals(16_000, pace.dilation().factor());
        trial(Double.POSITIVE_INFINITY);
        assertEquals(0, pace.trialNanos());
        assertEquals(64_000, pace.dilation().factor());
    }

    @Test
    void repeatsALateCellSlowerTwice() {
        tried(0.125);
        pace.beginCell();
        pace.ended(1.25);
        assertTrue(pace.slowDown());
        assertEquals(4_000, pace.dilation().factor());
        pace.ended(1.5);
        assertTrue(pace.slowDown());
        assertEquals(16_000, pace.dilation().factor());
        pace.ended(1.5);
        assertFalse(pace.slowDown());
        assertEquals(
                Optional.of(
                        "a cell did not keep time and was repeated slower, the last time with a"
                                + " time dilation of 16,000"),
                pace.note());
    }

    @Test
    void theNextCellMayBeRepeatedAgain() {
        tried(0.125);
        for (int cell = 0; cell < 3; cell++) {
            pace.beginCell();
            pace.ended(1.1);
            assertTrue(pace.slowDown());
        }
    }

    @Test
    void aCellThatKeptTimeIsNotRepeated() {
        tried(0.125);
        pace.beginCell();
        pace.ended(1);
        assertFalse(pace.slowDown());
    }

    @Test
    void whatTheUserChoseStays() {
        LivePace given = LivePace.given(new TimeDilation(70));
        assertEquals(0, given.trialNanos());
        given.beginCell();
        given.ended(100);
        assertFalse(given.slowDown());
        assertEquals(70, given.dilation().factor());
        assertEquals(Optional.empty(), given.note());
    }

    @Test
    void noTimeIsSlowerThanTheSlowest() {
        LivePace slow = LivePace.from(new TimeDilation(900_000));
        slow.beginCell();
        slow.ended(3);
        assertTrue(slow.slowDown());
        assertEquals(1_000_000, slow.dilation().factor());
    }

    private void tried(double latenessOfAllowed) {
        for (int trial = 0; trial < 3; trial++) {
            trial(latenessOfAllowed);
        }
    }

    private void trial(double latenessOfAllowed) {
        pace.ended(latenessOfAllowed);
        pace.endTrial();
    }
}
