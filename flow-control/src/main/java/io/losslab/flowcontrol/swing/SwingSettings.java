package io.losslab.flowcontrol.swing;

import static io.losslab.flowcontrol.setting.Settings.require;

import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.PauseTimer;
import io.losslab.flowcontrol.PortSettings;
import io.losslab.flowcontrol.pfc.PfcSettings;
import io.losslab.flowcontrol.setting.PriorityMask;
import io.losslab.flowcontrol.setting.SettingProblem;
import java.util.ArrayList;
import java.util.List;

/**
 * SWING at one port of a relay.
 *
 * @param priorities bit i: priority i is controlled, 1..255
 * @param trigger what makes the relay pause
 * @param xoffBytes ingress bytes of a priority that trigger PAUSE
 * @param xonBytes ingress bytes at or below which it is resumed; at most XOFF
 * @param bufferBytes of each priority, XOFF included
 * @param timer whether pauses expire, here and at the neighbours
 */
public record SwingSettings(
        int priorities,
        Trigger trigger,
        long xoffBytes,
        long xonBytes,
        long bufferBytes,
        PauseTimer timer)
        implements PortSettings {

    /** What makes a relay pause. */
    public enum Trigger {
        /** Its own queue or a neighbour's pause. */
        BOTH,
        /** Its own queue only. */
        THRESHOLD,
        /** A neighbour's pause only. */
        FORWARD
    }

    public SwingSettings {
        PriorityMask.require(priorities);
        require(xoffBytes > 0, "xoff must be above zero: " + xoffBytes);
        require(
                xonBytes >= 0 && xonBytes <= xoffBytes,
                "xon must be 0.." + xoffBytes + " (xoff): " + xonBytes);
        require(
                bufferBytes >= xoffBytes,
                "buffer must be at least " + xoffBytes + " (xoff): " + bufferBytes);
    }

    /** XOFF and the headroom that no upstream can overflow. */
    public static long safeBufferBytes(long xoffBytes, LinkProfile link) {
        return xoffBytes + PfcSettings.safeHeadroomBytes(link);
    }

    boolean hasThreshold() {
        return trigger != Trigger.FORWARD;
    }

    boolean forwards() {
        return trigger != Trigger.THRESHOLD;
    }

    /** Buffer of all priorities. */
    @Override
    public long reservedBytes() {
        return Integer.bitCount(priorities) * bufferBytes;
    }

    @Override
    public List<SettingProblem> problems(LinkProfile link, long portBufferBytes) {
        List<SettingProblem> problems = new ArrayList<>();
        long safe = safeBufferBytes(xoffBytes, link);
        if (bufferBytes < safe) {
            problems.add(
                    new SettingProblem(
                            "buffer",
                            "buffer %,d B is %,d B below xoff and the link's headroom = %,d B: packets can drop if the drain stops completely"
                                    .formatted(bufferBytes, safe - bufferBytes, safe),
                            false));
        }
        if (!hasThreshold()) {
            problems.add(
                    new SettingProblem(
                            "trigger",
                            "with 'forward' alone, a queue that grows without a neighbour's pause"
                                    + " is not limited",
                            false));
        }
        if (reservedBytes() > portBufferBytes) {
            problems.add(
                    new SettingProblem(
                            "buffer",
                            "buffer of the priorities, %,d B in total, exceeds the buffer of %,d B"
                                    .formatted(reservedBytes(), portBufferBytes),
                            true));
        }
        return problems;
    }
}
