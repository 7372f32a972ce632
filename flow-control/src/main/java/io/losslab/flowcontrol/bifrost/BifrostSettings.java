package io.losslab.flowcontrol.bifrost;

import static io.losslab.flowcontrol.setting.Settings.require;

import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.PortSettings;
import io.losslab.flowcontrol.pause.PauseFrame;
import io.losslab.flowcontrol.setting.PriorityMask;
import io.losslab.flowcontrol.setting.SettingProblem;
import io.losslab.flowcontrol.setting.Settings;
import java.util.ArrayList;
import java.util.List;

/**
 * Bifrost of one port, as a controller gives it to the coprocessor (Bifrost, Algorithm 1 and
 * section V).
 *
 * @param priorities bit i: priority i is paused, 1..255
 * @param rateBitsPerSecond Rs
 * @param oneWayDelayNanos D
 * @param slotNanos T
 * @param queueBufferBytes H
 * @param leakPeriodSlots k
 * @param extraHeadroomBytes buffer beyond H for leaked frames
 * @param leakToleranceBytes arrivals of a slot may differ so much from its grant before the surplus
 *     counts as leaked; one frame by default, since arrivals come in whole frames
 * @param leak how leaked bytes are paid back
 * @param virtualIncoming how F is kept
 * @param unsafe accept H below Delta + 2 Rs T, to study what then goes wrong
 */
public record BifrostSettings(
        int priorities,
        long rateBitsPerSecond,
        long oneWayDelayNanos,
        long slotNanos,
        long queueBufferBytes,
        int leakPeriodSlots,
        long extraHeadroomBytes,
        long leakToleranceBytes,
        Leak leak,
        VirtualIncoming virtualIncoming,
        boolean unsafe)
        implements PortSettings {

    /**
     * A switch needs about a microsecond to compute, make and move a pause frame (Bifrost, section
     * V).
     */
    public static final long SWITCH_DELAY_NANOS = 1_000;

    /** How leaked bytes are paid back. */
    public enum Leak {
        DEBT,
        PAPER
    }

    /** How the virtual incoming bytes F are kept. */
    public enum VirtualIncoming {
        COUNTER,
        HISTORY
    }

    public BifrostSettings {
        PriorityMask.require(priorities);
        require(rateBitsPerSecond > 0, "rate must be above zero: " + rateBitsPerSecond);
        require(oneWayDelayNanos > 0, "delay must be above zero: " + oneWayDelayNanos);
        require(slotNanos > 0, "slot must be above zero: " + slotNanos);
        require(queueBufferBytes > 0, "queueBuffer must be above zero: " + queueBufferBytes);
        require(leakPeriodSlots > 0, "leakPeriod must be at least 1: " + leakPeriodSlots);
        require(
                extraHeadroomBytes >= 0,
                "extraHeadroom must not be negative: " + extraHeadroomBytes);
    }

    /**
     * Bifrost as resolved settings have it.
     *
     * @throws IllegalArgumentException where they cannot be
     */
    public static BifrostSettings of(Settings settings) {
        return new BifrostSettings(
                settings.priorities(),
                settings.whole(BifrostKeys.RATE),
                settings.whole(BifrostKeys.DELAY),
                settings.whole(BifrostKeys.SLOT),
                settings.whole(BifrostKeys.QUEUE_BUFFER),
                settings.integer(BifrostKeys.LEAK_PERIOD),
                settings.whole(BifrostKeys.EXTRA_HEADROOM),
                settings.whole(BifrostKeys.LEAK_TOLERANCE),
                settings.choice(BifrostKeys.LEAK, Leak.class),
                settings.choice(BifrostKeys.VIRTUAL_INCOMING, VirtualIncoming.class),
                settings.flag(BifrostKeys.UNSAFE));
    }

    /** The paper's settings for a link: H = Delta + 3 Rs T, k = 1 (Bifrost, section VI-A). */
    public static BifrostSettings of(LinkProfile link, int priorities, long slotNanos) {
        return new BifrostSettings(
                priorities,
                link.rateBitsPerSecond(),
                link.feedbackDelayNanos(),
                slotNanos,
                queueBufferBytes(link, slotNanos),
                1,
                leakHeadroomBytes(1, link, slotNanos),
                link.maxFrameBytes(),
                Leak.DEBT,
                VirtualIncoming.COUNTER,
                false);
    }

    /** H = Delta + 3 Rs T. */
    static long queueBufferBytes(LinkProfile link, long slotNanos) {
        return link.bytesIn(2 * link.feedbackDelayNanos()) + 3 * link.bytesIn(slotNanos);
    }

    /**
     * Buffer for leaked frames: one in each of k + 2D/T slots, since a leak is noticed within k
     * slots and its correction takes a round trip to bite, and two within the leak tolerance.
     */
    public static long leakHeadroomBytes(int leakPeriodSlots, LinkProfile link, long slotNanos) {
        long roundTripSlots = (2 * link.feedbackDelayNanos() + slotNanos - 1) / slotNanos;
        return (leakPeriodSlots + roundTripSlots + 2) * link.maxFrameBytes();
    }

    /** Rs T: what the line carries in a slot. */
    public long slotBytes() {
        return profile(PauseFrame.LENGTH_BYTES).bytesIn(slotNanos);
    }

    /** What the line carries in the rest of 2D beyond whole slots. */
    long phaseBytes() {
        return profile(PauseFrame.LENGTH_BYTES).bytesIn(2 * oneWayDelayNanos % slotNanos);
    }

    /** Delta = 2 Rs D. */
    public long deltaBytes() {
        return profile(PauseFrame.LENGTH_BYTES).roundTripBytes();
    }

    /** Delta + 2 Rs T, the least H of Theorem 1. */
    public long leastQueueBufferBytes() {
        return deltaBytes() + 2 * slotBytes();
    }

    /** H and the headroom for leaks. */
    @Override
    public long reservedBytes() {
        return queueBufferBytes + extraHeadroomBytes;
    }

    /**
     * What the settings cannot promise with a port buffer of so many bytes, by the limits of
     * Bifrost, section V.
     */
    public List<SettingProblem> problems(long portBufferBytes) {
        List<SettingProblem> problems = new ArrayList<>();
        if (slotNanos <= SWITCH_DELAY_NANOS) {
            problems.add(
                    SettingProblem.fatal(
                            BifrostKeys.SLOT,
                            "slot %,d ns must be above the switch's internal delay of %,d ns"
                                    .formatted(slotNanos, SWITCH_DELAY_NANOS)));
        }
        if (slotNanos >= oneWayDelayNanos) {
            problems.add(
                    SettingProblem.fatal(
                            BifrostKeys.SLOT,
                            "slot %,d ns must be below the one-way delay of %,d ns"
                                    .formatted(slotNanos, oneWayDelayNanos)));
        }
        long maxPauseBytes = (long) PauseFrame.MAX_QUANTA * PauseFrame.QUANTUM_BITS / 8;
        if (slotBytes() > maxPauseBytes) {
            problems.add(
                    SettingProblem.fatal(
                            BifrostKeys.SLOT,
                            "slot carries %,d B, more than the %,d B that 65535 pause quanta cover"
                                    .formatted(slotBytes(), maxPauseBytes)));
        }
        if (queueBufferBytes < leastQueueBufferBytes()) {
            problems.add(
                    new SettingProblem(
                            BifrostKeys.QUEUE_BUFFER,
                            ("queueBuffer %,d B is %,d B below Delta + 2*Rs*T = %,d B, the minimum"
                                            + " of Theorem 1")
                                    .formatted(
                                            queueBufferBytes,
                                            leastQueueBufferBytes() - queueBufferBytes,
                                            leastQueueBufferBytes()),
                            !unsafe));
        }
        if (reservedBytes() > portBufferBytes) {
            problems.add(
                    SettingProblem.fatal(
                            BifrostKeys.QUEUE_BUFFER,
                            ("queueBuffer and extraHeadroom, %,d B in total, exceed the buffer of"
                                            + " %,d B")
                                    .formatted(reservedBytes(), portBufferBytes)));
        }
        return problems;
    }

    /**
     * What the settings cannot promise on a link with a port buffer of so many bytes: the above, a
     * rate that the line has not, and too little for leaks. Each of k slots may leak a frame before
     * it is noticed, so H and the headroom together must hold k frames beyond Theorem 1's least H
     * (Bifrost, section V).
     */
    @Override
    public List<SettingProblem> problems(LinkProfile link, long portBufferBytes) {
        List<SettingProblem> problems = new ArrayList<>(problems(portBufferBytes));
        if (rateBitsPerSecond > link.rateBitsPerSecond()) {
            problems.add(
                    SettingProblem.fatal(
                            BifrostKeys.RATE,
                            "rate must be 1..%d, the port's line rate: %d"
                                    .formatted(link.rateBitsPerSecond(), rateBitsPerSecond)));
        }
        long least = leastQueueBufferBytes() + (long) leakPeriodSlots * link.maxFrameBytes();
        boolean told = queueBufferBytes < leastQueueBufferBytes();
        if (!told && reservedBytes() < least) {
            problems.add(
                    new SettingProblem(
                            BifrostKeys.EXTRA_HEADROOM,
                            "queueBuffer and extraHeadroom, %,d B, are %,d B below Delta + 2*Rs*T + k*MTU = %,d B, which k = %d leaked frames need"
                                    .formatted(
                                            reservedBytes(),
                                            least - reservedBytes(),
                                            least,
                                            leakPeriodSlots),
                            !unsafe));
        }
        return problems;
    }

    private LinkProfile profile(int maxFrameBytes) {
        return new LinkProfile(rateBitsPerSecond, oneWayDelayNanos, maxFrameBytes);
    }
}
