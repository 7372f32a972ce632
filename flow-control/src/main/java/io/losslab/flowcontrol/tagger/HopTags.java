package io.losslab.flowcontrol.tagger;

import io.losslab.flowcontrol.setting.Settings;

/**
 * Which priorities stand for hop tags: tag t is the first priority plus t.
 *
 * @param firstPriority of packets that no host has relayed yet, 0..7
 * @param tags how many, 1..8; the last stands for all further hops
 */
public record HopTags(int firstPriority, int tags) {
    private static final int PRIORITIES = 8;

    public HopTags {
        if (firstPriority < 0 || firstPriority >= PRIORITIES) {
            throw new IllegalArgumentException("firstPriority must be 0..7: " + firstPriority);
        }
        if (tags < 1 || firstPriority + tags > PRIORITIES) {
            throw new IllegalArgumentException(
                    "tags must be 1.." + (PRIORITIES - firstPriority) + ": " + tags);
        }
    }

    /**
     * Reads resolved settings.
     *
     * @throws IllegalArgumentException where a value is missing or out of range
     */
    public static HopTags of(Settings settings) {
        return new HopTags(settings.integer("firstPriority"), settings.integer("tags"));
    }

    /** Priorities under PFC, bit i = priority i. */
    public int priorities() {
        return (1 << tags) - 1 << firstPriority;
    }

    /** Priority of a packet behind a relaying host; others than the tags' stay as they are. */
    public int afterRelay(int priority) {
        boolean tagged = (priorities() >> priority & 1) != 0;
        return tagged && priority < firstPriority + tags - 1 ? priority + 1 : priority;
    }
}
