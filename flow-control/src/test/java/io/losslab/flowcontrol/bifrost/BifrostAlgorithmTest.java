package io.losslab.flowcontrol.bifrost;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.bifrost.BifrostSettings.Leak;
import io.losslab.flowcontrol.bifrost.BifrostSettings.VirtualIncoming;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BifrostAlgorithmTest {
    /** How the drain of an egress goes: on for so long, off for so long, or at random. */
    record Drain(boolean random, int onSlots, int offSlots, long seed) {
        long[] slots(int count, long slotBytes) {
            SplittableRandom source = new SplittableRandom(seed);
            long[] drain = new long[count];
            for (int slot = 0; slot < count; slot++) {
                boolean on = slot % (onSlots + offSlots) < onSlots;
                drain[slot] = random ? source.nextLong(slotBytes + 1) : on ? slotBytes : 0;
            }
            return drain;
        }
    }

    @Provide
    Arbitrary<Drain> drains() {
        return Combinators.combine(
                        Arbitraries.of(true, false),
                        Arbitraries.integers().between(1, 80),
                        Arbitraries.integers().between(0, 80),
                        Arbitraries.longs())
                .as(Drain::new);
    }

    /** RsT 10, D 2 slots, H = Delta + 2 RsT, drain 10 but 0 in slots 3 to 9; worked out by hand. */
    @Test
    void grantsWhatTheWorkedExampleGrants() {
        long[][] expected = {
            // slot, r, L, c, F
            {1, 10, 0, 10, 50},
            {2, 10, 0, 10, 50},
            {3, 10, 10, 0, 40},
            {4, 10, 20, 0, 30},
            {5, 10, 30, 0, 20},
            {6, 10, 40, 0, 10},
            {7, 10, 50, 0, 0},
            {8, 0, 50, 10, 10},
            {9, 0, 50, 0, 10},
            {10, 0, 40, 10, 20},
            {11, 0, 30, 10, 30},
            {12, 0, 20, 10, 40},
            {13, 10, 20, 0, 30},
            {14, 0, 10, 10, 40},
            {15, 10, 10, 10, 40},
        };
        SlotModel model = new SlotModel(10, 2, 0, 1, Leak.DEBT, VirtualIncoming.COUNTER);
        for (long[] row : expected) {
            long slot = row[0];
            model.slot(slot >= 3 && slot <= 9 ? 0 : 10);
            assertEquals(
                    List.of(row[1], row[2], row[3], row[4]),
                    List.of(
                            model.received,
                            model.queueBytes,
                            model.algorithm.grantedBytes(),
                            model.algorithm.virtualIncomingBytes()),
                    "slot " + slot);
            assertEquals(10 - row[3], model.pauseBytes);
        }
    }

    @Property(tries = 300)
    void theorem1HoldsInEverySlotAndNoEgressByteIsIdle(
            @ForAll("drains") Drain drain,
            @ForAll @IntRange(min = 1, max = 40) int delaySlots,
            @ForAll @IntRange(min = 1, max = 100_000) int slotBytes,
            @ForAll @IntRange(min = 0, max = 3) int spareSlots,
            @ForAll VirtualIncoming virtualIncoming,
            @ForAll Leak leak) {
        SlotModel model =
                new SlotModel(
                        slotBytes,
                        delaySlots,
                        (long) spareSlots * slotBytes / 2,
                        1,
                        leak,
                        virtualIncoming);
        for (long canDrain : drain.slots(600, slotBytes)) {
            model.slot(canDrain);
            assertTheorem1(model);
            assertEquals(canDrain, model.drained, "an egress byte was idle");
            assertEquals(0, model.algorithm.lastLeakBytes());
        }
    }

    /** Less than Delta + 2 RsT starves the egress: the bound of Theorem 1 is no luxury. */
    @Test
    void withOneSlotLessOfBufferTheEgressStarves() {
        SlotModel model = new SlotModel(10, 2, -10, 1, Leak.DEBT, VirtualIncoming.COUNTER);
        long idle = 0;
        for (int slot = 0; slot < 60; slot++) {
            boolean stopped = slot >= 3 && slot < 20;
            model.slot(stopped ? 0 : 10);
            idle += stopped ? 0 : 10 - model.drained;
        }
        assertTrue(idle > 0, "no egress byte was idle");
    }

    @Property(tries = 200)
    void anUpstreamThatIsNotBackloggedNeverOverfills(
            @ForAll("drains") Drain drain,
            @ForAll("drains") Drain offer,
            @ForAll @IntRange(min = 1, max = 30) int delaySlots,
            @ForAll VirtualIncoming virtualIncoming) {
        SlotModel model = new SlotModel(1_000, delaySlots, 0, 1, Leak.DEBT, virtualIncoming);
        long[] offered = offer.slots(600, 1_000);
        long[] drained = drain.slots(600, 1_000);
        for (int slot = 0; slot < 600; slot++) {
            model.slot(drained[slot], offered[slot], 0);
            assertTrue(model.queueBytes <= model.queueBufferBytes, "L is above H");
            assertTrue(model.sumBytes() <= model.queueBufferBytes, "L + F is above H");
            if (virtualIncoming == VirtualIncoming.COUNTER) {
                assertTrue(model.sumBytes() >= model.lowerBytes(), "L + F is below its bound");
            }
        }
    }

    /** Figure 7: the drain stops for long, then comes back. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void theWorstCaseStaysWithinHAndIsAnsweredWithinTwoSlots(int spareSlots) {
        int delaySlots = 40;
        long slotBytes = 125_000;
        SlotModel model =
                new SlotModel(
                        slotBytes,
                        delaySlots,
                        spareSlots * slotBytes,
                        1,
                        Leak.DEBT,
                        VirtualIncoming.COUNTER);
        for (int slot = 0; slot < 200; slot++) {
            model.slot(slotBytes);
            assertEquals(0, model.pauseBytes, "a pause without need");
        }
        int firstPause = 0;
        for (int slot = 1; slot <= 300; slot++) {
            model.slot(0);
            if (firstPause == 0 && model.pauseBytes > 0) {
                firstPause = slot;
            }
            assertTheorem1(model);
        }
        assertTrue(firstPause >= 1 && firstPause <= 2, "first pause after " + firstPause + " T");
        long stopped = model.queueBytes;
        assertTrue(stopped >= model.deltaBytes, "what was in flight has arrived");
        for (int slot = 0; slot < 300; slot++) {
            model.slot(slotBytes);
            assertTheorem1(model);
            assertEquals(slotBytes, model.drained);
        }
    }

    @Property(tries = 200)
    void leaksNeverPassHByMoreThanWasLeaked(
            @ForAll("drains") Drain drain,
            @ForAll @IntRange(min = 1, max = 30) int delaySlots,
            @ForAll("leakPeriods") int leakPeriodSlots,
            @ForAll Leak leak,
            @ForAll VirtualIncoming virtualIncoming,
            @ForAll long seed) {
        SlotModel model =
                new SlotModel(10_000, delaySlots, 0, leakPeriodSlots, leak, virtualIncoming);
        SplittableRandom source = new SplittableRandom(seed);
        for (long canDrain : drain.slots(600, 10_000)) {
            model.slot(canDrain, 10_000, source.nextInt(10) == 0 ? 1_500 : 0);
            assertTrue(
                    model.queueBytes <= model.queueBufferBytes + model.leakedBytes,
                    "L is above H and all that leaked");
        }
    }

    /**
     * Leaked bytes are in L; F is short of them only as far as it was not clamped at zero. So no
     * byte is owed twice, and a leak never starves the egress.
     */
    @Property(tries = 300)
    void theDebtIsWhatVirtualIncomingIsShortOf(
            @ForAll("drains") Drain drain,
            @ForAll @IntRange(min = 1, max = 30) int delaySlots,
            @ForAll("leakPeriods") int leakPeriodSlots,
            @ForAll VirtualIncoming virtualIncoming,
            @ForAll long seed) {
        SlotModel model =
                new SlotModel(10_000, delaySlots, 0, leakPeriodSlots, Leak.DEBT, virtualIncoming);
        SplittableRandom source = new SplittableRandom(seed);
        for (long canDrain : drain.slots(600, 10_000)) {
            model.slot(canDrain, 10_000, source.nextInt(3) == 0 ? 1_500 : 0);
            assertEquals(
                    model.grantsAhead(),
                    model.algorithm.virtualIncomingBytes() + model.algorithm.debtBytes());
            assertEquals(canDrain, model.drained, "an egress byte was idle");
        }
    }

    /** A debt is taken off the grants, byte for byte, and F forgets the leak within 3 RTT. */
    @ParameterizedTest
    @ValueSource(ints = {1, 4, 16})
    void debtIsPaidBackByteForByte(int leakPeriodSlots) {
        int delaySlots = 10;
        SlotModel model =
                new SlotModel(
                        10_000, delaySlots, 0, leakPeriodSlots, Leak.DEBT, VirtualIncoming.COUNTER);
        SplittableRandom source = new SplittableRandom(7);
        long found = 0;
        for (int slot = 0; slot < 400; slot++) {
            model.slot(slot % 80 < 40 ? 0 : 10_000, 10_000, source.nextInt(4) == 0 ? 1_500 : 0);
            found += model.algorithm.lastLeakBytes();
        }
        assertTrue(model.leakedBytes > 10 * 1_500, "the pattern leaks");
        assertEquals(model.leakedBytes, found, "every leaked byte is noticed");
        for (int slot = 0; slot < 3 * (2 * delaySlots + 1) + leakPeriodSlots; slot++) {
            model.slot(10_000);
        }
        assertEquals(0, model.algorithm.debtBytes());
        for (int slot = 0; slot < 200; slot++) {
            model.slot(slot % 80 < 40 ? 0 : 10_000);
            assertTrue(model.sumBytes() <= model.queueBufferBytes, "L + F is above H again");
            assertTrue(model.queueBytes <= model.queueBufferBytes, "L is above H again");
        }
    }

    @Test
    void debtIsTakenOffOnlyEveryKSlots() {
        SlotModel model = new SlotModel(1_000, 2, 0, 4, Leak.DEBT, VirtualIncoming.COUNTER);
        for (int slot = 1; slot <= 7; slot++) {
            model.slot(slot < 3 ? 1_000 : 0);
        }
        // Slot 3 granted nothing for slot 8: what comes then is a leak, and k = 4 lets slot 8 act.
        model.slot(0, 1_000, 300);
        assertEquals(300, model.algorithm.lastLeakBytes());
        assertEquals(0, model.algorithm.debtBytes(), "slot 8 pays at once");
        assertEquals(700 - 300, model.algorithm.grantedBytes());
        model.slot(0, 1_000, 300);
        assertEquals(300, model.algorithm.debtBytes(), "slot 9 has to wait for slot 12");
        model.slot(1_000);
        model.slot(1_000);
        assertEquals(1_000, model.algorithm.grantedBytes());
        assertEquals(300, model.algorithm.debtBytes());
        model.slot(1_000);
        assertEquals(700, model.algorithm.grantedBytes());
        assertEquals(0, model.algorithm.debtBytes());
    }

    /** What the debt is for: the printed repair never bites on clamped grants. */
    @Property(tries = 100)
    void thePapersRepairNeverBitesOnClampedGrants(
            @ForAll("drains") Drain drain, @ForAll long seed) {
        SlotModel paper = new SlotModel(10_000, 10, 0, 1, Leak.PAPER, VirtualIncoming.COUNTER);
        SlotModel never =
                new SlotModel(10_000, 10, 0, 1_000_000, Leak.PAPER, VirtualIncoming.COUNTER);
        SplittableRandom source = new SplittableRandom(seed);
        for (long canDrain : drain.slots(400, 10_000)) {
            long leak = source.nextInt(10) == 0 ? 1_500 : 0;
            paper.slot(canDrain, 10_000, leak);
            never.slot(canDrain, 10_000, leak);
            assertEquals(never.algorithm.grantedBytes(), paper.algorithm.grantedBytes());
            assertEquals(0, paper.algorithm.debtBytes());
        }
    }

    /** Leaks of one frame in a tenth of the paused slots fit the headroom set aside for them. */
    @ParameterizedTest
    @ValueSource(ints = {1, 4, 16})
    void rareLeaksFitTheirHeadroom(int leakPeriodSlots) {
        int delaySlots = 20;
        int frameBytes = 1_500;
        long headroom = (leakPeriodSlots + 2L * delaySlots) * frameBytes;
        SplittableRandom source = new SplittableRandom(3);
        SlotModel model =
                new SlotModel(
                        12_500, delaySlots, 0, leakPeriodSlots, Leak.DEBT, VirtualIncoming.COUNTER);
        for (int slot = 0; slot < 20_000; slot++) {
            long drain = slot % 97 < 50 ? 0 : 12_500;
            model.slot(drain, 12_500, source.nextInt(10) == 0 ? frameBytes : 0);
            assertTrue(
                    model.queueBytes <= model.queueBufferBytes + headroom,
                    "L %,d is above H and headroom".formatted(model.queueBytes));
        }
    }

    @Property(tries = 100)
    void historyIsTheSumOfTheGrantsStillToArrive(
            @ForAll("drains") Drain drain, @ForAll("drains") Drain offer) {
        SlotModel model = new SlotModel(1_000, 8, 0, 1, Leak.DEBT, VirtualIncoming.HISTORY);
        long[] offered = offer.slots(300, 1_000);
        long[] drained = drain.slots(300, 1_000);
        for (int slot = 0; slot < 300; slot++) {
            model.slot(drained[slot], offered[slot], 0);
            assertEquals(model.grantsAhead(), model.algorithm.virtualIncomingBytes());
        }
    }

    @Test
    void arrivalsWithinTheToleranceAreNoLeak() {
        BifrostAlgorithm algorithm =
                new BifrostAlgorithm(
                        10_000,
                        40_000,
                        60_000,
                        4,
                        0,
                        1,
                        Leak.DEBT,
                        VirtualIncoming.COUNTER,
                        1_500,
                        1);
        // Whole frames: a slot has one more, the next one less.
        for (int pair = 0; pair < 20; pair++) {
            algorithm.onSlot(0, 10_700);
            assertEquals(0, algorithm.lastLeakBytes());
            algorithm.onSlot(0, 9_300);
            assertEquals(0, algorithm.lastLeakBytes());
        }
        algorithm.onSlot(0, 12_000);
        assertEquals(500, algorithm.lastLeakBytes());
    }

    @Test
    void aPauseIsRoundedUpToQuantaAndTheGrantDownWithIt() {
        BifrostSettings settings =
                BifrostSettings.of(
                        new LinkProfile(100_000_000_000L, 400_000, 4174), 1 << 3, 10_000);
        BifrostAlgorithm algorithm = new BifrostAlgorithm(settings);
        // H - F = 250,000 B; L leaves 100,000 B of them to grant.
        int quanta = algorithm.onSlot(150_000, 125_000);
        assertEquals(391, quanta, "25,000 B are 390.6 quanta");
        assertEquals(125_000 - 391 * 64, algorithm.grantedBytes());
        assertEquals(
                10_125_000 - 125_000 + 100_000 - (391 * 64 - 25_000),
                algorithm.virtualIncomingBytes());
        assertEquals(1_954, algorithm.onSlot(10_000_000, 125_000), "a whole slot");
        assertEquals(0, algorithm.grantedBytes());
    }

    @Provide
    Arbitrary<Integer> leakPeriods() {
        return Arbitraries.of(1, 4, 16);
    }

    private static void assertTheorem1(SlotModel model) {
        long virtualIncoming = model.algorithm.virtualIncomingBytes();
        assertTrue(
                model.sumBytes() >= model.lowerBytes(), () -> describe(model, "below the bound"));
        assertTrue(
                model.sumBytes() <= model.queueBufferBytes,
                () -> describe(model, "above the bound"));
        assertTrue(
                model.queueBytes >= 0 && model.queueBytes <= model.queueBufferBytes,
                () -> describe(model, "L out of bounds"));
        assertTrue(
                virtualIncoming >= 0 && virtualIncoming <= model.lowerBytes(),
                () -> describe(model, "F out of bounds"));
        assertTrue(
                model.pauseBytes >= 0 && model.pauseBytes <= model.slotBytes,
                () -> describe(model, "p out of bounds"));
    }

    private static String describe(SlotModel model, String what) {
        return "%s: L %d, F %d, H %d"
                .formatted(
                        what,
                        model.queueBytes,
                        model.algorithm.virtualIncomingBytes(),
                        model.queueBufferBytes);
    }
}
