package io.losslab.benchmarks.agent;

import static io.losslab.roce.frame.NativeMemory.FRAMES;
import static io.losslab.roce.frame.NativeMemory.MEMORY;

import io.losslab.agent.dpdk.Burst;
import io.losslab.agent.dpdk.EthernetPort;
import io.losslab.agent.dpdk.PacketPool;
import io.losslab.agent.dpdk.SpareBuffers;
import io.losslab.agent.loop.DataLoop;
import io.losslab.agent.loop.FrameSource;
import io.losslab.agent.loop.HostPath;
import io.losslab.agent.loop.Polling;
import io.losslab.agent.loop.RelayRoutes;
import io.losslab.agent.plane.ControlFrames;
import io.losslab.agent.plane.HostSchemes;
import io.losslab.api.clock.ScaledClock;
import io.losslab.flowcontrol.pause.PauseFrame;
import io.losslab.roce.frame.FrameReader;
import io.losslab.roce.frame.RoceWriter;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.HdrHistogram.Histogram;

/**
 * How soon a flooding agent falls silent: the first device is the agent's, the second the far end
 * of its link. Between a pause frame given to the far end and the last data frame that comes out
 * there lie both ways through the kernel and the agent's reaction.
 */
final class PauseProbe {
    private static final int PRIORITY = 3;
    private static final long MOST_NANOS = 10_000_000_000L;

    /** A paused agent that sends nothing for so long has obeyed. */
    private static final long SILENCE_NANOS = 3_000_000;

    /** Well within the 34 ms that a full pause lasts at 1 Gb/s. */
    private static final long REFRESH_NANOS = 10_000_000;

    private static final int FRAMES_BEFORE = 500;

    /** An agent from which so many polls all brought frames sends without a pause. */
    private static final int LONGEST_BUSY_POLLS = 1000;

    private final EthernetPort port;
    private final SpareBuffers buffers;
    private final Burst out = new Burst();
    private final Burst in = new Burst();
    private final byte[] frame = new byte[PauseFrame.LENGTH_BYTES];
    private final Histogram reactions = new Histogram(MOST_NANOS, 3);

    /** When data came last, whatever the probe was about to do. */
    private long lastDataNanos;

    private PauseProbe(EthernetPort port, PacketPool pool) {
        this.port = port;
        this.buffers = new SpareBuffers(pool);
    }

    /**
     * Pauses and resumes the agent some times, after as many to warm up; prints how long it took
     * and what it says itself.
     */
    static void run(int rounds, String[] devices) throws InterruptedException {
        BenchHost host = new BenchHost(1, devices);
        ControlFrames control = new ControlFrames(host.device);
        RoceWriter writer = new RoceWriter(MEMORY, BenchHost.FLOW, 1024);
        FloodSource flood = new FloodSource(host.device, host.pool, writer, 1, PRIORITY);
        AtomicBoolean warm = new AtomicBoolean();
        FrameSource source =
                nowNanos -> {
                    if (warm.compareAndSet(true, false)) {
                        control.clearReactions();
                    }
                    return flood.offer(nowNanos);
                };
        DataLoop loop =
                new DataLoop(
                        host.device,
                        new HostSchemes(host.device),
                        control,
                        new HostPath(host.device, PauseProbe::ignore, new RelayRoutes(Map.of())),
                        source,
                        Polling.BUSY,
                        host.ports.subList(0, 1),
                        ScaledClock.WALL);
        Thread data = host.start(loop);
        PauseProbe probe = new PauseProbe(host.ports.get(1), host.pool);
        probe.rounds(rounds);
        probe.reactions.reset();
        warm.set(true);
        probe.rounds(rounds);
        loop.stop();
        data.join();
        tell(probe.reactions, control.reactions());
        probe.buffers.close();
        host.close();
    }

    private static void tell(Histogram wire, Histogram software) {
        BenchChild.print("rounds", wire.getTotalCount());
        BenchChild.print("pauseReactionMicrosP50", wire.getValueAtPercentile(50) / 1e3);
        BenchChild.print("pauseReactionMicrosP99", wire.getValueAtPercentile(99) / 1e3);
        BenchChild.print("agentReactionMicrosP50", software.getValueAtPercentile(50) / 1e3);
        BenchChild.print("agentReactionMicrosP99", software.getValueAtPercentile(99) / 1e3);
    }

    /** The kernel has things to say on a new veth pair. */
    private static void ignore(
            int port, long frame, int lengthBytes, int kind, int priority, long nowNanos) {}

    private void rounds(int count) {
        for (int i = 0; i < count; i++) {
            round();
        }
    }

    private void round() {
        receiveFrames(FRAMES_BEFORE);
        awaitBurst();
        long paused = System.nanoTime();
        send(PauseFrame.MAX_QUANTA);
        receiveUntilSilent(paused);
        reactions.recordValue(Math.min(MOST_NANOS, Math.max(0, lastDataNanos - paused)));
        send(0);
    }

    private void receiveFrames(int count) {
        int seen = 0;
        while (seen < count) {
            exchange();
            seen += countData();
        }
    }

    /** Waits until the agent begins to send a burst, so that the pause meets it at work. */
    private void awaitBurst() {
        int busy = 0;
        do {
            exchange();
            busy++;
        } while (countData() > 0 && busy < LONGEST_BUSY_POLLS);
        do {
            exchange();
        } while (countData() == 0);
    }

    /** Receives until nothing comes any longer; refreshes the pause. */
    private void receiveUntilSilent(long began) {
        long refreshed = began;
        long now = began;
        while (now - Math.max(began, lastDataNanos) < SILENCE_NANOS) {
            exchange();
            countData();
            now = System.nanoTime();
            if (now - refreshed > REFRESH_NANOS) {
                refreshed = now;
                send(PauseFrame.MAX_QUANTA);
            }
        }
    }

    private int exchange() {
        return port.exchange(out, in);
    }

    /** Data frames among those that came with the last exchange. */
    private int countData() {
        int data = 0;
        for (int i = 0; i < in.size(); i++) {
            if (FRAMES.kind(in.data(i), in.length(i)) == FrameReader.DATA) {
                data++;
            }
        }
        PacketPool.free(in);
        if (data > 0) {
            lastDataNanos = System.nanoTime();
        }
        return data;
    }

    private void send(int quanta) {
        if (!buffers.hasNext()) {
            throw new IllegalStateException("the probe has no packet buffer left");
        }
        PauseFrame.write(frame, 0, port.mac(), 1 << PRIORITY, quanta);
        MEMORY.write(buffers.data(), frame, 0, frame.length - 4);
        out.add(buffers.take(frame.length - 4));
        while (exchange() == 0) {
            countData();
        }
        out.clear();
        countData();
    }
}
