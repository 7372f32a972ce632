package io.losslab.flowcontrol.gfc;

import static io.losslab.flowcontrol.setting.Settings.require;

import io.losslab.api.frame.RoceFrame;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.PortSettings;
import io.losslab.flowcontrol.frame.LocalFrame;
import io.losslab.flowcontrol.pfc.PfcSettings;
import io.losslab.flowcontrol.setting.PriorityMask;
import io.losslab.flowcontrol.setting.SettingProblem;
import java.util.ArrayList;
import java.util.List;

/**
 * GFC of one link.
 *
 * @param priorities bit i: priority i is controlled, 1..255
 * @param form of the map from queue to rate
 * @param limitBytes Bm, which the ingress queue of a priority is to stay below
 * @param firstBytes B_1, or B_0 of the continuous form: where the upstream begins to slow down;
 *     below Bm
 * @param stages N, 1..15; the least rate is C/2^N
 * @param headroomBytes buffer beyond Bm for whole frames
 */
public record GfcSettings(
        int priorities, Form form, long limitBytes, long firstBytes, int stages, long headroomBytes)
        implements PortSettings {

    /** Map from queue to rate. */
    public enum Form {
        STAGES,
        CONTINUOUS,
        /** Stages, and a stop at Bm. */
        STOPPING
    }

    /** Time that making and obeying feedback may take, both ends together. */
    private static final long PROCESSING_NANOS = 100;

    public GfcSettings {
        PriorityMask.require(priorities);
        require(limitBytes > 0, "limit must be above zero: " + limitBytes);
        require(
                firstBytes >= 0 && firstBytes < limitBytes,
                "first must be 0.." + (limitBytes - 1) + " (below limit): " + firstBytes);
        require(stages > 0 && stages < 16, "stages must be 1..15: " + stages);
        require(headroomBytes >= 0, "headroom must not be negative: " + headroomBytes);
    }

    /**
     * tau: from a threshold's crossing to the arrival of the first bit at the new rate. A round
     * trip; what the ends take to react, and what is in the pipeline, as yet uncounted; the frame
     * that the feedback waits for, the feedback, and the frame that has just begun.
     */
    public static long feedbackNanos(LinkProfile link) {
        return link.feedbackNanos()
                + link.nanosFor(
                        2L * RoceFrame.wireBytes(link.maxFrameBytes())
                                + RoceFrame.wireBytes(LocalFrame.LENGTH_BYTES))
                + PROCESSING_NANOS;
    }

    /** Largest B_1 or B_0 that keeps the queue below Bm; below zero where Bm is too small. */
    public static long safeFirstBytes(Form form, long limitBytes, LinkProfile link) {
        long feedbackBytes = link.bytesIn(feedbackNanos(link));
        return limitBytes - feedbacks(form) * feedbackBytes;
    }

    RateCode code(int maxFrameBytes) {
        return switch (form) {
            case STAGES -> stages(maxFrameBytes);
            case CONTINUOUS -> new ProportionalRate(limitBytes, firstBytes, stages);
            case STOPPING -> new StoppingStages(stages(maxFrameBytes), limitBytes, maxFrameBytes);
        };
    }

    /** Feedback times below Bm at which slowing must begin. */
    private static int feedbacks(Form form) {
        return form == Form.CONTINUOUS ? 4 : 2;
    }

    /** Headroom that is enough: whole frames, and for the stop what PFC needs. */
    static long safeHeadroomBytes(Form form, LinkProfile link) {
        return form == Form.STOPPING
                ? PfcSettings.safeHeadroomBytes(link)
                : 2L * link.maxFrameBytes();
    }

    /** Buffer of one priority. */
    long bufferBytes() {
        return limitBytes + headroomBytes;
    }

    /** Buffer of all priorities. */
    @Override
    public long reservedBytes() {
        return Integer.bitCount(priorities) * bufferBytes();
    }

    @Override
    public List<SettingProblem> problems(LinkProfile link, long portBufferBytes) {
        List<SettingProblem> problems = new ArrayList<>();
        long safe = safeFirstBytes(form, limitBytes, link);
        if (firstBytes > safe) {
            problems.add(
                    new SettingProblem(
                            "first",
                            "first %,d B is %,d B above limit - %d*C*tau = %,d B: the queue can pass limit = %,d B"
                                    .formatted(
                                            firstBytes,
                                            firstBytes - safe,
                                            feedbacks(form),
                                            safe,
                                            limitBytes),
                            false));
        }
        long safeHeadroom = safeHeadroomBytes(form, link);
        if (headroomBytes < safeHeadroom) {
            problems.add(
                    new SettingProblem(
                            "headroom",
                            "headroom %,d B is below the %,d B that may follow"
                                    .formatted(headroomBytes, safeHeadroom),
                            false));
        }
        if (reservedBytes() > portBufferBytes) {
            problems.add(
                    new SettingProblem(
                            "limit",
                            ("limit and headroom of the priorities, %,d B in total, exceed the"
                                            + " buffer of %,d B")
                                    .formatted(reservedBytes(), portBufferBytes),
                            true));
        }
        return problems;
    }

    private Stages stages(int maxFrameBytes) {
        return new Stages(limitBytes, firstBytes, stages, maxFrameBytes);
    }
}
