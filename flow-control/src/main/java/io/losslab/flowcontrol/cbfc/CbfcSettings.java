package io.losslab.flowcontrol.cbfc;

import static io.losslab.flowcontrol.setting.Settings.require;

import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.PortSettings;
import io.losslab.flowcontrol.setting.PriorityMask;
import io.losslab.flowcontrol.setting.SettingProblem;
import java.util.ArrayList;
import java.util.List;

/**
 * CBFC of one link.
 *
 * @param priorities bit i: priority i is a virtual lane, 1..255
 * @param bufferBytes of each lane at the receiver, at least three blocks
 * @param updateNanos T_cb, time between looks for a count to send
 * @param ideal whether counters have no end; else 12 bits
 */
public record CbfcSettings(int priorities, long bufferBytes, long updateNanos, boolean ideal)
        implements PortSettings {
    /** T_cb of the ideal form, and the longest of the other. */
    public static final long UPDATE_NANOS = 10_000;

    public CbfcSettings {
        PriorityMask.require(priorities);
        require(
                bufferBytes >= 3 * BlockCounter.BLOCK_BYTES,
                "buffer must be at least 192 bytes: " + bufferBytes);
        require(updateNanos > 0, "update must be above zero: " + updateNanos);
    }

    /**
     * What 12 bits can grant and two blocks; or, ideal, Bifrost's H for a slot of the length of
     * T_cb: Delta + 3 Rs T (Bifrost, section VI-B).
     */
    public static long defaultBufferBytes(boolean ideal, LinkProfile link, long updateNanos) {
        return ideal
                ? link.pauseRoundTripBytes() + 3 * link.bytesIn(updateNanos)
                : (BlockCounter.LIMIT_BLOCKS + 2L) * BlockCounter.BLOCK_BYTES;
    }

    /**
     * T_cb, 10 us; with 12 bits at most the time in which a quarter of the limit is sent, since a
     * change is found only when looked for.
     */
    public static long defaultUpdateNanos(boolean ideal, LinkProfile link) {
        long quarterNanos = link.nanosFor(BlockCounter.LIMIT_BLOCKS * BlockCounter.BLOCK_BYTES / 4);
        return ideal ? UPDATE_NANOS : Math.min(UPDATE_NANOS, quarterNanos);
    }

    BlockCounter counter() {
        return ideal ? BlockCounter.UNBOUNDED : BlockCounter.BITS_12;
    }

    /**
     * Whole blocks that are free while so many bytes are held. Two blocks are never granted: the
     * count of received blocks rounds up, and once more where lost ones were added.
     */
    long freeBlocks(long heldBytes) {
        long free = bufferBytes - heldBytes - 2 * BlockCounter.BLOCK_BYTES;
        return Math.max(0, free) / BlockCounter.BLOCK_BYTES;
    }

    /** Most blocks that can be granted at once. */
    long windowBlocks() {
        return counter().grantable(freeBlocks(0));
    }

    /** Buffer of all lanes. */
    @Override
    public long reservedBytes() {
        return Integer.bitCount(priorities) * bufferBytes;
    }

    @Override
    public List<SettingProblem> problems(LinkProfile link, long portBufferBytes) {
        List<SettingProblem> problems = new ArrayList<>();
        long windowBytes = windowBlocks() * BlockCounter.BLOCK_BYTES;
        if (windowBytes < link.maxFrameBytes()) {
            problems.add(
                    new SettingProblem(
                            "buffer",
                            ("buffer grants at most %,d B, less than a frame of %,d B: nothing"
                                            + " could be sent")
                                    .formatted(windowBytes, link.maxFrameBytes()),
                            true));
        }
        if (reservedBytes() > portBufferBytes) {
            problems.add(
                    new SettingProblem(
                            "buffer",
                            "buffer of the lanes, %,d B in total, exceeds the buffer of %,d B"
                                    .formatted(reservedBytes(), portBufferBytes),
                            true));
        }
        long needed = link.pauseRoundTripBytes() + link.bytesIn(updateNanos);
        if (windowBytes < needed) {
            problems.add(
                    new SettingProblem(
                            ideal ? "buffer" : "ideal",
                            ("at most %,d B can be granted at once, %,d B below one round trip plus"
                                            + " one update = %,d B: the link cannot be fully utilised")
                                    .formatted(windowBytes, needed - windowBytes, needed),
                            false));
        }
        return problems;
    }
}
