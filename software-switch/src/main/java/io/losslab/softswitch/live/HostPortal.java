package io.losslab.softswitch.live;

import io.losslab.api.clock.ScaledClock;
import io.losslab.flowcontrol.frame.LocalFrame;
import io.losslab.softswitch.fabric.edge.FabricEdge;
import java.nio.ByteBuffer;
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
    private final ReceiveBatch batch;
    private final byte[] control = new byte[FabricEdge.longestControlBytes()];
    private final NativeBlock outgoing;

    private long framesIn;
    private long framesOut;
    private long ignored;
    private long early;
    private long refused;

    /**
     * Makes a portal.
     *
     * @param port of the host, from 1
     */
    HostPortal(int node, int port, PacketSocket socket, FrameStore store) {
        this.node = node;
        this.port = port;
        this.socket = socket;
        this.store = store;
        this.outgoing =
                new NativeBlock(
                        Math.max(store.longestFrameBytes(), FabricEdge.longestControlBytes()));
        this.batch = new ReceiveBatch(store);
    }

    int node() {
        return node;
    }

    int port() {
        return port;
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
        framesIn += all;
        return all;
    }

    /** Sends a frame to the host; its place is free then. */
    void send(int place, int priority, int tag, boolean marked) {
        ByteBuffer memory = store.memory(place);
        int at = store.offset(place);
        boolean cameTagged = store.tag(place) >= 0;
        int front = at - EthernetFrame.finish(memory, at, cameTagged, priority, tag, marked);
        count(socket.send(store.address(place) - front, store.lengthBytes(place) + front));
        store.release(place);
    }

    /** Sends a flow-control frame to the host, padded to the least length. */
    void sendControl(byte[] frame, int offset, int lengthBytes) {
        if (lengthBytes > outgoing.bytes.capacity()) {
            refused++;
            return;
        }
        int length = Math.max(LEAST_BYTES, lengthBytes - FCS_BYTES);
        outgoing.bytes.put(0, frame, offset, lengthBytes - FCS_BYTES);
        for (int i = lengthBytes - FCS_BYTES; i < length; i++) {
            outgoing.bytes.put(i, (byte) 0);
        }
        count(socket.send(outgoing.address, length));
    }

    long framesIn() {
        return framesIn;
    }

    long framesOut() {
        return framesOut;
    }

    long ignored() {
        return ignored;
    }

    long early() {
        return early;
    }

    long refused() {
        return refused;
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
            framesOut++;
        } else {
            refused++;
        }
    }

    private void take(int message, FabricEdge edge, ScaledClock clock, long realToWallNanos) {
        int place = batch.place(message);
        int length = batch.lengthBytes(message);
        if (batch.isCut(message)) {
            ignored++;
            return;
        }
        batch.read(message);
        long sent = clock.nanosAt(batch.sentNanos() + realToWallNanos);
        if (sent < 0) {
            early++;
            return;
        }
        ByteBuffer memory = store.memory(place);
        int at = store.offset(place);
        int type = EthernetFrame.type(memory, at);
        if (type == EthernetFrame.MAC_CONTROL || type == LocalFrame.ETHER_TYPE) {
            takeControl(edge, memory, at, length, sent);
        } else if (EthernetFrame.isPlainIpv4(memory, at, length)) {
            takeData(message, edge, memory, at, length, sent);
        } else {
            ignored++;
        }
    }

    private void takeData(
            int message, FabricEdge edge, ByteBuffer memory, int at, int length, long sent) {
        int place = batch.place(message);
        int tag = batch.tag();
        int priority = tag >= 0 ? tag >> 13 : EthernetFrame.priority(memory, at);
        int flow =
                edge.flow(
                        EthernetFrame.sourceIpv4(memory, at),
                        EthernetFrame.destinationIpv4(memory, at),
                        EthernetFrame.udpSourcePort(memory, at),
                        priority);
        if (flow == 0) {
            ignored++;
            return;
        }
        store.describe(place, length, tag);
        batch.refill(message);
        edge.send(
                node,
                port,
                place,
                Math.max(LEAST_BYTES, length + (tag >= 0 ? TAG_BYTES : 0)) + FCS_BYTES,
                flow,
                EthernetFrame.destinationMac(memory, at),
                priority,
                tag >= 0 ? tag & VLAN_BITS : 0,
                EthernetFrame.isResponse(memory, at, length),
                sent);
    }

    private void takeControl(FabricEdge edge, ByteBuffer memory, int at, int length, long sent) {
        int bytes = Math.max(LEAST_BYTES, length) + FCS_BYTES;
        if (bytes > control.length) {
            ignored++;
            return;
        }
        memory.get(at, control, 0, length);
        Arrays.fill(control, length, bytes, (byte) 0);
        edge.sendControl(node, port, control, 0, bytes, sent);
    }
}
