package io.losslab.agent.loop;

import static io.losslab.roce.frame.NativeMemory.FRAMES;

import io.losslab.agent.dpdk.Burst;
import io.losslab.agent.dpdk.EthernetPort;
import io.losslab.agent.dpdk.PacketPool;
import io.losslab.agent.plane.AgentDevice;
import io.losslab.agent.plane.ControlFrames;
import io.losslab.agent.plane.HostSchemes;
import io.losslab.agent.queue.EgressQueues;
import io.losslab.agent.queue.PacketTable;
import io.losslab.api.clock.ScaledClock;
import io.losslab.api.frame.RoceFrame;
import io.losslab.roce.frame.FrameReader;
import io.losslab.roce.host.PassedFrames;
import java.util.List;
import java.util.Optional;

/**
 * One turn after the other: fire timers, take own frames in; then port by port fill a burst from
 * the queues, send it, receive a burst, obey the control frames in it and hand on the rest. A pause
 * is in force before the next burst is filled, and what a port did not take goes back to its queue,
 * so that a pause finds it there.
 *
 * <p>Run by one thread that DPDK knows. Allocates nothing per frame.
 */
public final class DataLoop {
    private static final int PRIORITY_BITS = 3;

    /** Of frames longer than a packet buffer or without an EtherType, which are dropped. */
    private static final int NO_FRAME = FrameReader.OTHER + 1;

    private final AgentDevice device;
    private final HostSchemes schemes;
    private final ControlFrames control;
    private final FrameHandler handler;
    private final FrameSource source;
    private final IdleWait idle;
    private final ScaledClock clock;

    // by port, from 1
    private final EthernetPort[] nics;
    private final long[] received;
    private final long[] sent;

    /** What passes a port while it is watched; null while it is not. */
    private final PassedFrames[] watched;

    /** Rows noted when so many frames of a burst were. */
    private final int[] rowsBehind = new int[Burst.CAPACITY + 1];

    private final Burst in = new Burst();
    private final Burst out = new Burst();
    private final Burst finished = new Burst();
    private volatile boolean stopping;

    /** When the ports were looked at last: what is found now came later. */
    private long lastTurnNanos;

    /**
     * Makes a loop.
     *
     * @param nics started ports, in the order of the device's
     * @param clock of the device's time
     */
    public DataLoop(
            AgentDevice device,
            HostSchemes schemes,
            ControlFrames control,
            FrameHandler handler,
            FrameSource source,
            Polling polling,
            List<EthernetPort> nics,
            ScaledClock clock) {
        if (nics.size() != device.ports()) {
            throw new IllegalArgumentException(
                    "the device has " + device.ports() + " ports, not " + nics.size());
        }
        this.device = device;
        this.schemes = schemes;
        this.control = control;
        this.handler = handler;
        this.source = source;
        this.clock = clock;
        this.idle = new IdleWait(polling);
        this.nics = new EthernetPort[nics.size() + 1];
        for (int port = 1; port <= nics.size(); port++) {
            this.nics[port] = nics.get(port - 1);
        }
        received = new long[this.nics.length];
        sent = new long[this.nics.length];
        watched = new PassedFrames[this.nics.length];
    }

    /** Starts the schemes, then turns until {@link #stop}. */
    public void run() {
        lastTurnNanos = clock.nowNanos();
        device.setNow(lastTurnNanos);
        schemes.start();
        while (!stopping) {
            int frames = turn(clock.nowNanos());
            if (frames > 0) {
                idle.onWork(System.nanoTime());
            } else {
                idle.onIdle(System.nanoTime(), wallUntilDue());
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
        long lookedNanos = lastTurnNanos;
        lastTurnNanos = nowNanos;
        if (schemes.nextTimerNanos() <= nowNanos) {
            schemes.fireTimers(nowNanos);
        }
        int frames = source.offer(nowNanos);
        for (int port = 1; port < nics.length; port++) {
            frames += exchange(port, nowNanos);
            if (control.hasObeyed()) {
                control.onObeyed(0, clock.wallNanos(clock.nowNanos() - lookedNanos));
            }
        }
        return frames;
    }

    /** Has what passes a port noted; null for no more. On the thread that turns. */
    public void watch(int port, PassedFrames passed) {
        watched[port] = passed;
    }

    /** What has passed a port, if it is watched. */
    public Optional<PassedFrames> watched(int port) {
        return Optional.ofNullable(watched[port]);
    }

    /** Frames a port received. */
    public long received(int port) {
        return received[port];
    }

    /** Frames a port sent. */
    public long sent(int port) {
        return sent[port];
    }

    /** Sends what may go by a port, then takes in what came by it, while that is in the cache. */
    private int exchange(int port, long nowNanos) {
        EgressQueues queues = device.queues(port);
        if (queues.nextExpiryNanos() <= nowNanos) {
            queues.expire(nowNanos);
        }
        queues.fill(out, nowNanos);
        PassedFrames passed = watched[port];
        int taken = passed == null ? nics[port].exchange(out, in) : exchangeNoted(port, passed);
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

    /**
     * Notes what a burst sends, before the port owns it, and what came in. What the port did not
     * take is struck out again.
     */
    private int exchangeNoted(int port, PassedFrames passed) {
        long sentNanos = clock.nowNanos();
        PacketTable packets = device.packets();
        rowsBehind[0] = passed.size();
        for (int i = 0; i < out.size(); i++) {
            int packet = device.queues(port).filled(i);
            int length = packets.length(packet);
            passed.note(
                    FRAMES, device.dscps(), packets.data(packet), length, length, true, sentNanos);
            rowsBehind[i + 1] = passed.size();
        }
        int taken = nics[port].exchange(out, in);
        if (taken < out.size()) {
            passed.strike(rowsBehind[out.size()] - rowsBehind[taken]);
        }
        long cameNanos = clock.nowNanos();
        for (int i = 0; i < in.size(); i++) {
            if (in.data(i) != 0) {
                passed.note(
                        FRAMES,
                        device.dscps(),
                        in.data(i),
                        in.length(i),
                        in.length(i),
                        false,
                        cameNanos);
            }
        }
        return taken;
    }

    /** Hands on what came in, in runs of one kind and priority. */
    private void handleAll(int port) {
        int runFrom = 0;
        int runClass = 0;
        long runLook = 0;
        long runBytes = 0;
        int count = in.size();
        for (int i = 0; i < count; i++) {
            long frame = in.data(i);
            int lengthBytes = in.length(i);
            long look = frame == 0 ? 0 : FRAMES.look(frame, lengthBytes);
            if (look == 0 || look != runLook) {
                int frameClass = classOf(frame, lengthBytes);
                if (frameClass != runClass) {
                    endRun(port, runFrom, i, runClass, runBytes);
                    runFrom = i;
                    runClass = frameClass;
                    runBytes = 0;
                }
                runLook = look;
            }
            runBytes += RoceFrame.frameBytes(lengthBytes);
        }
        endRun(port, runFrom, count, runClass, runBytes);
        PacketPool.free(finished);
    }

    /** Kind and priority of a frame in one number. */
    private int classOf(long frame, int lengthBytes) {
        if (frame == 0 || lengthBytes < FrameReader.LEAST_BYTES) {
            return NO_FRAME << PRIORITY_BITS;
        }
        return FRAMES.kind(frame, lengthBytes) << PRIORITY_BITS
                | FRAMES.priority(frame, device.dscps());
    }

    private void endRun(int port, int from, int to, int frameClass, long bytes) {
        int kind = frameClass >> PRIORITY_BITS;
        if (from == to) {
            return;
        }
        if (kind == FrameReader.CONTROL || kind == NO_FRAME) {
            handleSpecial(port, from, to, kind);
            return;
        }
        int priority = frameClass & (1 << PRIORITY_BITS) - 1;
        device.onReceived(port, priority, bytes);
        handler.onFrames(port, in, from, to, kind, priority, finished);
    }

    private void handleSpecial(int port, int from, int to, int kind) {
        for (int i = from; i < to; i++) {
            if (kind == FrameReader.CONTROL) {
                control.onFrame(port, in.data(i), in.length(i));
            }
            finished.add(in.buffer(i));
        }
    }

    /** Wall time until there is something to do at the latest; below zero if it is due. */
    private long wallUntilDue() {
        if (!clock.isRunning()) {
            return clock.untilEpochNanos();
        }
        long due = Math.min(schemes.nextTimerNanos(), source.nextDueNanos());
        for (int port = 1; port < nics.length; port++) {
            EgressQueues queues = device.queues(port);
            due = Math.min(due, queues.nextExpiryNanos());
            if (queues.hasReady()) {
                due = Math.min(due, Math.max(device.nowNanos(), queues.lineFreeNanos()));
            }
        }
        return due == Long.MAX_VALUE ? due : clock.wallNanos(due - device.nowNanos());
    }
}
