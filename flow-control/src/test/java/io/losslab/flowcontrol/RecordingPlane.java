package io.losslab.flowcontrol;

import io.losslab.flowcontrol.pause.PauseFrame;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * A device for tests: keeps what a scheme did, and lets the test set what it sees. All its ports
 * have the same link but those of {@link #setLink}; port p leads to port 1 of device 100 + p. Time
 * passes only in {@link #advanceTo}.
 */
public final class RecordingPlane implements DataPlane {
    /** MAC address of its port. */
    public static final long MAC = 0x02_00_00_00_01_03L;

    /** A control frame that was sent. */
    public record Sent(long atNanos, int port, int priorities, int quanta) {}

    /** A control frame of any kind that was sent. */
    public record Frame(long atNanos, int port, ByteBuffer bytes, long root) {}

    /** A hold of a queue or, with {@code held} false, its release. */
    public record QueueChange(int port, int queue, boolean held, long root) {}

    /** A packet for {@link #packet}. */
    public record Packet(int flow, int bytes, int priority, int tag) {}

    /** A flow for {@link #flow(int, int, int, int)}. */
    private record Flow(int sourceIpv4, int destinationIpv4, int udpSourcePort) {}

    /** A pause or, with {@code untilNanos} 0, a resume of an egress priority. */
    public record EgressChange(int port, int priority, long untilNanos) {}

    private record Timer(long atNanos, int number) {}

    private final LinkProfile link;
    private final Map<Integer, LinkProfile> links = new HashMap<>();
    private final List<Sent> sent = new ArrayList<>();
    private final List<EgressChange> egressChanges = new ArrayList<>();
    private final List<String> violations = new ArrayList<>();
    private final List<Frame> frames = new ArrayList<>();
    private final List<QueueChange> queueChanges = new ArrayList<>();
    private final List<Integer> unparked = new ArrayList<>();
    private final Map<Integer, Packet> packets = new HashMap<>();
    private final Map<Integer, Flow> flows = new HashMap<>();
    private final Map<List<Integer>, Long> queueBytes = new HashMap<>();
    private final Map<List<Integer>, Long> transitBytes = new HashMap<>();
    private final Map<List<Integer>, Integer> hops = new HashMap<>();
    private final Map<List<Integer>, Integer> levels = new HashMap<>();
    private final int ports;
    private final PriorityQueue<Timer> timers =
            new PriorityQueue<>((a, b) -> Long.compare(a.atNanos, b.atNanos));
    private final long[] headroomBytes = new long[8];
    private long nowNanos;
    private final long[] receivedBytes = new long[8];
    private long ingressBytes;
    private long freeSharedBytes;

    /** A device of one port. */
    public RecordingPlane(LinkProfile link) {
        this(link, 1);
    }

    public RecordingPlane(LinkProfile link, int ports) {
        this.link = link;
        this.ports = ports;
    }

    /** Makes a packet; returns its handle. */
    public int packet(int flow, int bytes, int priority) {
        int handle = packets.size() + 1;
        packets.put(handle, new Packet(flow, bytes, priority, 0));
        return handle;
    }

    public void flow(int flow, int sourceIpv4, int destinationIpv4, int udpSourcePort) {
        flows.put(flow, new Flow(sourceIpv4, destinationIpv4, udpSourcePort));
    }

    /** Gives a port a link of its own; a scheme that is made later sees it. */
    public void setLink(int port, LinkProfile own) {
        links.put(port, own);
    }

    public void setQueueBytes(int port, int queue, long bytes) {
        queueBytes.put(List.of(port, queue), bytes);
    }

    public void setTransitBytes(int ingress, int egress, long bytes) {
        transitBytes.put(List.of(ingress, egress), bytes);
    }

    /** A flow will leave a device by a port after so many egress ports. */
    public void setHops(int flow, int device, int port, int count) {
        hops.put(List.of(flow, device, port), count);
    }

    public int level(int port, int queue) {
        return levels.getOrDefault(List.of(port, queue), 0);
    }

    /** Lets time pass while no timer is set. */
    public void advanceTo(long nanos) {
        if (!timers.isEmpty()) {
            throw new IllegalStateException("a timer is set; say whose");
        }
        nowNanos = nanos;
    }

    /** Fires the scheme's timers that are due by then. */
    public void advanceTo(long nanos, IngressScheme scheme) {
        while (!timers.isEmpty() && timers.peek().atNanos <= nanos) {
            Timer timer = timers.poll();
            nowNanos = timer.atNanos;
            scheme.onTimer(timer.number);
        }
        nowNanos = nanos;
    }

    public void setIngressBytes(long bytes) {
        ingressBytes = bytes;
    }

    /** Bytes of priority 3 come in. */
    public void receive(long bytes) {
        receive(3, bytes);
    }

    public void receive(int priority, long bytes) {
        receivedBytes[priority] += bytes;
    }

    public void setFreeSharedBytes(long bytes) {
        freeSharedBytes = bytes;
    }

    public void setHeadroomBytes(int priority, long bytes) {
        headroomBytes[priority] = bytes;
    }

    /** Control frames sent since the last call. */
    public List<Sent> drainSent() {
        List<Sent> drained = List.copyOf(sent);
        sent.clear();
        return drained;
    }

    /** Pauses and resumes since the last call. */
    public List<EgressChange> drainEgressChanges() {
        List<EgressChange> drained = List.copyOf(egressChanges);
        egressChanges.clear();
        return drained;
    }

    public List<String> violations() {
        return List.copyOf(violations);
    }

    /** Control frames of any kind sent since the last call. */
    public List<Frame> drainFrames() {
        List<Frame> drained = List.copyOf(frames);
        frames.clear();
        return drained;
    }

    /** Holds and releases since the last call. */
    public List<QueueChange> drainQueueChanges() {
        List<QueueChange> drained = List.copyOf(queueChanges);
        queueChanges.clear();
        return drained;
    }

    /** Flows let go since the last call. */
    public List<Integer> drainUnparked() {
        List<Integer> drained = List.copyOf(unparked);
        unparked.clear();
        return drained;
    }

    /** Fires the timers that are due by then. */
    public void advanceTo(long nanos, EgressScheme scheme) {
        while (!timers.isEmpty() && timers.peek().atNanos <= nanos) {
            Timer timer = timers.poll();
            nowNanos = timer.atNanos;
            scheme.onTimer(timer.number);
        }
        nowNanos = nanos;
    }

    @Override
    public long nowNanos() {
        return nowNanos;
    }

    @Override
    public LinkProfile link(int port) {
        return links.getOrDefault(port, link);
    }

    @Override
    public long mac(int port) {
        return MAC;
    }

    @Override
    public long accountBytes(int port, int priority) {
        return ingressBytes;
    }

    @Override
    public long freeSharedBytes() {
        return freeSharedBytes;
    }

    @Override
    public long headroomBytes(int port, int priority) {
        return headroomBytes[priority];
    }

    @Override
    public void pause(int port, int priority, long untilNanos) {
        egressChanges.add(new EgressChange(port, priority, untilNanos));
    }

    @Override
    public void resume(int port, int priority) {
        egressChanges.add(new EgressChange(port, priority, 0));
    }

    @Override
    public void sendControl(int port, byte[] frame, int offset, int length) {
        sendControl(port, frame, offset, length, NO_ROOT);
    }

    @Override
    public void sendControl(int port, byte[] frame, int offset, int length, long root) {
        frames.add(
                new Frame(
                        nowNanos,
                        port,
                        ByteBuffer.wrap(Arrays.copyOfRange(frame, offset, offset + length)),
                        root));
        if (PauseFrame.matches(frame, offset)) {
            int priorities = PauseFrame.priorities(frame, offset);
            int first = Integer.numberOfTrailingZeros(priorities);
            sent.add(new Sent(nowNanos, port, priorities, PauseFrame.quanta(frame, offset, first)));
        }
    }

    @Override
    public int deviceId() {
        return 1;
    }

    @Override
    public int ports() {
        return ports;
    }

    @Override
    public int peerDevice(int port) {
        return 100 + port;
    }

    @Override
    public int peerPort(int port) {
        return 1;
    }

    @Override
    public boolean leadsToHost(int port) {
        return false;
    }

    @Override
    public boolean leadsToRelay(int port) {
        return false;
    }

    @Override
    public long transitBytes(int ingressPort, int egressPort) {
        return transitBytes.getOrDefault(List.of(ingressPort, egressPort), 0L);
    }

    @Override
    public long queueBytes(int port, int queue) {
        return queueBytes.getOrDefault(List.of(port, queue), 0L);
    }

    @Override
    public long receivedBytes(int port, int priority) {
        return receivedBytes[priority];
    }

    @Override
    public void hold(int port, int queue, long root) {
        queueChanges.add(new QueueChange(port, queue, true, root));
    }

    @Override
    public void release(int port, int queue) {
        queueChanges.add(new QueueChange(port, queue, false, NO_ROOT));
    }

    @Override
    public void setLevel(int port, int queue, int level) {
        levels.put(List.of(port, queue), level);
    }

    @Override
    public int flow(int packet) {
        return packets.get(packet).flow();
    }

    @Override
    public int bytes(int packet) {
        return packets.get(packet).bytes();
    }

    @Override
    public int priority(int packet) {
        return packets.get(packet).priority();
    }

    @Override
    public void setPriority(int packet, int priority) {
        packets.computeIfPresent(
                packet, (handle, old) -> new Packet(old.flow, old.bytes, priority, old.tag));
    }

    @Override
    public int tag(int packet) {
        return packets.get(packet).tag();
    }

    @Override
    public void setTag(int packet, int tag) {
        packets.computeIfPresent(
                packet, (handle, old) -> new Packet(old.flow, old.bytes, old.priority, tag));
    }

    @Override
    public int sourceIpv4(int flow) {
        return flows.get(flow).sourceIpv4();
    }

    @Override
    public int destinationIpv4(int flow) {
        return flows.get(flow).destinationIpv4();
    }

    @Override
    public int udpSourcePort(int flow) {
        return flows.get(flow).udpSourcePort();
    }

    @Override
    public int hopsTo(int flow, int device, int port) {
        return hops.getOrDefault(List.of(flow, device, port), -1);
    }

    @Override
    public void unpark(int flow) {
        unparked.add(flow);
    }

    @Override
    public void setTimer(int timer, long atNanos) {
        timers.add(new Timer(atNanos, timer));
    }

    @Override
    public void reportViolation(int port, String cause) {
        violations.add(cause);
    }
}
