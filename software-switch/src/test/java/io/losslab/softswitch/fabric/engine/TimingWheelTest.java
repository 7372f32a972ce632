package io.losslab.softswitch.fabric.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** The wheel against a priority queue that knows ranks and the order of arrival. */
class TimingWheelTest {
    private static final long BUCKETS = 1L << 16;
    private static final long WINDOWS = 1L << 12;

    private record Due(long picos, long rank, long order, int id) {}

    private static final Comparator<Due> BY_TIME_RANK_AND_ORDER =
            Comparator.comparingLong(Due::picos)
                    .thenComparingLong(Due::rank)
                    .thenComparingLong(Due::order);

    /** Exact within the present window, and never after the next record. */
    private static void assertNothingIsDueBefore(long picos, long now, int shift, Due next) {
        if (next == null) {
            assertEquals(Long.MAX_VALUE, picos);
            return;
        }
        assertTrue(picos <= next.picos(), picos + " lies after " + next.picos());
        int windowBits = shift + 16;
        if (now >>> windowBits == 0 && next.picos() >>> windowBits == 0) {
            assertEquals(next.picos(), picos);
        }
    }

    @Property(tries = 300)
    void comesOutAsFromAPriorityQueue(
            @ForAll long seed,
            @ForAll @IntRange(min = 6, max = 15) int shift,
            @ForAll @IntRange(min = 1, max = 600) int steps) {
        SplittableRandom random = new SplittableRandom(seed);
        Records records = new Records(16);
        TimingWheel wheel = new TimingWheel(records, shift);
        PriorityQueue<Due> model = new PriorityQueue<>(BY_TIME_RANK_AND_ORDER);
        List<Long> recent = new ArrayList<>();
        long now = 0;
        long order = 0;
        for (int step = 0; step < steps; step++) {
            for (int puts = random.nextInt(4); puts > 0; puts--) {
                long at = nextTime(random, now, shift, recent);
                int id = records.allocate();
                long rank = drawRank(random, records, id, at);
                wheel.put(id, at);
                model.add(new Due(at, rank, order++, id));
                recent.add(at);
            }
            assertNothingIsDueBefore(wheel.nothingBefore(), now, shift, model.peek());
            long limit = now + distance(random, shift);
            for (int polls = random.nextInt(5); polls > 0; polls--) {
                Due expected = model.peek();
                int id = wheel.poll(limit);
                if (expected == null || expected.picos() > limit) {
                    assertEquals(0, id, "nothing is due");
                    now = limit;
                    break;
                }
                model.remove();
                assertEquals(expected.id(), id);
                assertEquals(expected.picos(), wheel.lastPicos());
                now = expected.picos();
                records.release(id);
            }
        }
        while (!model.isEmpty()) {
            Due expected = model.remove();
            assertEquals(expected.id(), wheel.poll(Long.MAX_VALUE));
            assertEquals(expected.picos(), wheel.lastPicos());
        }
        assertEquals(0, wheel.poll(Long.MAX_VALUE));
    }

    /** Whatever is put in while the bucket it belongs to is being taken out. */
    @Property(tries = 200)
    void takesRecordsForTheBucketThatIsBeingTakenOut(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Records records = new Records(16);
        TimingWheel wheel = new TimingWheel(records, 10);
        PriorityQueue<Due> model = new PriorityQueue<>(BY_TIME_RANK_AND_ORDER);
        long order = 0;
        // Few are sorted in another way than many.
        for (int i = random.nextInt(2, 200); i > 0; i--) {
            long at = random.nextInt(1 << 10);
            int id = records.allocate();
            long rank = drawRank(random, records, id, at);
            wheel.put(id, at);
            model.add(new Due(at, rank, order++, id));
        }
        for (int i = 0; i < 600 && !model.isEmpty(); i++) {
            Due expected = model.remove();
            assertEquals(expected.id(), wheel.poll(1 << 20));
            assertEquals(expected.picos(), wheel.lastPicos());
            if (random.nextInt(4) > 0) {
                long at = expected.picos() + random.nextLong(3) * random.nextLong(200);
                long rank = drawRank(random, records, expected.id(), at);
                wheel.put(expected.id(), at);
                model.add(new Due(at, rank, order++, expected.id()));
            }
        }
    }

    @Test
    void tiesComeOutInTheOrderTheyWerePutInFromEveryLevel() {
        int shift = 6;
        Records records = new Records(16);
        TimingWheel wheel = new TimingWheel(records, shift);
        long far = 3 * (BUCKETS << shift) * WINDOWS + 5 * (BUCKETS << shift) + 17;
        List<Integer> expected = new ArrayList<>();
        putMany(records, wheel, far, expected); // two levels up
        int stepping = put(records, wheel, far - 2 * (BUCKETS << shift));
        assertEquals(stepping, wheel.poll(far - 1));
        putMany(records, wheel, far, expected); // one level up
        int near = put(records, wheel, far - 17);
        assertEquals(near, wheel.poll(far - 1));
        putMany(records, wheel, far, expected); // in the window
        List<Integer> taken = new ArrayList<>();
        for (int id = wheel.poll(far); id != 0; id = wheel.poll(far)) {
            taken.add(id);
        }
        assertEquals(expected, taken);
    }

    private static void putMany(Records records, TimingWheel wheel, long at, List<Integer> ids) {
        for (int i = 0; i < 20; i++) {
            ids.add(put(records, wheel, at));
        }
    }

    /** As two devices that act at the same time put in what concerns one port each. */
    @Property(tries = 100)
    void theOrderInWhichDevicesActMakesNoDifference(@ForAll long seed) {
        assertEquals(portsTakenOut(seed, false), portsTakenOut(seed, true));
    }

    private static List<Integer> portsTakenOut(long seed, boolean secondFirst) {
        SplittableRandom random = new SplittableRandom(seed);
        Records records = new Records(16);
        TimingWheel wheel = new TimingWheel(records, 10);
        for (int i = 0; i < 50; i++) {
            long at = random.nextLong(20) << random.nextInt(30);
            for (int port : secondFirst ? new int[] {2, 1} : new int[] {1, 2}) {
                int id = records.allocate();
                records.setPort(id, port);
                records.setBody(id, i, 0, 0, EventKind.DATA, 64);
                wheel.put(id, at);
            }
        }
        List<Integer> taken = new ArrayList<>();
        for (int id = wheel.poll(Long.MAX_VALUE); id != 0; id = wheel.poll(Long.MAX_VALUE)) {
            taken.add(records.sequence(id) << 2 | records.port(id));
        }
        return taken;
    }

    @Test
    void nothingIsTakenOutBeforeItsTime() {
        Records records = new Records(16);
        TimingWheel wheel = new TimingWheel(records, 10);
        long[] times = {5, 1_000, BUCKETS << 10, (BUCKETS << 10) * WINDOWS + 3};
        for (long time : times) {
            int id = put(records, wheel, time);
            assertEquals(0, wheel.poll(time - 1));
            assertEquals(id, wheel.poll(time));
            assertEquals(time, wheel.lastPicos());
        }
    }

    @Test
    void whatLiesBeyondItsLevelsComesOutInOrder() {
        int shift = 6;
        Records records = new Records(16);
        TimingWheel wheel = new TimingWheel(records, shift);
        long era = (BUCKETS << shift) * WINDOWS * WINDOWS;
        List<Integer> expected = new ArrayList<>();
        putMany(records, wheel, 3 * era + 5, expected);
        int last = put(records, wheel, era - 1);
        int first = put(records, wheel, era);
        assertEquals(last, wheel.poll(Long.MAX_VALUE));
        assertEquals(era, wheel.nothingBefore());
        assertEquals(0, wheel.poll(era - 1));
        assertEquals(first, wheel.poll(Long.MAX_VALUE));
        assertEquals(3 * era, wheel.nothingBefore());
        assertEquals(0, wheel.poll(3 * era));
        putMany(records, wheel, 3 * era + 5, expected);
        List<Integer> taken = new ArrayList<>();
        for (int id = wheel.poll(4 * era); id != 0; id = wheel.poll(4 * era)) {
            taken.add(id);
        }
        assertEquals(expected, taken);
        assertEquals(Long.MAX_VALUE, wheel.nothingBefore());
    }

    /** Makes a record an arrival at one of three ports, or an event of a device's own. */
    private static long drawRank(SplittableRandom random, Records records, int id, long at) {
        int port = random.nextInt(4);
        int kind = port == 0 ? EventKind.SCHEME_TIMER : EventKind.DATA;
        records.setPort(id, port);
        records.setBody(id, 0, 0, 0, kind, 64);
        return records.rank(id, at);
    }

    private static int put(Records records, TimingWheel wheel, long picos) {
        int id = records.allocate();
        wheel.put(id, picos);
        return id;
    }

    private static long nextTime(SplittableRandom random, long now, int shift, List<Long> recent) {
        if (!recent.isEmpty() && random.nextInt(4) == 0) {
            long again = recent.get(random.nextInt(recent.size()));
            if (again >= now) {
                return again;
            }
        }
        return now + distance(random, shift);
    }

    /** From nothing to some eras, every order of magnitude alike. */
    private static long distance(SplittableRandom random, int shift) {
        return random.nextLong(1L << random.nextInt(shift + 16 + 12 + 12 + 3));
    }

    @Test
    void ofTwoPortsNeitherIsPreferredOverTime() {
        Records records = new Records(16);
        int one = records.allocate();
        int other = records.allocate();
        records.setBody(one, 0, 0, 0, EventKind.DATA, 64);
        records.setBody(other, 0, 0, 0, EventKind.ACK, 64);
        for (int port : new int[] {2, 3, 5, 64, 1_000}) {
            records.setPort(one, 1);
            records.setPort(other, port);
            int first = 0;
            for (long picos = 0; picos < 10_000 * 83_200L; picos += 83_200) {
                assertNotEquals(records.rank(one, picos), records.rank(other, picos));
                first += records.rank(one, picos) < records.rank(other, picos) ? 1 : 0;
            }
            assertEquals(5_000, first, 500, "before port " + port);
        }
    }
}
