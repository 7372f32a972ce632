package io.losslab.softswitch.fabric.engine;

import io.losslab.api.topology.Link;
import io.losslab.api.topology.Topology;
import java.util.Arrays;

/**
 * The fabric's agenda: a hierarchical timing wheel of three levels over {@link Records} (Varghese
 * and Lauck, SOSP 1987, scheme 7).
 *
 * <p>Records come out in order of time, at equal times by {@link Records#rank}, and at equal ranks
 * in the order they were put in; so a run does not depend on the bucket width, nor on which of two
 * devices acted first. Level 0 has 65,536 buckets of 2^shift picoseconds and covers one window;
 * later windows wait in level 1 (4,096 windows) and level 2 (4,096 times those), what is later
 * still in a list. Putting in and taking out are O(1) but for the sort inside a bucket, which holds
 * a few records at a well chosen width. Not thread safe.
 */
public final class TimingWheel {
    private static final int TYPICAL_FRAME_BYTES = 1_500;
    private static final int NEAR_BITS = 16;
    private static final int FAR_BITS = 12;
    private static final int NEAR = 1 << NEAR_BITS;
    private static final int FAR = 1 << FAR_BITS;

    /** To begin with; for what is under way on some hundred kilometres of a fast link. */
    private static final int CHUNKS = 1 << 14;

    /*
     * An entry: picoseconds since its bucket's start (15 bits), rank (21), record (28). Its upper 36
     * bits are its place in the order that entries of one bucket come out in.
     */
    private static final int MAX_SHIFT = 15;
    private static final int RECORD_BITS = 28;
    private static final int RECORD = (1 << RECORD_BITS) - 1;
    private static final int OFFSET_AT = RECORD_BITS + Records.RANK_BITS;

    private final Records records;
    private final int shift;
    private final long bucketMask;

    /** By bucket of level 0: its newest chunk, 0 for none. */
    private final int[] near = new int[NEAR];

    /*
     * A chunk is one cache line of eight longs: word 0 holds the older chunk of the bucket (high
     * 32) and how many entries are in use (low 32); words 1 to 7 are entries in order of arrival.
     * So a bucket is read without touching its records one after the other. Entries of the far
     * levels are records alone, whose times stand in the records.
     */
    private long[] chunks = new long[8 * CHUNKS];
    private int freeChunk;
    private int usedChunks = 1;

    private final long[] nearMap = new long[NEAR >> 6];
    private final long[] nearSummary = new long[NEAR >> 12];
    private final int[] far = new int[FAR];
    private final long[] farMap = new long[FAR >> 6];
    private final int[] farther = new int[FAR];
    private final long[] fartherMap = new long[FAR >> 6];

    /** One bucket for what lies beyond level 2, and the least era of it. */
    private final int[] beyond = new int[1];

    private long beyondEra = Long.MAX_VALUE;

    /**
     * Number of the window level 0 covers, of the epoch (4,096 windows) level 1 covers, and of the
     * era (4,096 epochs) level 2 covers.
     */
    private long window;

    private long epoch;
    private long era;

    /** Bucket of level 0 that was taken out last; -1 before the first of the window. */
    private int current = -1;

    private final EntrySort sort = new EntrySort(RECORD_BITS);

    /** Entries of that bucket, in order; where it starts, in picoseconds. */
    private long[] due = new long[64];

    private long dueStart;
    private int duePosition;

    /** Keeps the compiler from dropping the loads of {@link #collect}. */
    long prefetched;

    private int dueCount;

    /**
     * Makes an empty wheel at time zero.
     *
     * @param shift bucket width of level 0 as a power of two of picoseconds, 6..15
     */
    public TimingWheel(Records records, int shift) {
        if (shift < 6 || shift > MAX_SHIFT) {
            throw new IllegalArgumentException("shift must be 6..15: " + shift);
        }
        this.records = records;
        this.shift = shift;
        this.bucketMask = (1L << shift) - 1;
    }

    /** Bucket width for a few events a bucket: the more lines, the narrower. */
    public static int shiftFor(Topology topology) {
        double bitsPerPico = 0;
        for (Link link : topology.links()) {
            bitsPerPico += 2 * link.rate().bitsPerSecond() / 1e12;
        }
        double picosPerFrame = 8 * TYPICAL_FRAME_BYTES / bitsPerPico;
        int shift = (int) Math.round(Math.log(4 * picosPerFrame) / Math.log(2));
        return Math.max(8, Math.min(MAX_SHIFT, shift));
    }

    /**
     * Puts a record in, with what its rank depends on; {@code timePicos} must not lie before the
     * last one taken out.
     */
    public void put(int id, long timePicos) {
        long slot = (timePicos >>> shift) - (window << NEAR_BITS);
        if (slot > current && slot < NEAR) {
            putNear((int) slot, entry(id, timePicos));
        } else {
            putElsewhere(id, timePicos);
        }
    }

    private long entry(int id, long timePicos) {
        long offset = timePicos & bucketMask;
        return offset << OFFSET_AT | records.rank(id, timePicos) << RECORD_BITS | id;
    }

    /** The rare ways in, kept out of {@link #put} so that its callers can inline that. */
    private void putElsewhere(int id, long timePicos) {
        long toWindow = timePicos >>> shift + NEAR_BITS;
        if (toWindow == window) {
            putDue(entry(id, timePicos));
        } else {
            records.words[id << 2 | Records.TIME] = timePicos;
            putFar(id, toWindow);
        }
    }

    /** When the record taken out last is due. */
    public long lastPicos() {
        return duePicos(duePosition - 1);
    }

    /** Takes out the next record that is due by {@code limitPicos}; 0 if there is none. */
    public int poll(long limitPicos) {
        while (true) {
            if (duePosition < dueCount) {
                if (duePicos(duePosition) > limitPicos) {
                    return 0;
                }
                return (int) due[duePosition++] & RECORD;
            }
            if (!advance(limitPicos)) {
                return 0;
            }
        }
    }

    /**
     * A time before which nothing is due: that of the next record, or the start of the window it
     * waits in where that is not the present one; {@link Long#MAX_VALUE} where the wheel is empty.
     */
    public long nothingBefore() {
        if (duePosition < dueCount) {
            return duePicos(duePosition);
        }
        int slot = nextNear(current + 1);
        if (slot >= 0) {
            return ((window << NEAR_BITS | slot) << shift) + leastOffset(near[slot]);
        }
        int next = nextFar(farMap, (int) (window - (epoch << FAR_BITS)) + 1);
        if (next >= 0) {
            return (epoch << FAR_BITS | next) << NEAR_BITS + shift;
        }
        int nextEpoch = nextFar(fartherMap, (int) (epoch - (era << FAR_BITS)) + 1);
        if (nextEpoch >= 0) {
            return startOfEpoch(era << FAR_BITS | nextEpoch);
        }
        return beyond[0] == 0 ? Long.MAX_VALUE : startOfEpoch(beyondEra << FAR_BITS);
    }

    private long startOfEpoch(long number) {
        return number << FAR_BITS + NEAR_BITS + shift;
    }

    private long duePicos(int position) {
        return dueStart + (due[position] >>> OFFSET_AT);
    }

    /** Picoseconds from a bucket's start to its first entry. */
    private long leastOffset(int newestChunk) {
        long least = Long.MAX_VALUE;
        for (int chunk = newestChunk; chunk != 0; chunk = (int) (chunks[chunk << 3] >>> 32)) {
            for (int i = (int) chunks[chunk << 3]; i > 0; i--) {
                least = Math.min(least, chunks[(chunk << 3) + i] >>> OFFSET_AT);
            }
        }
        return least;
    }

    private boolean advance(long limitPicos) {
        int slot = nextNear(current + 1);
        if (slot >= 0) {
            if ((window << NEAR_BITS | slot) << shift > limitPicos) {
                return false;
            }
            collect(slot);
            return true;
        }
        int next = nextFar(farMap, (int) (window - (epoch << FAR_BITS)) + 1);
        if (next >= 0) {
            long nextWindow = epoch << FAR_BITS | next;
            if (nextWindow << NEAR_BITS + shift > limitPicos) {
                return false;
            }
            window = nextWindow;
            current = -1;
            spill(far, farMap, next);
            return true;
        }
        int nextEpoch = nextFar(fartherMap, (int) (epoch - (era << FAR_BITS)) + 1);
        if (nextEpoch >= 0) {
            if (startOfEpoch(era << FAR_BITS | nextEpoch) > limitPicos) {
                return false;
            }
            enterEpoch(era << FAR_BITS | nextEpoch);
            spill(farther, fartherMap, nextEpoch);
            return true;
        }
        if (beyond[0] == 0 || startOfEpoch(beyondEra << FAR_BITS) > limitPicos) {
            return false;
        }
        enterBeyond();
        return true;
    }

    /** Stands just before the epoch's first window, so that its records go to level 1. */
    private void enterEpoch(long number) {
        epoch = number;
        window = (number << FAR_BITS) - 1;
        current = NEAR;
    }

    /** Stands just before the next era, and takes its records to level 2. */
    private void enterBeyond() {
        era = beyondEra;
        enterEpoch((era << FAR_BITS) - 1);
        int newest = beyond[0];
        beyond[0] = 0;
        beyondEra = Long.MAX_VALUE;
        putAgain(newest);
    }

    private void putNear(int slot, long entry) {
        if (near[slot] == 0) {
            nearMap[slot >> 6] |= 1L << slot;
            nearSummary[slot >> 12] |= 1L << (slot >> 6);
        }
        append(near, slot, entry);
    }

    private void append(int[] buckets, int slot, long entry) {
        int chunk = buckets[slot];
        if (chunk != 0) {
            int used = (int) chunks[chunk << 3];
            if (used < 7) {
                chunks[chunk << 3]++;
                chunks[(chunk << 3) + used + 1] = entry;
                return;
            }
        }
        appendNewChunk(buckets, slot, entry);
    }

    private void appendNewChunk(int[] buckets, int slot, long entry) {
        int fresh = takeChunk();
        chunks[fresh << 3] = (long) buckets[slot] << 32 | 1;
        chunks[(fresh << 3) + 1] = entry;
        buckets[slot] = fresh;
    }

    /** Moves a bucket's entries into {@code due}, sorted by time, rank and order of arrival. */
    private void collect(int slot) {
        current = slot;
        int newest = near[slot];
        near[slot] = 0;
        nearMap[slot >> 6] &= ~(1L << slot);
        if (nearMap[slot >> 6] == 0) {
            nearSummary[slot >> 12] &= ~(1L << (slot >> 6));
        }
        int count = 0;
        for (int chunk = newest; chunk != 0; chunk = (int) (chunks[chunk << 3] >>> 32)) {
            count += (int) chunks[chunk << 3];
        }
        if (count > due.length) {
            due = new long[Math.max(count, 2 * due.length)];
        }
        long[] entries = due;
        long[] words = records.words;
        int at = count;
        long touched = 0;
        int chunk = newest;
        while (chunk != 0) {
            int base = chunk << 3;
            for (int i = (int) chunks[base]; i > 0; i--) {
                long entry = chunks[base + i];
                // Ask for the record now: these loads overlap, those of the dispatch would not.
                touched ^= words[((int) entry & RECORD) << 2 | Records.LINK];
                entries[--at] = entry;
            }
            int older = (int) (chunks[base] >>> 32);
            releaseChunk(chunk);
            chunk = older;
        }
        prefetched = touched;
        due = sort.sorted(entries, count);
        dueStart = (window << NEAR_BITS | slot) << shift;
        duePosition = 0;
        dueCount = count;
    }

    private int takeChunk() {
        int chunk = freeChunk;
        if (chunk != 0) {
            freeChunk = (int) chunks[chunk << 3];
            return chunk;
        }
        if (usedChunks << 3 == chunks.length) {
            chunks = Arrays.copyOf(chunks, 2 * chunks.length);
        }
        return usedChunks++;
    }

    private void releaseChunk(int chunk) {
        chunks[chunk << 3] = freeChunk;
        freeChunk = chunk;
    }

    private void putDue(long entry) {
        if (duePosition > 0 && duePosition == dueCount) {
            duePosition = 0;
            dueCount = 0;
        }
        if (dueCount == due.length) {
            due = Arrays.copyOf(due, 2 * due.length);
        }
        int at = dueCount++;
        while (at > duePosition && due[at - 1] >>> RECORD_BITS > entry >>> RECORD_BITS) {
            due[at] = due[at - 1];
            at--;
        }
        due[at] = entry;
    }

    private void putFar(int id, long toWindow) {
        if (toWindow >>> FAR_BITS == epoch) {
            push(far, farMap, (int) toWindow & FAR - 1, id);
            return;
        }
        long toEpoch = toWindow >>> FAR_BITS;
        long toEra = toEpoch >>> FAR_BITS;
        if (toEra == era) {
            push(farther, fartherMap, (int) toEpoch & FAR - 1, id);
            return;
        }
        beyondEra = Math.min(beyondEra, toEra);
        append(beyond, 0, id);
    }

    private void push(int[] buckets, long[] map, int slot, int id) {
        map[slot >> 6] |= 1L << slot;
        append(buckets, slot, id);
    }

    private void spill(int[] buckets, long[] map, int slot) {
        int newest = buckets[slot];
        buckets[slot] = 0;
        map[slot >> 6] &= ~(1L << slot);
        putAgain(newest);
    }

    /** Puts a far bucket's records in again, in order of arrival. */
    private void putAgain(int newest) {
        int chunk = oldestFirst(newest);
        while (chunk != 0) {
            int base = chunk << 3;
            int count = (int) chunks[base];
            for (int i = 1; i <= count; i++) {
                int id = (int) chunks[base + i];
                put(id, records.words[id << 2 | Records.TIME]);
            }
            int newer = (int) (chunks[base] >>> 32);
            releaseChunk(chunk);
            chunk = newer;
        }
    }

    /** Turns a bucket's chain of chunks around; returns the oldest. */
    private int oldestFirst(int newest) {
        int turned = 0;
        int chunk = newest;
        while (chunk != 0) {
            long head = chunks[chunk << 3];
            chunks[chunk << 3] = (long) turned << 32 | (int) head;
            turned = chunk;
            chunk = (int) (head >>> 32);
        }
        return turned;
    }

    private int nextNear(int from) {
        if (from >= NEAR) {
            return -1;
        }
        int word = from >> 6;
        long bits = nearMap[word] & -1L << from;
        if (bits != 0) {
            return word << 6 | Long.numberOfTrailingZeros(bits);
        }
        word++;
        if (word >= nearMap.length) {
            return -1;
        }
        int group = word >> 6;
        long words = nearSummary[group] & -1L << word;
        while (words == 0) {
            if (++group == nearSummary.length) {
                return -1;
            }
            words = nearSummary[group];
        }
        word = group << 6 | Long.numberOfTrailingZeros(words);
        return word << 6 | Long.numberOfTrailingZeros(nearMap[word]);
    }

    private static int nextFar(long[] map, int from) {
        int word = from >> 6;
        if (word >= map.length) {
            return -1;
        }
        long bits = map[word] & -1L << from;
        while (bits == 0) {
            if (++word == map.length) {
                return -1;
            }
            bits = map[word];
        }
        return word << 6 | Long.numberOfTrailingZeros(bits);
    }
}
