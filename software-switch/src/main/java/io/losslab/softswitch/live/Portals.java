package io.losslab.softswitch.live;

import io.losslab.api.clock.ScaledClock;
import io.losslab.softswitch.fabric.Fabric;
import io.losslab.softswitch.fabric.edge.FabricEdge;
import io.losslab.softswitch.fabric.edge.FrameTaker;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** All hosts' ports of a live fabric. On the fabric's thread. */
final class Portals implements FrameTaker, AutoCloseable {
    private static final int MAX_PORTS = 1 << 10;

    /** Two clocks read within it are read at the same time. */
    private static final long PROMPT_NANOS = 10_000;

    private static final int CLOCK_READINGS = 8;

    private final Fabric fabric;
    private final ScaledClock clock;
    private final FrameStore store;
    private final FabricEdge edge;
    private final List<HostPortal> all = new ArrayList<>();
    private final HostPortal[][] byNode;
    private final Lateness lateness = new Lateness();
    private final ByteBuffer copy;
    private final NativeBlock time = new NativeBlock(16);

    Portals(Fabric fabric, ScaledClock clock, FrameStore store) {
        this.fabric = fabric;
        this.clock = clock;
        this.store = store;
        this.edge = fabric.openEdge(this);
        copy = ByteBuffer.allocate(FrameStore.FRONT_BYTES + store.longestFrameBytes());
        byNode = new HostPortal[fabric.topology().nodes().size()][];
    }

    /** Puts a host's port behind a socket, which is then the portal's to close. */
    void add(int node, int port, PacketSocket socket) {
        if (all.size() == MAX_PORTS) {
            throw new LiveException("a live lab has at most " + MAX_PORTS + " host ports");
        }
        HostPortal portal = new HostPortal(node, port, socket, store);
        all.add(portal);
        if (byNode[node] == null) {
            byNode[node] = new HostPortal[fabric.topology().nodes().get(node).ports() + 1];
        }
        byNode[node][port] = portal;
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
        recordLateness();
    }

    @Override
    public void onControl(int node, int port, byte[] frame, int offset, int lengthBytes) {
        byNode[node][port].sendControl(frame, offset, lengthBytes);
        recordLateness();
    }

    @Override
    public int copy(int place, int priority, int tag, boolean marked, byte[] to) {
        int front = FrameStore.FRONT_BYTES;
        int length = store.lengthBytes(place);
        copy.put(front, store.memory(place), store.offset(place), length);
        boolean cameTagged = store.tag(place) >= 0;
        int begin = EthernetFrame.finish(copy, front, cameTagged, priority, tag, marked);
        copy.get(begin, to, 0, length + front - begin);
        return length + front - begin;
    }

    @Override
    public void onDropped(int place) {
        store.release(place);
    }

    LiveTotals totals() {
        long in = 0;
        long out = 0;
        long ignored = 0;
        long early = 0;
        long lost = 0;
        long refused = 0;
        for (HostPortal portal : all) {
            in += portal.framesIn();
            out += portal.framesOut();
            ignored += portal.ignored();
            early += portal.early();
            lost += portal.lost();
            refused += portal.refused();
        }
        return new LiveTotals(
                in,
                out,
                ignored,
                early,
                lost,
                refused,
                lateness.worstNanos(),
                lateness.nanosAtPercentile(99),
                (long) clock.scale());
    }

    @Override
    public void close() {
        all.forEach(HostPortal::close);
    }

    private void recordLateness() {
        lateness.record(System.nanoTime() - clock.momentOf(fabric.nowNanos()));
    }

    /**
     * From the kernel's time stamps to {@link System#nanoTime}, which nobody sets. A thread that
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
