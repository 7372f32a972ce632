package io.losslab.flowcontrol.ofc;

import static io.losslab.flowcontrol.setting.Settings.require;

import io.losslab.api.frame.RoceFrame;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.PortSettings;
import io.losslab.flowcontrol.ReservedBuffer;
import io.losslab.flowcontrol.pfc.PfcSettings;
import io.losslab.flowcontrol.setting.PriorityMask;
import io.losslab.flowcontrol.setting.SettingProblem;
import io.losslab.flowcontrol.setting.Settings;
import java.util.ArrayList;
import java.util.List;

/**
 * OFC of one port (OFC, section III-C).
 *
 * @param flowKey what makes packets a flow; the same at all ports of a device
 * @param priorities bit i: priority i is controlled, 1..255
 * @param xoffBytes X_OFF: ingress bytes of a priority that pause all its flows
 * @param xoffCongestedBytes X^c_OFF: ingress and egress bytes that pause the congested flows; below
 *     X_OFF
 * @param xonBytes X_ON: ingress bytes at or below which all that was paused resumes; below X^c_OFF
 * @param headroomBytes buffer of each priority beyond X_OFF for what arrives after the PAUSE
 */
public record OfcSettings(
        FlowKey flowKey,
        int priorities,
        long xoffBytes,
        long xoffCongestedBytes,
        long xonBytes,
        long headroomBytes)
        implements PortSettings {
    static final String FLOW_KEY = "flowKey";
    static final String XOFF = "xoff";
    static final String XOFF_CONGESTED = "xoffCongested";
    static final String XON = "xon";
    static final String HEADROOM = "headroom";

    public OfcSettings {
        PriorityMask.require(priorities);
        require(
                xoffCongestedBytes < xoffBytes,
                "xoffCongested must be below %d (xoff): %d"
                        .formatted(xoffBytes, xoffCongestedBytes));
        require(
                xonBytes >= 0 && xonBytes < xoffCongestedBytes,
                "xon must be 0 to below %d (xoffCongested): %d"
                        .formatted(xoffCongestedBytes, xonBytes));
        require(headroomBytes >= 0, "headroom must not be negative: " + headroomBytes);
    }

    /**
     * Reads resolved settings.
     *
     * @throws IllegalArgumentException where a value is missing or out of range
     */
    public static OfcSettings of(Settings settings) {
        return new OfcSettings(
                settings.choice(FLOW_KEY, FlowKey.class),
                settings.priorities(),
                settings.whole(XOFF),
                settings.whole(XOFF_CONGESTED),
                settings.whole(XON),
                settings.whole(HEADROOM));
    }

    /**
     * Headroom that no upstream can overflow: PFC's, and a full list of flows of each priority in
     * front of the PAUSE for all.
     */
    public static long safeHeadroomBytes(LinkProfile link) {
        return PfcSettings.safeHeadroomBytes(link)
                + 8L * RoceFrame.wireBytes(OfcFrame.MAX_LENGTH_BYTES);
    }

    /** Whether a priority is controlled. */
    boolean governs(int priority) {
        return (priorities >> priority & 1) != 0;
    }

    /** The port's own buffer: X_OFF and headroom of every controlled priority. */
    ReservedBuffer buffer() {
        return new ReservedBuffer(priorities, xoffBytes + headroomBytes);
    }

    @Override
    public long reservedBytes() {
        return Integer.bitCount(priorities) * (xoffBytes + headroomBytes);
    }

    @Override
    public List<SettingProblem> problems(LinkProfile link, long bufferBytes) {
        List<SettingProblem> problems = new ArrayList<>();
        long safe = safeHeadroomBytes(link);
        if (headroomBytes < safe) {
            problems.add(
                    new SettingProblem(
                            HEADROOM,
                            "headroom %,d B is %,d B below what a round trip and the control frames need, %,d B: packets can drop if the drain stops completely"
                                    .formatted(headroomBytes, safe - headroomBytes, safe),
                            false));
        }
        if (reservedBytes() > bufferBytes) {
            problems.add(
                    new SettingProblem(
                            XOFF,
                            "xoff and headroom, %,d B in total, exceed the buffer of %,d B"
                                    .formatted(reservedBytes(), bufferBytes),
                            true));
        }
        return problems;
    }
}
