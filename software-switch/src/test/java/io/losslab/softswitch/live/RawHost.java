package io.losslab.softswitch.live;

import static io.losslab.roce.frame.NativeMemory.MEMORY;

import com.sun.jna.Native;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.Topology;
import io.losslab.roce.frame.BufferMemory;
import io.losslab.roce.frame.InvariantCrc;
import io.losslab.softswitch.netns.NamespaceLab;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A host's port in its namespace, driven by hand: raw frames out, raw frames in. */
final class RawHost implements AutoCloseable {
    /** What came in. */
    static final class Arrival {
        private final byte[] frame;
        private final long sentNanos;
        private final int tag;

        Arrival(byte[] frame, long sentNanos, int tag) {
            this.frame = frame;
            this.sentNanos = sentNanos;
            this.tag = tag;
        }

        byte[] frame() {
            return frame;
        }

        /** When it was sent, nanoseconds of the real-time clock. */
        long sentNanos() {
            return sentNanos;
        }

        /** Tag the kernel took off; -1 for none. */
        int tag() {
            return tag;
        }
    }

    private final FrameStore store = new FrameStore(4_400);
    private final PacketSocket socket;
    private final ReceiveBatch batch;
    private final Node node;
    private final int port;

    RawHost(NamespaceLab lab, Node node, int port) {
        this.node = node;
        this.port = port;
        socket =
                Namespace.within(
                        Path.of("/run/netns", lab.namespace(node)),
                        NamespaceLab.hostInterface(port));
        batch = new ReceiveBatch(store);
    }

    /** A RoCEv2 write packet without FCS. */
    byte[] data(RawHost to, int sequence, int priority, int payloadBytes) {
        return roce(to, 0x07, sequence, priority, payloadBytes);
    }

    byte[] roce(RawHost to, int opcode, int sequence, int priority, int payloadBytes) {
        int ipBytes = 20 + 8 + 12 + payloadBytes + 4;
        ByteBuffer frame = ByteBuffer.allocate(14 + ipBytes);
        putMac(frame, to.mac());
        putMac(frame, mac());
        frame.putShort((short) 0x0800);
        frame.put((byte) 0x45).put((byte) (priority << 5 | 2)).putShort((short) ipBytes);
        frame.putInt(0x4000).put((byte) 64).put((byte) 17).putShort((short) 0);
        frame.putInt(node.ipv4()).putInt(to.node.ipv4());
        frame.putShort((short) 49_152).putShort((short) 4_791);
        frame.putShort((short) (ipBytes - 20)).putShort((short) 0);
        frame.put((byte) opcode).put((byte) 0).putShort((short) 0xFFFF);
        frame.putInt(17).putInt(sequence);
        frame.putShort(24, (short) checksum(frame.array(), 14));
        new InvariantCrc(ipBytes).seal(BufferMemory.of(frame.array()), 14, ipBytes);
        return frame.array();
    }

    void send(byte[] frame) {
        NativeBlock block = new NativeBlock(frame.length);
        block.bytes.put(0, frame);
        if (!socket.send(block.address, frame.length)) {
            throw new IllegalStateException("not sent: " + Libc.text(Libc.errno()));
        }
    }

    /** Waits until so many frames are there; fewer where they do not come within a minute. */
    List<Arrival> receive(int count) {
        List<Arrival> arrivals = new ArrayList<>();
        long deadline = System.nanoTime() + 60_000_000_000L;
        while (arrivals.size() < count && System.nanoTime() < deadline) {
            List<Arrival> now = receiveNow();
            arrivals.addAll(now);
            if (now.isEmpty()) {
                Thread.onSpinWait();
            }
        }
        return arrivals;
    }

    /** What is there already. */
    List<Arrival> receiveNow() {
        List<Arrival> arrivals = new ArrayList<>();
        int count = batch.receive(socket.descriptor());
        for (int i = 0; i < count; i++) {
            batch.read(i);
            byte[] frame = new byte[batch.lengthBytes(i)];
            int place = batch.place(i);
            MEMORY.read(store.address(place), frame, 0, frame.length);
            arrivals.add(new Arrival(frame, batch.sentNanos(), batch.tag()));
            batch.rearm(i);
        }
        return arrivals;
    }

    long mac() {
        return Topology.macOf(node.id(), port);
    }

    @Override
    public void close() {
        socket.close();
    }

    static int checksum(byte[] frame, int header) {
        int sum = 0;
        for (int i = header; i < header + 20; i += 2) {
            sum += (frame[i] & 0xFF) << 8 | frame[i + 1] & 0xFF;
        }
        while (sum >>> 16 != 0) {
            sum = (sum & 0xFFFF) + (sum >>> 16);
        }
        return ~sum & 0xFFFF;
    }

    private static void putMac(ByteBuffer to, long mac) {
        to.putShort((short) (mac >>> 32)).putInt((int) mac);
    }

    /** Opens sockets in other namespaces: a socket stays where it was opened. */
    static final class Namespace {
        private static final int CLONE_NEWNET = 0x40000000;

        static {
            Native.register(Namespace.class, "c");
        }

        private Namespace() {}

        static native int open(String path, int flags);

        static native int setns(int descriptor, int kind);

        static native int close(int descriptor);

        static PacketSocket within(Path namespace, String interfaceName) {
            int own = open("/proc/thread-self/ns/net", 0);
            int other = open(namespace.toString(), 0);
            try {
                enter(other);
                PacketSocket socket = new PacketSocket(interfaceName);
                enter(own);
                return socket;
            } finally {
                enter(own);
                close(own);
                close(other);
            }
        }

        private static void enter(int descriptor) {
            if (setns(descriptor, CLONE_NEWNET) != 0) {
                throw new IllegalStateException("setns: " + Libc.text(Native.getLastError()));
            }
        }
    }
}
