package io.losslab.agent.plane;

import io.losslab.agent.dpdk.Memory;
import io.losslab.flowcontrol.EgressScheme;
import io.losslab.flowcontrol.PauseTimer;
import io.losslab.flowcontrol.pause.LinkPauseFrame;
import io.losslab.flowcontrol.pause.PauseFrame;
import io.losslab.flowcontrol.pause.PauseResponder;
import java.util.Arrays;

/**
 * Flow-control frames that come in, given to whom they are for: the port's scheme first, then the
 * PFC responder (IEEE 802.1Qbb), then the pause of the whole link (IEEE 802.3, Annex 31B).
 */
public final class ControlFrames {
    private static final int LONGEST_BYTES = 16_384;

    private final AgentDevice device;
    private final AgentPlane plane;
    private final PauseResponder[] responders;
    private final boolean[] obeysLinkPause;
    private final long[] received;
    private final long[] unknown;
    private final Reactions reactions = new Reactions();
    private final byte[] copy = new byte[LONGEST_BYTES];
    private int copied;
    private long pauses;

    public ControlFrames(AgentDevice device) {
        this.device = device;
        plane = new AgentPlane(device, -1);
        responders = new PauseResponder[device.ports() + 1];
        Arrays.fill(responders, new PauseResponder(0xFF, PauseTimer.QUANTA));
        obeysLinkPause = new boolean[device.ports() + 1];
        Arrays.fill(obeysLinkPause, true);
        received = new long[device.ports() + 1];
        unknown = new long[device.ports() + 1];
    }

    /** Sets who obeys PFC frames at a port. */
    public void setResponder(int port, PauseResponder responder) {
        responders[port] = responder;
    }

    /** Sets whether a port obeys pauses of the whole link. */
    public void setObeysLinkPause(int port, boolean obeys) {
        obeysLinkPause[port] = obeys;
    }

    /** A frame came in; its buffer stays the caller's. */
    public void onFrame(int port, long frame, int lengthBytes) {
        int length = Math.min(lengthBytes, LONGEST_BYTES);
        Memory.read(frame, copy, 0, length);
        // A cut frame must not show bytes of the one before.
        Arrays.fill(copy, length, Math.max(length, copied), (byte) 0);
        copied = length;
        received[port]++;
        pauses++;
        EgressScheme scheme = device.scheme(port);
        if (scheme != null && scheme.onControl(port, copy, 0)) {
            return;
        }
        if (PauseFrame.matches(copy, 0)) {
            responders[port].onFrame(plane, port, copy, 0);
        } else if (LinkPauseFrame.matches(copy, 0) && obeysLinkPause[port]) {
            pauseLink(port, LinkPauseFrame.quanta(copy, 0));
        } else {
            pauses--;
            unknown[port]++;
        }
    }

    /** All frames of a turn have been obeyed. */
    public void onObeyed(long turnBeganNanos, long nowNanos) {
        for (; pauses > 0; pauses--) {
            reactions.record(nowNanos - turnBeganNanos);
        }
    }

    /** Whether frames were obeyed that {@link #onObeyed} has not been told of. */
    public boolean hasObeyed() {
        return pauses > 0;
    }

    /** Flow-control frames a port received. */
    public long received(int port) {
        return received[port];
    }

    /** Those among them that nobody understood. */
    public long unknown(int port) {
        return unknown[port];
    }

    public Reactions reactions() {
        return reactions;
    }

    private void pauseLink(int port, int quanta) {
        long rate = device.place(port).link().rateBitsPerSecond();
        long until = quanta == 0 ? 0 : device.nowNanos() + PauseFrame.nanosOf(quanta, rate);
        device.queues(port).pauseLink(until, device.nowNanos());
    }
}
