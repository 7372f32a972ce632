package io.losslab.agent.loop;

import io.losslab.agent.dpdk.Burst;
import io.losslab.agent.dpdk.EthernetPort;
import io.losslab.agent.dpdk.PacketPool;
import io.losslab.agent.frame.FrameReader;
import io.losslab.agent.plane.AgentDevice;
import io.losslab.agent.plane.ControlFrames;
import io.losslab.agent.plane.HostSchemes;
import io.losslab.agent.queue.EgressQueues;
import java.util.List;

/**
 * One turn after the other: receive a burst a port, obey the control frames in it, hand on the
 * rest, fire timers, take own frames in, fill a burst a port and send it. Pauses of a turn are in
 * force before its bursts are filled, and what a port did not take goes back to its queue, so that
 * a pause finds it there.
 *
 * <p>Run by one thread that DPDK knows. Allocates nothing per frame.
 */
public final class DataLoop {
    private static final int QUEUE = 0;

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
        int frames = 0;
        for (int port = 1; port < nics.length; port++) {
            frames += receive(port);
        }
        if (control.hasObeyed()) {
            control.onObeyed(nowNanos, System.nanoTime());
        }
        if (schemes.nextTimerNanos() <= nowNanos) {
            schemes.fireTimers(nowNanos);
        }
        frames += source.offer(nowNanos);
        for (int port = 1; port < nics.length; port++) {
            frames += send(port, nowNanos);
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

    private int receive(int port) {
        int count = nics[port].receive(QUEUE, in);
        for (int i = 0; i < count; i++) {
            if (!handle(port, in.buffer(i), in.data(i), in.length(i))) {
                finished.add(in.buffer(i), 0);
            }
        }
        received[port] += count;
        PacketPool.free(finished);
        return count;
    }

    private boolean handle(int port, long buffer, long frame, int lengthBytes) {
        if (frame == 0) {
            oversized++;
            return false;
        }
        int kind = FrameReader.kind(frame, lengthBytes);
        if (kind == FrameReader.CONTROL) {
            control.onFrame(port, frame, lengthBytes);
            return false;
        }
        int priority = device.priorities().priority(frame);
        device.onReceived(port, priority, lengthBytes);
        return handler.onFrame(port, buffer, frame, lengthBytes, kind, priority);
    }

    private int send(int port, long nowNanos) {
        EgressQueues queues = device.queues(port);
        if (queues.nextExpiryNanos() <= nowNanos) {
            queues.expire(nowNanos);
        }
        queues.fill(out, nowNanos);
        if (out.size() == 0) {
            return 0;
        }
        int taken = nics[port].send(QUEUE, out);
        queues.onSent(out, taken);
        sent[port] += taken;
        return taken;
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
