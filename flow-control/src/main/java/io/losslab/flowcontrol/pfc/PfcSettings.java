package io.losslab.flowcontrol.pfc;

import static io.losslab.flowcontrol.setting.Settings.require;

import io.losslab.api.frame.RoceFrame;
import io.losslab.flowcontrol.BufferPolicy;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.PauseTimer;
import io.losslab.flowcontrol.PortSettings;
import io.losslab.flowcontrol.pause.PauseFrame;
import io.losslab.flowcontrol.setting.PriorityMask;
import io.losslab.flowcontrol.setting.SettingProblem;
import io.losslab.flowcontrol.setting.Settings;
import java.util.List;

/**
 * PFC of one port.
 *
 * @param priorities bit i: priority i is controlled, 1..255
 * @param threshold what XOFF is
 * @param xoffBytes static threshold: ingress bytes of a priority that trigger PAUSE; 0 with a
 *     dynamic one
 * @param xonBytes static threshold: ingress bytes at or below which RESUME is sent; at most XOFF
 * @param alpha dynamic threshold: share of the free shared buffer; 0 with a static one
 * @param resumeOffsetBytes dynamic threshold: XON = XOFF - offset
 * @param headroomBytes buffer of each priority for what arrives after PAUSE
 * @param timer whether pauses expire
 */
public record PfcSettings(
        int priorities,
        Threshold threshold,
        long xoffBytes,
        long xonBytes,
        double alpha,
        long resumeOffsetBytes,
        long headroomBytes,
        PauseTimer timer)
        implements PortSettings {

    /** What XOFF is. */
    public enum Threshold {
        STATIC,
        DYNAMIC
    }

    public PfcSettings {
        PriorityMask.require(priorities);
        require(headroomBytes >= 0, "headroom must not be negative: " + headroomBytes);
        if (threshold == Threshold.STATIC) {
            require(xoffBytes > 0, "xoff must be above zero: " + xoffBytes);
            require(
                    xonBytes >= 0 && xonBytes <= xoffBytes,
                    "xon must be 0.." + xoffBytes + " (xoff): " + xonBytes);
        } else {
            require(alpha > 0, "alpha must be above zero: " + alpha);
            require(
                    resumeOffsetBytes >= 0,
                    "resumeOffset must not be negative: " + resumeOffsetBytes);
        }
    }

    /**
     * PFC as resolved settings have it; without a key {@code threshold} it is static.
     *
     * @throws IllegalArgumentException where they cannot be
     */
    public static PfcSettings of(Settings settings) {
        int priorities = settings.priorities();
        long headroomBytes = settings.whole(PfcKeys.HEADROOM);
        boolean dynamic =
                settings.has(PfcKeys.THRESHOLD)
                        && settings.text(PfcKeys.THRESHOLD).equals(PfcKeys.DYNAMIC);
        PfcSettings pfc =
                dynamic
                        ? ofDynamic(
                                priorities,
                                settings.real(PfcKeys.ALPHA),
                                settings.whole(PfcKeys.RESUME_OFFSET),
                                headroomBytes)
                        : ofStatic(
                                priorities,
                                settings.whole(PfcKeys.XOFF),
                                settings.whole(PfcKeys.XON),
                                headroomBytes);
        return pfc.withTimer(PfcKeys.timer(settings));
    }

    public static PfcSettings ofStatic(
            int priorities, long xoffBytes, long xonBytes, long headroomBytes) {
        return new PfcSettings(
                priorities,
                Threshold.STATIC,
                xoffBytes,
                xonBytes,
                0,
                0,
                headroomBytes,
                PauseTimer.QUANTA);
    }

    public static PfcSettings ofDynamic(
            int priorities, double alpha, long resumeOffsetBytes, long headroomBytes) {
        return new PfcSettings(
                priorities,
                Threshold.DYNAMIC,
                0,
                0,
                alpha,
                resumeOffsetBytes,
                headroomBytes,
                PauseTimer.QUANTA);
    }

    public PfcSettings withTimer(PauseTimer newTimer) {
        return new PfcSettings(
                priorities,
                threshold,
                xoffBytes,
                xonBytes,
                alpha,
                resumeOffsetBytes,
                headroomBytes,
                newTimer);
    }

    /**
     * Headroom that no upstream can overflow: a round trip at line rate with the switches'
     * processing; the pause frame behind one of every other priority; and three data frames: the
     * one that crosses XOFF by all but a byte, the one the pause frame waits for, and the one that
     * the upstream has just begun.
     */
    public static long safeHeadroomBytes(LinkProfile link) {
        return link.pauseRoundTripBytes()
                + link.bytesIn(LinkProfile.PROCESSING_NANOS)
                + 8L * RoceFrame.wireBytes(PauseFrame.LENGTH_BYTES)
                + 3L * RoceFrame.wireBytes(link.maxFrameBytes());
    }

    /** Whether a priority is controlled. */
    public boolean governs(int priority) {
        return (priorities >> priority & 1) != 0;
    }

    /** Buffer of the port: XOFF and headroom of its own, or headroom beyond the common pool. */
    public BufferPolicy bufferPolicy() {
        return threshold == Threshold.DYNAMIC
                ? new BufferPolicy(
                        priorities, BufferPolicy.Sharing.DYNAMIC, headroomBytes, false, alpha)
                : new BufferPolicy(
                        priorities,
                        BufferPolicy.Sharing.DEDICATED,
                        xoffBytes + headroomBytes,
                        false,
                        0);
    }

    /**
     * Bytes of buffer set aside at the port: XOFF (static) and headroom of every controlled
     * priority.
     */
    @Override
    public long reservedBytes() {
        return Integer.bitCount(priorities) * (xoffBytes + headroomBytes);
    }

    /**
     * Whether XON is at least one round trip of the link, PFC's condition for no throughput loss
     * (Bifrost, III-B).
     */
    public boolean promisesNoThroughputLoss(LinkProfile link) {
        return threshold == Threshold.STATIC && xonBytes >= link.pauseRoundTripBytes();
    }

    /** That all ports of a device find room is checked for all of them together. */
    @Override
    public List<SettingProblem> problems(LinkProfile link, long bufferBytes) {
        long safe = safeHeadroomBytes(link);
        return headroomBytes >= safe
                ? List.of()
                : List.of(
                        new SettingProblem(
                                PfcKeys.HEADROOM,
                                "headroom %,d B is %,d B below 2*Rs*D, 3 frames and processing = %,d B: packets can drop if the drain stops completely"
                                        .formatted(headroomBytes, safe - headroomBytes, safe),
                                false));
    }
}
