package io.losslab.agent.plane;

import static io.losslab.roce.frame.NativeMemory.MEMORY;

import io.losslab.api.frame.RoceFrame;
import io.losslab.flowcontrol.EgressScheme;
import io.losslab.flowcontrol.PauseTimer;
import io.losslab.flowcontrol.pause.LinkPauseFrame;
import io.losslab.flowcontrol.pause.PauseFrame;
import io.losslab.flowcontrol.pause.PauseResponder;
import java.util.Arrays;
import org.HdrHistogram.Histogram;

/**
 * Flow-control frames that come in, given to whom they are for: the port's scheme first, then the
 * PFC responder (IEEE 802.1Qbb), then the pause of the whole link (IEEE 802.3, Annex 31B).
 */
public final class ControlFrames {
    private static final int LONGEST_BYTES = 16_384;

    // Without its FCS, which is not in the buffer.
    private static final int SHORTEST_BYTES = PauseFrame.LENGTH_BYTES - RoceFrame.FCS_BYTES;
    private static final long MOST_REACTION_NANOS = 10_000_000_000L;

    private final AgentDevice device;
    private final AgentPlane plane;
    private final PauseResponder[] responders;
    private final long[] received;
    private final long[] receivedBytes;
    private final long[] unknown;
    private final Histogram reactions = new Histogram(MOST_REACTION_NANOS, 3);
    private final byte[] copy = new byte[LONGEST_BYTES];
    private int copied;
    private long pauses;

    public ControlFrames(AgentDevice device) {
        this.device = device;
        plane = new AgentPlane(device, -1);
        responders = new PauseResponder[device.ports() + 1];
        Arrays.fill(responders, new PauseResponder(0xFF, PauseTimer.QUANTA));
        received = new long[device.ports() + 1];
        receivedBytes = new long[device.ports() + 1];
        unknown = new long[device.ports() + 1];
    }

    /** Sets who obeys PFC frames at a port. */
    public void setResponder(int port, PauseResponder responder) {
        responders[port] = responder;
    }

    /**
     * Sends a PFC frame.
     *
     * @param priorities bit i enables priority i
     * @param quanta 0..65535; 0 resumes
     */
    public void send(int port, int priorities, int quanta) {
        byte[] frame = new byte[PauseFrame.LENGTH_BYTES];
        PauseFrame.write(frame, 0, plane.mac(port), priorities, quanta);
        plane.sendControl(port, frame, 0, PauseFrame.LENGTH_BYTES);
    }

    /**
     * A frame came in; its buffer stays the caller's. One below minFrameSize is the rest of a
     * damaged one (IEEE 802.3, 4A.2.9.2): it counts as not understood and does nothing.
     */
    public void onFrame(int port, long frame, int lengthBytes) {
        received[port]++;
        receivedBytes[port] += RoceFrame.frameBytes(lengthBytes);
        if (lengthBytes < SHORTEST_BYTES) {
            unknown[port]++;
            return;
        }
        int length = Math.min(lengthBytes, LONGEST_BYTES);
        MEMORY.read(frame, copy, 0, length);
        // A cut frame must not show bytes of the one before.
        Arrays.fill(copy, length, Math.max(length, copied), (byte) 0);
        copied = length;
        pauses++;
        EgressScheme scheme = device.scheme(port);
        if (scheme != null && scheme.onControl(port, copy, 0)) {
            return;
        }
        if (PauseFrame.matches(copy, 0)) {
            responders[port].onFrame(plane, port, copy, 0);
        } else if (LinkPauseFrame.matches(copy, 0) && responders[port].obeysAll()) {
            pauseLink(port, LinkPauseFrame.quanta(copy, 0));
        } else {
            pauses--;
            unknown[port]++;
        }
    }

    /** All frames of a turn have been obeyed. */
    public void onObeyed(long turnBeganNanos, long nowNanos) {
        long nanos = Math.min(Math.max(nowNanos - turnBeganNanos, 0), MOST_REACTION_NANOS);
        reactions.recordValueWithCount(nanos, pauses);
        pauses = 0;
    }

    /** Whether {@link #onObeyed} is to be called. */
    public boolean hasObeyed() {
        return pauses > 0;
    }

    /** Flow-control frames a port received. */
    public long received(int port) {
        return received[port];
    }

    /** Their bytes, padding and FCS included. */
    public long receivedBytes(int port) {
        return receivedBytes[port];
    }

    /** Those among them that were not understood, or that the port is not to obey. */
    public long unknown(int port) {
        return unknown[port];
    }

    /**
     * How long the host's software took to obey at most: from the look before the one that found
     * the pause, after which it came, until it was in force, so that no later burst holds a frame
     * of its class. Nanoseconds of wall clock, to three digits; what waits in the NIC by then is
     * not counted. A copy.
     */
    public Histogram reactions() {
        return reactions.copy();
    }

    /** Reactions count from now on. */
    public void clearReactions() {
        reactions.reset();
    }

    private void pauseLink(int port, int quanta) {
        long rate = device.place(port).link().rateBitsPerSecond();
        long until = quanta == 0 ? 0 : device.nowNanos() + PauseFrame.nanosOf(quanta, rate);
        device.queues(port).pauseLink(until, device.nowNanos());
    }
}
