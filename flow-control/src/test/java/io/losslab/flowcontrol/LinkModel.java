package io.losslab.flowcontrol;

import io.losslab.api.frame.RoceFrame;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;

/**
 * A link with delay between the two ends of a scheme: equal frames, time in steps of a frame. What
 * waits upstream is set by the test; downstream is one first-in-first-out queue.
 */
public final class LinkModel {
    /** The port at either end. */
    public static final int PORT = 1;

    private static final int EGRESS = 2;

    /** Data of a priority, or a control frame. */
    private record Transit(long atNanos, int priority, ByteBuffer control) {}

    private final LinkProfile link;
    private final int frameBytes;
    private final long frameNanos;
    private final RecordingPlane upPlane;
    private final RecordingPlane downPlane;
    private EgressScheme up;
    private IngressScheme down;
    private final ArrayDeque<Transit> controlToDown = new ArrayDeque<>();
    private final ArrayDeque<Transit> dataToDown = new ArrayDeque<>();
    private final ArrayDeque<Transit> toUp = new ArrayDeque<>();
    private final ArrayDeque<Integer> queue = new ArrayDeque<>();
    private final int[] handles = new int[8];
    private final long[] waitingFrames = new long[8];
    private final long[] ingressBytes = new long[8];
    private int held;
    private long nowNanos;
    private long sentFrames;
    private long lostFrames;
    private boolean losesNext;

    /**
     * Makes an empty link.
     *
     * @param link as the downstream sees it; its pipeline takes whole times of a frame
     */
    public LinkModel(LinkProfile link, int frameBytes) {
        this.link = link;
        this.frameBytes = frameBytes;
        this.frameNanos = link.nanosFor(RoceFrame.wireBytes(frameBytes));
        this.upPlane = new RecordingPlane(link, 2);
        this.downPlane = new RecordingPlane(link, 2);
        for (int priority = 0; priority < 8; priority++) {
            handles[priority] = upPlane.packet(1, frameBytes, priority);
        }
    }

    public RecordingPlane upPlane() {
        return upPlane;
    }

    public RecordingPlane downPlane() {
        return downPlane;
    }

    public void start(EgressScheme upstream, IngressScheme downstream) {
        up = upstream;
        down = downstream;
        up.start();
        down.start();
    }

    /** Frames of a priority come to wait upstream. */
    public void offer(int priority, long frames) {
        for (long i = 0; i < frames; i++) {
            up.onEnqueue(handles[priority], EGRESS, PORT, priority);
        }
        waitingFrames[priority] += frames;
        showQueue(priority);
    }

    /** The next data frame is lost on the line. */
    public void loseNext() {
        losesNext = true;
    }

    /**
     * Lets the time of a frame pass.
     *
     * @param drains whether the downstream's egress may send a frame
     * @return whether it sent one
     */
    public boolean step(boolean drains) {
        nowNanos += frameNanos;
        downPlane.advanceTo(nowNanos, down);
        arriveDownstream();
        boolean drained = drains && !queue.isEmpty();
        if (drained) {
            drain();
        }
        for (RecordingPlane.Frame frame : downPlane.drainFrames()) {
            toUp.add(new Transit(nowNanos + link.delayNanos(), -1, frame.bytes()));
        }
        while (!toUp.isEmpty() && toUp.peek().atNanos <= nowNanos) {
            up.onControl(PORT, bytes(toUp.remove().control), 0);
        }
        upPlane.advanceTo(nowNanos, up);
        for (RecordingPlane.Frame frame : upPlane.drainFrames()) {
            controlToDown.add(new Transit(nowNanos + link.delayNanos(), -1, frame.bytes()));
        }
        send();
        return drained;
    }

    public long nowNanos() {
        return nowNanos;
    }

    /** Bytes that wait downstream. */
    public long queueBytes() {
        return (long) queue.size() * frameBytes;
    }

    /** Bytes of a priority that wait downstream. */
    public long queueBytes(int priority) {
        return ingressBytes[priority];
    }

    /** Data bytes sent by the upstream, over all priorities. */
    public long sentBytes() {
        return sentFrames * frameBytes;
    }

    public long waitingFrames(int priority) {
        return waitingFrames[priority];
    }

    public long lostFrames() {
        return lostFrames;
    }

    private static byte[] bytes(ByteBuffer frame) {
        byte[] bytes = new byte[frame.remaining()];
        frame.duplicate().get(bytes);
        return bytes;
    }

    private void arriveDownstream() {
        while (!dataToDown.isEmpty() && dataToDown.peek().atNanos <= nowNanos) {
            Transit arrived = dataToDown.remove();
            queue.add(arrived.priority);
            ingressBytes[arrived.priority] += frameBytes;
            downPlane.receive(frameBytes);
            downPlane.setIngressBytes(queueBytes());
            down.onEnqueue(
                    PORT, EGRESS, arrived.priority, frameBytes, ingressBytes[arrived.priority]);
        }
        while (!controlToDown.isEmpty() && controlToDown.peek().atNanos <= nowNanos) {
            down.onControl(PORT, bytes(controlToDown.remove().control), 0);
        }
    }

    private void drain() {
        int priority = queue.remove();
        ingressBytes[priority] -= frameBytes;
        downPlane.setIngressBytes(queueBytes());
        down.onDequeue(PORT, EGRESS, priority, frameBytes, ingressBytes[priority]);
    }

    /** The highest priority that may. */
    private void send() {
        for (RecordingPlane.QueueChange change : upPlane.drainQueueChanges()) {
            held &= change.held() ? ~0 : ~(1 << change.queue());
        }
        for (int priority = 7; priority >= 0; priority--) {
            if (waitingFrames[priority] == 0 || (held >> priority & 1) != 0) {
                continue;
            }
            int answer = up.onHead(handles[priority], EGRESS, PORT, priority);
            if (answer == EgressScheme.HOLD) {
                held |= 1 << priority;
                continue;
            }
            waitingFrames[priority]--;
            showQueue(priority);
            up.onDequeue(handles[priority], EGRESS, PORT, priority);
            sentFrames++;
            if (losesNext) {
                losesNext = false;
                lostFrames++;
            } else {
                long throughNanos = frameNanos + link.delayNanos() + link.pipelineNanos();
                dataToDown.add(new Transit(nowNanos + throughNanos, priority, null));
            }
            return;
        }
    }

    private void showQueue(int priority) {
        upPlane.setQueueBytes(PORT, priority, waitingFrames[priority] * frameBytes);
    }
}
