package io.losslab.agent.loop;

import io.losslab.agent.dpdk.Burst;
import io.losslab.agent.dpdk.EthernetPort;
import io.losslab.agent.dpdk.PacketPool;
import io.losslab.agent.frame.FrameReader;
import io.losslab.agent.plane.AgentDevice;
import io.losslab.agent.plane.ControlFrames;
import io.losslab.agent.plane.HostSchemes;
import io.losslab.agent.queue.EgressQueues;
import io.losslab.api.frame.RoceFrame;
import java.util.List;

/**
 * One turn after the other: fire timers, take own frames in; then port by port fill a burst from
 * the queues, send it, receive a burst, obey the control frames in it and hand on the rest. A pause
 * is in force before the next burst is filled, and what a port did not take goes back to its queue,
 * so that a pause finds it there.
 *
 * <p>Run by one thread that DPDK knows. Allocates nothing per frame.
 */
public final class DataLoop {
    private static final int QUEUE = 0;
    private static final int TOO_LONG = FrameReader.OTHER + 1;

    private final AgentDevice device;
    private final HostSchemes schemes;
    private final ControlFrames control;
    private final FrameHandler handler;
    private final FrameSource source;
    private final IdleWait idle;

    // by port, from 1
    private final EthernetPort[] nics;
    private final long[] received;
    private final long[] sent;

    private final Burst in = new Burst();
    private final Burst out = new Burst();
    private final Burst finished = new Burst();
    private long oversized;
    private volatile boolean stopping;

    /**
     * Makes a loop.
     *
     * @param nics started ports, in the order of the device's
     */
    public DataLoop(
            AgentDevice device,
            HostSchemes schemes,
            ControlFrames control,
            FrameHandler handler,
            FrameSource source,
            Polling polling,
            List<EthernetPort> nics) {
        if (nics.size() != device.ports()) {
            throw new IllegalArgumentException(
                    "the device has " + device.ports() + " ports, not " + nics.size());
        }
        this.device = device;
        this.schemes = schemes;
        this.control = control;
        this.handler = handler;
        this.source = source;
        this.idle = new IdleWait(polling);
        this.nics = new EthernetPort[nics.size() + 1];
        for (int port = 1; port <= nics.size(); port++) {
            this.nics[port] = nics.get(port - 1);
        }
        received = new long[this.nics.length];
        sent = new long[this.nics.length];
    }

    /** Starts the schemes, then turns until {@link #stop}. */
    public void run() {
        device.setNow(System.nanoTime());
        schemes.start();
        while (!stopping) {
            int frames = turn(System.nanoTime());
            if (frames > 0) {
                idle.onWork(device.nowNanos());
            } else {
                idle.onIdle(device.nowNanos(), nextDueNanos());
            }
        }
    }

    /** Ends {@link #run} soon; from any thread. */
    public void stop() {
        stopping = true;
    }

    /**
     * One turn.
     *
     * @return frames received, taken in and sent
     */
    public int turn(long nowNanos) {
        device.setNow(nowNanos);
        if (schemes.nextTimerNanos() <= nowNanos) {
            schemes.fireTimers(nowNanos);
        }
        int frames = source.offer(nowNanos);
        for (int port = 1; port < nics.length; port++) {
            frames += exchange(port, nowNanos);
            if (control.hasObeyed()) {
                control.onObeyed(nowNanos, System.nanoTime());
            }
        }
        return frames;
    }

    /** Frames a port received. */
    public long received(int port) {
        return received[port];
    }

    /** Frames a port sent. */
    public long sent(int port) {
        return sent[port];
    }

    /** Frames that were longer than a packet buffer. */
    public long oversized() {
        return oversized;
    }

    /** Sends what may go by a port, then takes in what came by it, while that is in the cache. */
    private int exchange(int port, long nowNanos) {
        EgressQueues queues = device.queues(port);
        if (queues.nextExpiryNanos() <= nowNanos) {
            queues.expire(nowNanos);
        }
        queues.fill(out, nowNanos);
        int taken = nics[port].exchange(QUEUE, out, in);
        if (out.size() > 0) {
            queues.onSent(out, taken);
        }
        sent[port] += taken;
        received[port] += in.size();
        if (in.size() > 0) {
            handleAll(port);
        }
        return taken + in.size();
    }

    private void handleAll(int port) {
        int runPriority = 0;
        long runBytes = 0;
        for (int i = 0; i < in.size(); i++) {
            long frame = in.data(i);
            int length = in.length(i);
            int kind = frame == 0 ? TOO_LONG : FrameReader.kind(frame, length);
            if (kind >= FrameReader.CONTROL && handleSpecial(port, frame, length, kind)) {
                finished.add(in.buffer(i));
                continue;
            }
            int priority = device.priorities().priority(frame);
            if (priority != runPriority) {
                device.onReceived(port, runPriority, runBytes);
                runPriority = priority;
                runBytes = 0;
            }
            runBytes += Math.max(RoceFrame.MIN_FRAME_BYTES, length + RoceFrame.FCS_BYTES);
            if (!handler.onFrame(port, in.buffer(i), frame, length, kind, priority)) {
                finished.add(in.buffer(i));
            }
        }
        device.onReceived(port, runPriority, runBytes);
        PacketPool.free(finished);
    }

    /** Whether the frame is no data, and done with. */
    private boolean handleSpecial(int port, long frame, int length, int kind) {
        if (kind == FrameReader.CONTROL) {
            control.onFrame(port, frame, length);
            return true;
        }
        if (kind == TOO_LONG) {
            oversized++;
            return true;
        }
        return false;
    }

    private long nextDueNanos() {
        long due = schemes.nextTimerNanos();
        for (int port = 1; port < nics.length; port++) {
            EgressQueues queues = device.queues(port);
            due = Math.min(due, Math.min(queues.nextExpiryNanos(), queues.nextLimitNanos()));
            if (queues.hasReady()) {
                return device.nowNanos();
            }
        }
        return due;
    }
}
