package io.losslab.softswitch.live;

import io.losslab.api.clock.ScaledClock;
import io.losslab.api.frame.RoceFrame;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.PortRef;
import io.losslab.api.topology.Topology;
import io.losslab.softswitch.fabric.Fabric;
import io.losslab.softswitch.fabric.edge.FabricEdge;
import io.losslab.softswitch.fabric.host.HostSettings;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.function.Function;

/**
 * A fabric that moves real frames: its switches are those of virtual time, its hosts are whatever
 * stands behind the network interfaces at the hosts' ports, and its clock is the wall's, slowed
 * down.
 *
 * <p>One thread owns the fabric. Frames come in with the time the kernel gave them when they were
 * sent and are brought to the switch at that time plus the link's, so what the switches do does not
 * depend on how promptly the thread ran; how late frames left for their hosts does, and is
 * recorded.
 */
public final class LiveFabric implements AutoCloseable {
    private static final int TAG_BYTES = 4;

    private final Fabric fabric;
    private final ScaledClock clock;
    private final LiveThread thread;
    private final Portals portals;

    /**
     * Opens the sockets and starts the thread; time stands at zero until {@link #startClockAt}.
     *
     * @param dataQueues of every egress port, 8..256
     * @param mtuBytes most payload of a RoCEv2 packet
     * @param interfaceAt name of the network interface at a host's port
     * @throws LiveException where an interface cannot be opened
     */
    public LiveFabric(
            Topology topology,
            int dataQueues,
            int mtuBytes,
            ScaledClock clock,
            Function<PortRef, String> interfaceAt) {
        this.clock = clock;
        fabric = new Fabric(topology, dataQueues);
        // The switches size their tolerances by the longest frame that hosts send.
        for (Node host : topology.hosts()) {
            fabric.configureHost(host.id(), HostSettings.withMtu(mtuBytes));
        }
        int longestFrameBytes =
                Math.max(RoceFrame.maxFrameBytes(mtuBytes), FabricEdge.longestControlBytes());
        FrameStore store = new FrameStore(longestFrameBytes + TAG_BYTES);
        portals = new Portals(fabric, clock, store);
        try {
            for (Node host : topology.hosts()) {
                for (int port = 1; port <= host.ports(); port++) {
                    String name = interfaceAt.apply(new PortRef(host, port));
                    portals.add(host.id(), port, new PacketSocket(name));
                }
            }
            thread = new LiveThread(fabric, clock, portals);
            thread.start();
        } catch (RuntimeException | Error e) {
            portals.close();
            throw e;
        }
    }

    /**
     * Why this machine cannot have live switches; empty if nothing is known to stand against it.
     */
    public static Optional<String> obstacle() {
        try {
            Libc.getpriority(Libc.PRIO_PROCESS, 0);
            return Optional.empty();
        } catch (LinkageError e) {
            return Optional.of(
                    "system calls cannot be made, as JNA's native library cannot be loaded: "
                            + e.getMessage());
        }
    }

    /**
     * Lets the fabric's time pass from a moment on; what hosts send before is thrown away.
     *
     * @param epochNanos of {@link System#nanoTime}, now or to come
     * @throws IllegalStateException where it passes already
     */
    public void startClockAt(long epochNanos) {
        onThread(
                () -> {
                    clock.startAt(epochNanos);
                    return null;
                });
    }

    public ScaledClock clock() {
        return clock;
    }

    /** Runs tasks on the fabric's thread, between two turns. */
    public ExecutorService executor() {
        return thread;
    }

    /** The fabric; only for tasks of {@link #executor}. */
    public Fabric fabric() {
        return fabric;
    }

    /** Calls a task about every 100 ms on the fabric's thread. */
    public void atLeisure(Runnable task) {
        thread.atLeisure(task);
    }

    /** What was done so far. */
    public LiveTotals totals() {
        return onThread(portals::totals);
    }

    /** Ends the thread and closes the sockets; tasks that wait are cancelled. */
    @Override
    public void close() {
        thread.shutdownNow();
        portals.close();
    }

    private <T> T onThread(Callable<T> task) {
        try {
            return thread.submit(task).get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException cause
                    ? cause
                    : new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LiveException("interrupted while waiting for the live switches", e);
        }
    }
}
