package io.losslab.flowcontrol.tagger;

import io.losslab.flowcontrol.setting.PriorityMask;
import io.losslab.flowcontrol.setting.Settings;

/**
 * Which priorities stand for hop tags: tag t is the first priority plus t.
 *
 * @param firstPriority that packets leave their source with, 0..7
 * @param tags how many, 1..8; the last stands for all further hops
 * @param cutover which devices raise a packet's tag
 */
public record HopTags(int firstPriority, int tags, Cutover cutover) {
    /** Which devices raise the tag of the packets that they forward. */
    public enum Cutover {
        /** Switches and relaying hosts: a queue for each hop. */
        EVERY_HOP,
        /** Relaying hosts only, where a path turns. */
        RELAY
    }

    public HopTags {
        if (firstPriority < 0 || firstPriority >= PriorityMask.COUNT) {
            throw new IllegalArgumentException("firstPriority must be 0..7: " + firstPriority);
        }
        if (tags < 1 || firstPriority + tags > PriorityMask.COUNT) {
            throw new IllegalArgumentException(
                    "tags must be 1.." + (PriorityMask.COUNT - firstPriority) + ": " + tags);
        }
    }

    /**
     * Reads resolved settings.
     *
     * @throws IllegalArgumentException where a value is missing or out of range
     */
    public static HopTags of(Settings settings) {
        return new HopTags(
                settings.integer("firstPriority"),
                settings.integer("tags"),
                settings.choice("cutover", Cutover.class));
    }

    /** Priorities under PFC, bit i = priority i. */
    public int priorities() {
        return (1 << tags) - 1 << firstPriority;
    }

    /** Priority of a packet behind a cutover; others than the tags' stay as they are. */
    public int next(int priority) {
        boolean tagged = (priorities() >> priority & 1) != 0;
        return tagged && priority < firstPriority + tags - 1 ? priority + 1 : priority;
    }
}
