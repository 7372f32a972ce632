package io.losslab.flowcontrol.bifrost;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.flowcontrol.bifrost.BifrostXSettings.Allocation;
import java.util.Arrays;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class TokenAllocationTest {
    private static final long SLOT = 10_000;

    /** c_max 10, c = 6, 8, 10, q = 4, 9, 20: 4, then 6 of the 8, then nothing is left. */
    @Test
    void algorithm3GivesWhatItGivesByHand() {
        TokenAllocation tokens = new TokenAllocation(Allocation.PAPER, SLOT, 3);
        tokens.renew(10, new long[] {6, 8, 10}, new long[] {4, 9, 20});
        assertEquals(4, tokens.leftBytes(0));
        assertEquals(6, tokens.leftBytes(1));
        assertEquals(0, tokens.leftBytes(2));
    }

    @Property(tries = 300)
    void theSumIsAtMostTheLinksTokensAndEachAtMostItsOwn(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 8) int priorities,
            @ForAll @LongRange(min = 0, max = SLOT) long total) {
        SplittableRandom random = new SplittableRandom(seed);
        long[] own = random.longs(priorities, 0, SLOT + 1).toArray();
        long[] queues = random.longs(priorities, 0, 2 * SLOT).toArray();
        TokenAllocation tokens = new TokenAllocation(Allocation.PAPER, SLOT, priorities);
        tokens.renew(total, own, queues);
        long sum = 0;
        for (int rank = 0; rank < priorities; rank++) {
            assertTrue(tokens.leftBytes(rank) >= 0);
            assertTrue(tokens.leftBytes(rank) <= own[rank]);
            assertTrue(tokens.leftBytes(rank) <= queues[rank]);
            sum += tokens.leftBytes(rank);
        }
        assertTrue(sum <= total);
    }

    /** Whatever is asked in whatever order, over many slots: a frame at most is overdrawn. */
    @Property(tries = 200)
    void whatIsSentExceedsTheTokensByLessThanAFrame(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 8) int priorities,
            @ForAll Allocation allocation) {
        SplittableRandom random = new SplittableRandom(seed);
        TokenAllocation tokens = new TokenAllocation(allocation, SLOT, priorities);
        tokens.close();
        long granted = 0;
        long sent = 0;
        long[] grantedOf = new long[priorities];
        long[] sentOf = new long[priorities];
        for (int slot = 0; slot < 50; slot++) {
            long total = random.nextLong(SLOT);
            long[] own = random.longs(priorities, 0, SLOT).toArray();
            long[] queues = random.longs(priorities, 0, 2 * SLOT).toArray();
            tokens.renew(total, own, queues);
            granted += total;
            Arrays.setAll(grantedOf, rank -> grantedOf[rank] + own[rank]);
            for (int ask = 0; ask < 40; ask++) {
                int rank = random.nextInt(priorities);
                if (queues[rank] > 0 && tokens.maySend(rank, queues)) {
                    tokens.onSend(rank, 1_000);
                    queues[rank] -= 1_000;
                    sent += 1_000;
                    sentOf[rank] += 1_000;
                }
                assertTrue(sentOf[rank] < grantedOf[rank] + 1_000);
                // The printed allocation overdraws by priority, not by link.
                long frames = allocation == Allocation.PAPER ? priorities : 1;
                assertTrue(sent < granted + frames * 1_000);
            }
        }
    }

    @Test
    void higherPrioritiesHaveTheFirstClaim() {
        TokenAllocation tokens = new TokenAllocation(Allocation.WORK_CONSERVING, SLOT, 2);
        tokens.renew(3_000, new long[] {9_000, 9_000}, new long[2]);
        assertFalse(tokens.maySend(1, new long[] {5_000, 5_000}));
        assertTrue(tokens.maySend(1, new long[] {2_000, 5_000}), "1,000 B nobody claims");
        assertTrue(tokens.maySend(0, new long[] {5_000, 5_000}));
        tokens.onSend(0, 3_000);
        assertFalse(tokens.maySend(0, new long[] {2_000, 5_000}));
    }

    /** Algorithm 3 with c_max = c_1 = c_2 = T: what is left for 2 is T - q_1. */
    @Test
    void aWholeSlotThatAHigherPriorityClaimsIsNotSentByALowerOne() {
        TokenAllocation tokens = new TokenAllocation(Allocation.WORK_CONSERVING, SLOT, 2);
        tokens.renew(SLOT, new long[] {SLOT, SLOT}, new long[2]);
        assertFalse(tokens.maySend(1, new long[] {SLOT, 5_000}));
        assertTrue(tokens.maySend(1, new long[] {SLOT - 1_000, 5_000}));
        assertTrue(tokens.maySend(0, new long[] {SLOT, 5_000}));
    }

    @Test
    void aClaimIsNoMoreThanTheTokensOfThePriority() {
        TokenAllocation tokens = new TokenAllocation(Allocation.WORK_CONSERVING, SLOT, 2);
        tokens.renew(3_000, new long[] {1_000, 9_000}, new long[2]);
        assertTrue(tokens.maySend(1, new long[] {50_000, 5_000}));
    }

    @Test
    void aPacketThatComesAfterTheFrameGoesOnlyWorkConserving() {
        for (Allocation allocation : Allocation.values()) {
            TokenAllocation tokens = new TokenAllocation(allocation, SLOT, 1);
            tokens.renew(SLOT, new long[] {SLOT}, new long[] {0});
            assertEquals(
                    allocation == Allocation.WORK_CONSERVING,
                    tokens.maySend(0, new long[] {1_000}));
        }
    }

    @Test
    void aWholeSlotIsNoLimitAndUnusedTokensLapse() {
        TokenAllocation tokens = new TokenAllocation(Allocation.WORK_CONSERVING, SLOT, 1);
        tokens.renew(SLOT, new long[] {SLOT}, new long[1]);
        tokens.onSend(0, 3 * SLOT);
        assertTrue(tokens.maySend(0, new long[1]));
        tokens.renew(4_000, new long[] {SLOT}, new long[1]);
        tokens.onSend(0, 4_000);
        assertFalse(tokens.maySend(0, new long[1]));
        tokens.close();
        tokens.renew(0, new long[] {SLOT}, new long[1]);
        assertFalse(tokens.maySend(0, new long[1]));
    }

    @Property(tries = 200)
    void prioritiesTokensAddUpToAllSlotsButOne(
            @ForAll long seed, @ForAll @IntRange(min = 2, max = 8) int priorities) {
        SplittableRandom random = new SplittableRandom(seed);
        long left = SLOT;
        long sum = 0;
        for (int i = 0; i < priorities; i++) {
            // Queues grow by a slot in all at most, since no more comes in.
            long growth = random.nextBoolean() ? random.nextLong(left + 1) : -random.nextLong(SLOT);
            left -= Math.max(0, growth);
            sum += BifrostX.priorityTokens(SLOT, growth);
        }
        assertTrue(sum >= (priorities - 1) * SLOT);
    }
}
