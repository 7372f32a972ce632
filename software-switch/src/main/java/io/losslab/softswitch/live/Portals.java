package io.losslab.softswitch.live;

import static io.losslab.roce.frame.NativeMemory.MEMORY;

import io.losslab.api.clock.ScaledClock;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.Topology;
import io.losslab.softswitch.fabric.Fabric;
import io.losslab.softswitch.fabric.edge.FabricEdge;
import io.losslab.softswitch.fabric.edge.FrameTaker;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;

/** All hosts' ports of a live fabric. On the fabric's thread. */
final class Portals implements FrameTaker, AutoCloseable {
    private static final int MAX_PORTS = 1 << 10;

    /** Two clocks read within it are read at the same time. */
    private static final long PROMPT_NANOS = 10_000;

    private static final int CLOCK_READINGS = 8;
    private static final long MOST_LATE_NANOS = 60_000_000_000L;
    private static final Histogram NOTHING_LATE = new Histogram(MOST_LATE_NANOS, 2);

    /** Of all host ports. */
    static final class Counts {
        long framesIn;
        long framesOut;
        long ignored;
        long early;
        long refused;
    }

    private final Topology topology;
    private final LongSupplier fabricNanos;
    private final ScaledClock clock;
    private final FrameStore store;
    private final FabricEdge edge;
    private final List<HostPortal> all = new ArrayList<>();
    private final HostPortal[][] byNode;

    /** Lateness of the switch at the other end, by host and port. */
    private final Histogram[][] switches;

    private final Counts counts = new Counts();

    /**
     * How late frames left each switch for its hosts, by the wall clock: what the machine needed
     * more than the fabric's time gave. By node; null where no host is linked to.
     */
    private final Histogram[] lateness;

    private final NativeBlock copy;
    private final NativeBlock time = new NativeBlock(16);

    Portals(Fabric fabric, ScaledClock clock, FrameStore store) {
        topology = fabric.topology();
        fabricNanos = fabric::nowNanos;
        this.clock = clock;
        this.store = store;
        this.edge = fabric.openEdge(this);
        copy = new NativeBlock(FrameStore.FRONT_BYTES + store.longestFrameBytes());
        byNode = new HostPortal[topology.nodes().size()][];
        switches = new Histogram[topology.nodes().size()][];
        lateness = new Histogram[topology.nodes().size()];
    }

    /** Puts a host's port behind a socket, which is then the portal's to close. */
    void add(int node, int port, PacketSocket socket) {
        if (all.size() == MAX_PORTS) {
            throw new LiveException("a live lab has at most " + MAX_PORTS + " host ports");
        }
        HostPortal portal = new HostPortal(node, port, socket, store, counts);
        all.add(portal);
        if (byNode[node] == null) {
            byNode[node] = new HostPortal[topology.nodes().get(node).ports() + 1];
            switches[node] = new Histogram[byNode[node].length];
        }
        byNode[node][port] = portal;
        Node host = topology.nodes().get(node);
        int peer = topology.peerAt(host, port).id();
        if (lateness[peer] == null) {
            lateness[peer] = new Histogram(MOST_LATE_NANOS, 2);
        }
        switches[node][port] = lateness[peer];
    }

    int count() {
        return all.size();
    }

    int descriptor(int index) {
        return all.get(index).descriptor();
    }

    /** Takes in what hosts sent; returns how many frames. */
    int poll() {
        long offset = realToWallNanos();
        int frames = 0;
        for (int i = 0; i < all.size(); i++) {
            frames += all.get(i).poll(edge, clock, offset);
        }
        return frames;
    }

    @Override
    public void onFrame(int node, int port, int place, int priority, int tag, boolean marked) {
        byNode[node][port].send(place, priority, tag, marked);
        recordLateness(switches[node][port]);
    }

    @Override
    public void onControl(int node, int port, byte[] frame, int offset, int lengthBytes) {
        byNode[node][port].sendControl(frame, offset, lengthBytes);
        recordLateness(switches[node][port]);
    }

    @Override
    public int copy(int place, int priority, int tag, boolean marked, byte[] to) {
        long at = copy.address + FrameStore.FRONT_BYTES;
        int length = store.lengthBytes(place);
        MEMORY.copy(store.address(place), at, length);
        long begin = HostPortal.finish(at, store.tag(place) >= 0, priority, tag, marked);
        int bytes = length + (int) (at - begin);
        MEMORY.read(begin, to, 0, bytes);
        return bytes;
    }

    @Override
    public void onDropped(int place) {
        store.release(place);
    }

    LiveTotals totals() {
        Optional<Node> latest = latest();
        Histogram late = latest.map(it -> lateness[it.id()]).orElse(NOTHING_LATE);
        return new LiveTotals(
                counts.framesIn,
                counts.framesOut,
                counts.ignored,
                counts.early,
                all.stream().mapToLong(HostPortal::lost).sum(),
                counts.refused,
                latest.map(Node::name).orElse(""),
                late.getMaxValue(),
                late.getValueAtPercentile(99),
                (long) clock.scale());
    }

    private Optional<Node> latest() {
        return topology.nodes().stream()
                .filter(it -> lateness[it.id()] != null && lateness[it.id()].getTotalCount() > 0)
                .max(Comparator.comparingLong(it -> lateness[it.id()].getValueAtPercentile(99)));
    }

    @Override
    public void close() {
        all.forEach(HostPortal::close);
        all.clear();
    }

    private void recordLateness(Histogram lateness) {
        long late = System.nanoTime() - clock.momentOf(fabricNanos.getAsLong());
        lateness.recordValue(Math.max(0, Math.min(MOST_LATE_NANOS, late)));
    }

    /**
     * From the kernel's time stamps to {@link System#nanoTime}, which is never set. A thread that
     * lost its core between the two clocks reads them again: frames would seem to be sent later.
     */
    private long realToWallNanos() {
        long offset = 0;
        long narrowest = Long.MAX_VALUE;
        for (int i = 0; i < CLOCK_READINGS && narrowest > PROMPT_NANOS; i++) {
            long before = System.nanoTime();
            Libc.clock_gettime(Libc.CLOCK_REALTIME, time.address);
            long after = System.nanoTime();
            if (after - before < narrowest) {
                narrowest = after - before;
                offset = after - time.bytes.getLong(0) * 1_000_000_000L - time.bytes.getLong(8);
            }
        }
        return offset;
    }
}
