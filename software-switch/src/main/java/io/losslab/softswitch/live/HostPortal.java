package io.losslab.softswitch.live;

import static io.losslab.roce.frame.NativeMemory.FRAMES;
import static io.losslab.roce.frame.NativeMemory.MEMORY;
import static io.losslab.roce.frame.NativeMemory.REWRITER;

import io.losslab.api.clock.ScaledClock;
import io.losslab.api.frame.RoceFrame;
import io.losslab.roce.frame.DscpMap;
import io.losslab.roce.frame.FrameCheck;
import io.losslab.roce.frame.FrameReader;
import io.losslab.softswitch.fabric.edge.FabricEdge;
import java.util.Arrays;

/**
 * A host's port, where real frames enter and leave the fabric by a packet socket. On the fabric's
 * thread.
 */
final class HostPortal implements AutoCloseable {
    private static final int FCS_BYTES = 4;
    private static final int LEAST_BYTES = 60;
    private static final int VLAN_BITS = 0xFFF;
    private static final int TAG_BYTES = 4;

    private final int node;
    private final int port;
    private final PacketSocket socket;
    private final FrameStore store;
    private final Portals.Counts counts;
    private final ReceiveBatch batch;
    private final byte[] control = new byte[FabricEdge.longestControlBytes()];
    private final NativeBlock outgoing;
    private final FrameCheck check;

    /**
     * Makes a portal.
     *
     * @param port of the host, from 1
     */
    HostPortal(int node, int port, PacketSocket socket, FrameStore store, Portals.Counts counts) {
        this.node = node;
        this.port = port;
        this.socket = socket;
        this.store = store;
        this.counts = counts;
        this.outgoing =
                new NativeBlock(
                        Math.max(store.longestFrameBytes(), FabricEdge.longestControlBytes()));
        this.batch = new ReceiveBatch(store);
        this.check = new FrameCheck(MEMORY, store.longestFrameBytes());
    }

    int descriptor() {
        return socket.descriptor();
    }

    /**
     * Takes in all frames that are there.
     *
     * @param realToWallNanos what to add to a time stamp to get {@link System#nanoTime}
     * @return how many there were
     */
    int poll(FabricEdge edge, ScaledClock clock, long realToWallNanos) {
        int all = 0;
        int count;
        do {
            count = batch.receive(socket.descriptor());
            for (int i = 0; i < count; i++) {
                take(i, edge, clock, realToWallNanos);
                batch.rearm(i);
            }
            all += count;
        } while (count == ReceiveBatch.MESSAGES);
        counts.framesIn += all;
        return all;
    }

    /** Sends a frame to the host; its place is free then. */
    void send(int place, int priority, int tag, boolean marked) {
        long at = store.address(place);
        long begin = finish(at, store.tag(place) >= 0, priority, tag, marked);
        count(socket.send(begin, store.lengthBytes(place) + (int) (at - begin)));
        store.release(place);
    }

    /**
     * Makes a frame what it is to be when it leaves the fabric: with the priority it has now,
     * marked or not, tagged if it came with a tag or was given one.
     *
     * @param cameTagged whether the kernel took a tag off it
     * @param tag VLAN identifier it leaves with; 0 for none
     * @return where it begins, four bytes further to the front if it is tagged
     */
    static long finish(long at, boolean cameTagged, int priority, int tag, boolean marked) {
        if (marked) {
            REWRITER.mark(at);
        }
        if (cameTagged || tag != 0) {
            REWRITER.insertTag(at - TAG_BYTES, priority, tag);
            return at - TAG_BYTES;
        }
        if (FRAMES.priority(at, DscpMap.STANDARD) != priority) {
            REWRITER.setPriority(at, priority);
        }
        return at;
    }

    /** Sends a flow-control frame to the host, padded to the least length. */
    void sendControl(byte[] frame, int offset, int lengthBytes) {
        if (lengthBytes > outgoing.bytes.capacity()) {
            counts.refused++;
            return;
        }
        int written = lengthBytes - FCS_BYTES;
        int length = Math.max(LEAST_BYTES, written);
        MEMORY.write(outgoing.address, frame, offset, written);
        MEMORY.fill(outgoing.address + written, length - written, 0);
        count(socket.send(outgoing.address, length));
    }

    long lost() {
        return socket.lost();
    }

    @Override
    public void close() {
        socket.close();
    }

    private void count(boolean taken) {
        if (taken) {
            counts.framesOut++;
        } else {
            counts.refused++;
        }
    }

    private void take(int message, FabricEdge edge, ScaledClock clock, long realToWallNanos) {
        long at = store.address(batch.place(message));
        int length = batch.lengthBytes(message);
        if (batch.isCut(message)) {
            counts.ignored++;
            return;
        }
        batch.read(message);
        long sent = clock.nanosAt(batch.sentNanos() + realToWallNanos);
        if (sent < 0) {
            counts.early++;
            return;
        }
        // The kernel took a tag off: one that is still there is a second one.
        int kind = FRAMES.isTagged(at) ? FrameReader.OTHER : FRAMES.kind(at, length);
        if (kind == FrameReader.CONTROL) {
            takeControl(edge, at, length, sent);
        } else if (!FRAMES.isTagged(at) && FRAMES.isPlainIpv4(at, length)) {
            takeData(message, edge, at, length, kind, sent);
        } else {
            counts.ignored++;
        }
    }

    private void takeData(int message, FabricEdge edge, long at, int length, int kind, long sent) {
        boolean roce = kind != FrameReader.OTHER;
        if (roce && !check.isSound(at, length)) {
            edge.onWrongIcrc(node, port);
            return;
        }
        int place = batch.place(message);
        int tag = batch.tag();
        int priority = tag >= 0 ? tag >> 13 : FRAMES.priority(at, DscpMap.STANDARD);
        int flow =
                edge.flow(
                        FRAMES.sourceIpv4(at),
                        FRAMES.destinationIpv4(at),
                        FRAMES.isUdp(at) ? FRAMES.udpSourcePort(at) : 0,
                        priority);
        if (flow == 0) {
            drop(edge, roce);
            return;
        }
        store.describe(place, length, tag);
        batch.refill(message);
        edge.send(
                node,
                port,
                place,
                FRAMES.countedBytes(at, length),
                flow,
                FRAMES.destinationMac(at),
                priority,
                tag >= 0 ? tag & VLAN_BITS : 0,
                kind == FrameReader.RESPONSE,
                sent);
    }

    private void drop(FabricEdge edge, boolean roce) {
        if (roce) {
            edge.onUnknownFlow(node, port);
        } else {
            counts.ignored++;
        }
    }

    private void takeControl(FabricEdge edge, long at, int length, long sent) {
        int bytes = RoceFrame.frameBytes(length);
        if (bytes > control.length) {
            counts.ignored++;
            return;
        }
        MEMORY.read(at, control, 0, length);
        Arrays.fill(control, length, bytes, (byte) 0);
        edge.sendControl(node, port, control, 0, bytes, sent);
    }
}
