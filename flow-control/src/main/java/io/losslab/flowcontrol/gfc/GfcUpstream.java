package io.losslab.flowcontrol.gfc;

import io.losslab.api.frame.RoceFrame;
import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.EgressScheme;
import java.util.Map;

/**
 * The upstream end of GFC: spaces the frames of a priority so that they go at the rate the
 * downstream asks for. It slows down, and stops only where {@code form: stopping} asks for it.
 */
public final class GfcUpstream implements EgressScheme {
    /** The priorities of one port. */
    private static final class Pace {
        final RateCode rates;

        // By priority.
        final int[] codes = new int[8];
        final long[] lastStartNanos = new long[8];
        final long[] lastLineNanos = new long[8];
        final long[] armedNanos = new long[8];

        /** Bit i: the queue of priority i is held. */
        int held;

        Pace(RateCode rates) {
            this.rates = rates;
        }

        boolean mayBegin(int priority, long nowNanos) {
            int code = codes[priority];
            return code == 0 || code != RateCode.STOP && nowNanos >= nextNanos(priority);
        }

        /** When the next frame of a priority that is not stopped may begin. */
        long nextNanos(int priority) {
            return lastStartNanos[priority]
                    + rates.pacedNanos(lastLineNanos[priority], codes[priority]);
        }
    }

    private final DataPlane plane;

    /** By port; null where no rule applies. */
    private final Pace[] paces;

    /**
     * Makes the upstream end of a device's links.
     *
     * @param byPort settings of the ports that a rule names
     */
    public GfcUpstream(DataPlane plane, Map<Integer, GfcSettings> byPort) {
        this.plane = plane;
        this.paces = new Pace[plane.ports() + 1];
        byPort.forEach(
                (port, settings) ->
                        paces[port] = new Pace(settings.code(plane.link(port).maxFrameBytes())));
    }

    @Override
    public boolean choosesQueues() {
        return false;
    }

    @Override
    public int classify(int packet, int ingress, int egress) {
        return plane.priority(packet);
    }

    @Override
    public int onHead(int packet, int ingress, int egress, int queue) {
        return gate(egress, queue);
    }

    @Override
    public int onFlowHead(int flow, int egress, int queue, int bytes) {
        return gate(egress, queue);
    }

    @Override
    public void onDequeue(int packet, int ingress, int egress, int queue) {
        Pace pace = paces[egress];
        pace.lastStartNanos[queue] = plane.nowNanos();
        pace.lastLineNanos[queue] =
                plane.link(egress).nanosFor(RoceFrame.wireBytes(plane.bytes(packet)));
    }

    @Override
    public boolean onControl(int port, byte[] frame, int offset) {
        Pace pace = paces[port];
        if (pace == null || !RateFrame.matches(frame, offset)) {
            return false;
        }
        int priorities = RateFrame.priorities(frame, offset);
        while (priorities != 0) {
            int priority = Integer.numberOfTrailingZeros(priorities);
            priorities &= priorities - 1;
            int code = RateFrame.code(frame, offset, priority);
            if (pace.rates.has(code)) {
                pace.codes[priority] = code;
                releaseWhenDue(pace, port, priority);
            }
        }
        return true;
    }

    @Override
    public void onTimer(int timer) {
        int port = timer >>> 3;
        int priority = timer & 7;
        Pace pace = paces[port];
        if (plane.nowNanos() >= pace.armedNanos[priority]) {
            releaseWhenDue(pace, port, priority);
        }
    }

    private int gate(int port, int priority) {
        Pace pace = paces[port];
        if (pace.mayBegin(priority, plane.nowNanos())) {
            return priority;
        }
        pace.held |= 1 << priority;
        arm(pace, port, priority);
        return HOLD;
    }

    private void releaseWhenDue(Pace pace, int port, int priority) {
        if ((pace.held >> priority & 1) == 0) {
            return;
        }
        if (pace.mayBegin(priority, plane.nowNanos())) {
            pace.held &= ~(1 << priority);
            plane.release(port, priority);
        } else {
            arm(pace, port, priority);
        }
    }

    /** Sets the timer, unless one is set that comes no later and will set the next. */
    private void arm(Pace pace, int port, int priority) {
        if (pace.codes[priority] == RateCode.STOP) {
            return;
        }
        long due = pace.nextNanos(priority);
        boolean armed = pace.armedNanos[priority] > plane.nowNanos();
        if (!armed || due < pace.armedNanos[priority]) {
            pace.armedNanos[priority] = due;
            plane.setTimer(port << 3 | priority, due);
        }
    }
}
