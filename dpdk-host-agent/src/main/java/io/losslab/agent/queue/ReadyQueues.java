package io.losslab.agent.queue;

/**
 * Which queues of a port have a frame that may go, by strict-priority level, and where the round
 * robin of each level stands.
 */
final class ReadyQueues {
    private static final int WORD_BITS = 64;

    private final int words;

    /** By level and word: bit i stands for queue 64 * word + i. */
    private final long[] ready;

    private final int[] readyAtLevel;
    private final int[] current;
    private final int[] levelOf;

    /** Bit i: some queue of level i is ready. */
    private int readyLevels;

    ReadyQueues(int queues, int levels) {
        words = (queues + WORD_BITS - 1) / WORD_BITS;
        ready = new long[levels * words];
        readyAtLevel = new int[levels];
        current = new int[levels];
        levelOf = new int[queues];
    }

    /** Moves a queue to a level; higher levels go first. */
    void setLevel(int queue, int level) {
        boolean wasReady = isReady(queue);
        set(queue, false);
        levelOf[queue] = level;
        set(queue, wasReady);
    }

    int level(int queue) {
        return levelOf[queue];
    }

    boolean isReady(int queue) {
        return (ready[word(queue)] >>> queue & 1) != 0;
    }

    void set(int queue, boolean now) {
        if (isReady(queue) == now) {
            return;
        }
        ready[word(queue)] ^= 1L << queue;
        int level = levelOf[queue];
        readyAtLevel[level] += now ? 1 : -1;
        if (readyAtLevel[level] == 0) {
            readyLevels &= ~(1 << level);
        } else {
            readyLevels |= 1 << level;
        }
    }

    /** Highest level with a ready queue; -1 if there is none. */
    int highestLevel() {
        return 31 - Integer.numberOfLeadingZeros(readyLevels);
    }

    /** Queue whose turn it is at a level; it may have nothing ready, or have moved to another. */
    int current(int level) {
        return current[level];
    }

    /** Passes the turn at a level that has a ready queue to the next of them, and tells which. */
    int advance(int level) {
        int queue = current[level] + 1;
        int next = nextReady(level, queue);
        if (next < 0) {
            next = nextReady(level, 0);
        }
        current[level] = next;
        return next;
    }

    private int nextReady(int level, int from) {
        int word = from / WORD_BITS;
        long mask = -1L << from;
        while (word < words) {
            long bits = ready[level * words + word] & mask;
            if (bits != 0) {
                return word * WORD_BITS + Long.numberOfTrailingZeros(bits);
            }
            word++;
            mask = -1L;
        }
        return -1;
    }

    private int word(int queue) {
        return levelOf[queue] * words + queue / WORD_BITS;
    }
}
