package io.losslab.flowcontrol.portfc;

import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.EgressScheme;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.setting.Setting;
import io.losslab.flowcontrol.setting.Settings;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * NDC(n,1) with PortFC on every device, in slots of one packet: node v is device v + 1, the switch
 * of layer l and number s is device n*n + l*n + s + 1. A frame takes {@link #DELAY_SLOTS} over a
 * link; control frames take no line time.
 */
final class NdcNetwork {
    static final int PACKET_BYTES = 1_000;
    static final int SLOT_NANOS = 80;
    static final int DELAY_SLOTS = 2;
    static final LinkProfile LINK =
            new LinkProfile(100_000_000_000L, DELAY_SLOTS * SLOT_NANOS, PACKET_BYTES);

    /** A control frame on its way. */
    record Control(long slot, int fromDevice, int device, int port, ByteBuffer frame, long root) {
        byte[] bytes() {
            byte[] copy = new byte[frame.remaining()];
            frame.get(frame.position(), copy);
            return copy;
        }
    }

    /** A queue that was stopped or let go. */
    record Hold(int device, int port, int queue, boolean held, long root) {}

    /** A flow, its first hop by a port of its node. */
    record Flow(int source, int destination, int firstPort) {}

    private record Arrival(long slot, int packet, int device, int port) {}

    final int n;
    final QueueIndex queues;
    final PortFcSettings settings;
    final List<Hold> holds = new ArrayList<>();

    /** By flow whose path is known: the port by which it leaves its first switch. */
    final Map<Integer, Long> secondPorts = new HashMap<>();

    final List<String> violations = new ArrayList<>();
    final Deque<Control> controls = new ArrayDeque<>();
    long maxIhfqBytes;
    long maxDdqBytes;
    long maxRelayBytes;
    int delivered;
    int outOfOrder;

    private final Device[] devices;
    private final List<Flow> flows = new ArrayList<>(List.of(new Flow(0, 0, 0)));
    private final List<Integer> packetFlows = new ArrayList<>(List.of(0));
    private final Deque<Arrival> arrivals = new ArrayDeque<>();
    private final Map<Integer, Integer> lastPacket = new HashMap<>();
    private long slot;

    NdcNetwork(int n) {
        this(n, Map.of());
    }

    NdcNetwork(int n, Map<String, String> given) {
        this.n = n;
        this.queues = new QueueIndex(n, 1);
        PortFcType type = new PortFcType();
        Map<String, String> values = new HashMap<>();
        for (Setting setting : type.settings()) {
            values.put(setting.key(), setting.defaultInBaseUnits());
        }
        values.put("n", Integer.toString(n));
        values.putAll(given);
        Settings resolved = type.resolve(new Settings(values), LINK);
        this.settings = PortFcSettings.of(resolved);
        devices = new Device[n * n + 2 * n + 1];
        for (int id = 1; id < devices.length; id++) {
            devices[id] = new Device(id);
        }
        for (int id = 1; id < devices.length; id++) {
            Map<Integer, Settings> byPort = new HashMap<>();
            for (int port = 1; port <= devices[id].ports(); port++) {
                byPort.put(port, resolved);
            }
            devices[id].scheme = type.egress(devices[id], byPort);
            devices[id].scheme.start();
        }
    }

    int devices() {
        return devices.length - 1;
    }

    Device device(int id) {
        return devices[id];
    }

    Device node(int v) {
        return devices[v + 1];
    }

    Device layerSwitch(int layer, int number) {
        return devices[n * n + layer * n + number + 1];
    }

    int flow(int source, int destination, int firstPort) {
        flows.add(new Flow(source, destination, firstPort));
        return flows.size() - 1;
    }

    int packet(int flow) {
        packetFlows.add(flow);
        return packetFlows.size() - 1;
    }

    /** Puts packets of a flow in its source's queue. */
    void post(int flow, int count) {
        Flow of = flows.get(flow);
        Device source = node(of.source);
        int queue = source.scheme.classifyFlow(flow, of.firstPort, 0);
        for (int i = 0; i < count; i++) {
            source.queue(of.firstPort, queue).add(packet(flow));
        }
    }

    /** Lets control frames take effect at once, and what they cause. */
    void deliverControls() {
        while (!controls.isEmpty()) {
            deliver(controls.poll());
        }
    }

    /** Runs slots until so many packets are delivered; returns whether they were in time. */
    boolean run(int packets, int maxSlots) {
        for (int i = 0; i < maxSlots && delivered < packets; i++) {
            runSlot();
        }
        return delivered == packets;
    }

    void runSlot() {
        while (!controls.isEmpty() && controls.peek().slot <= slot) {
            deliver(controls.poll());
        }
        while (!arrivals.isEmpty() && arrivals.peek().slot <= slot) {
            arrive(arrivals.poll());
        }
        for (int id = 1; id < devices.length; id++) {
            for (int port = 1; port <= devices[id].ports(); port++) {
                devices[id].sendOne(port);
            }
        }
        slot++;
    }

    private void deliver(Control control) {
        devices[control.device].scheme.onControl(control.port, control.bytes(), 0);
    }

    private void arrive(Arrival arrival) {
        Device device = devices[arrival.device];
        Flow flow = flows.get(packetFlows.get(arrival.packet));
        if (device.isNode() && device.id == flow.destination + 1) {
            delivered++;
            Integer before = lastPacket.put(packetFlows.get(arrival.packet), arrival.packet);
            outOfOrder += before != null && before > arrival.packet ? 1 : 0;
            return;
        }
        int egress =
                device.isNode()
                        ? 3 - arrival.port
                        : device.layer() == 0 ? flow.destination % n + 1 : flow.destination / n + 1;
        device.enqueue(arrival.packet, arrival.port, egress);
    }

    private int address(int v) {
        return 10 << 24 | v / n << 16 | v % n << 8 | 1;
    }

    /** A node or a switch. */
    final class Device implements DataPlane {
        final int id;
        EgressScheme scheme;
        private final Map<Integer, Deque<Integer>> packets = new HashMap<>();
        private final Map<Integer, Integer> ingressOf = new HashMap<>();
        private final boolean[][] held;
        private final int[][] levels;
        private final int[] turn;
        private final int queueCount;

        Device(int id) {
            this.id = id;
            this.queueCount = isNode() ? queues.nodeQueues() - 1 : queues.switchQueues() - 1;
            this.held = new boolean[ports() + 1][queueCount];
            this.levels = new int[ports() + 1][queueCount];
            this.turn = new int[ports() + 1];
        }

        boolean isNode() {
            return id <= n * n;
        }

        int layer() {
            return (id - 1 - n * n) / n;
        }

        private int number() {
            return (id - 1 - n * n) % n;
        }

        boolean isHeld(int port, int queue) {
            return held[port][queue];
        }

        int level(int port, int queue) {
            return levels[port][queue];
        }

        Deque<Integer> queue(int port, int queue) {
            return packets.computeIfAbsent(port << 8 | queue, key -> new ArrayDeque<>());
        }

        int enqueue(int packet, int ingress, int egress) {
            int queue = scheme.classify(packet, ingress, egress);
            queue(egress, queue).add(packet);
            ingressOf.put(packet, ingress);
            scheme.onEnqueue(packet, ingress, egress, queue);
            observe(egress);
            return queue;
        }

        void dequeue(int port, int queue) {
            int packet = queue(port, queue).poll();
            Integer ingress = ingressOf.remove(packet);
            scheme.onDequeue(packet, ingress == null ? 0 : ingress, port, queue);
            arrivals.add(new Arrival(slot + DELAY_SLOTS, packet, peerDevice(port), peerPort(port)));
        }

        private void sendOne(int port) {
            int best = -1;
            for (int i = 1; i <= queueCount; i++) {
                int queue = (turn[port] + i) % queueCount;
                boolean sendable = !held[port][queue] && !queue(port, queue).isEmpty();
                if (sendable && (best < 0 || levels[port][queue] > levels[port][best])) {
                    best = queue;
                }
            }
            if (best >= 0) {
                turn[port] = best;
                dequeue(port, best);
            }
        }

        private void observe(int port) {
            if (isNode()) {
                maxRelayBytes = Math.max(maxRelayBytes, queueBytes(port, queues.relay()));
                return;
            }
            long ihfqBytes = 0;
            for (int i = 0; i < queues.directions(); i++) {
                ihfqBytes += queueBytes(port, queues.ihfq(i));
            }
            maxIhfqBytes = Math.max(maxIhfqBytes, ihfqBytes);
            maxDdqBytes = Math.max(maxDdqBytes, queueBytes(port, queues.ddq()));
        }

        @Override
        public long nowNanos() {
            return slot * SLOT_NANOS;
        }

        @Override
        public int deviceId() {
            return id;
        }

        @Override
        public int ipv4() {
            return isNode() ? address(id - 1) : 0;
        }

        @Override
        public int ports() {
            return isNode() ? 2 : n;
        }

        @Override
        public LinkProfile link(int port) {
            return LINK;
        }

        @Override
        public int peerDevice(int port) {
            if (isNode()) {
                int v = id - 1;
                return n * n + (port == 1 ? v / n : n + v % n) + 1;
            }
            return (layer() == 0 ? n * number() + port - 1 : n * (port - 1) + number()) + 1;
        }

        @Override
        public int peerPort(int port) {
            if (isNode()) {
                return (port == 1 ? (id - 1) % n : (id - 1) / n) + 1;
            }
            return layer() + 1;
        }

        @Override
        public int peerIpv4(int port) {
            return isNode() ? 0 : address(peerDevice(port) - 1);
        }

        @Override
        public boolean leadsToHost(int port) {
            return !isNode();
        }

        @Override
        public boolean leadsToRelay(int port) {
            return !isNode();
        }

        @Override
        public long mac(int port) {
            return (long) id << 8 | port;
        }

        @Override
        public long queueBytes(int port, int queue) {
            return (long) queue(port, queue).size() * PACKET_BYTES;
        }

        @Override
        public void hold(int port, int queue, long root) {
            held[port][queue] = true;
            holds.add(new Hold(id, port, queue, true, root));
        }

        @Override
        public void release(int port, int queue) {
            held[port][queue] = false;
            holds.add(new Hold(id, port, queue, false, NO_ROOT));
        }

        @Override
        public void setLevel(int port, int queue, int level) {
            levels[port][queue] = level;
        }

        @Override
        public int flow(int packet) {
            return packetFlows.get(packet);
        }

        @Override
        public int bytes(int packet) {
            return PACKET_BYTES;
        }

        @Override
        public int sourceIpv4(int flow) {
            return address(flows.get(flow).source);
        }

        @Override
        public int destinationIpv4(int flow) {
            return address(flows.get(flow).destination);
        }

        @Override
        public void sendControl(int port, byte[] frame, int offset, int length, long root) {
            byte[] copy = Arrays.copyOfRange(frame, offset, offset + length);
            controls.add(
                    new Control(
                            slot + DELAY_SLOTS,
                            id,
                            peerDevice(port),
                            peerPort(port),
                            ByteBuffer.wrap(copy),
                            root));
        }

        @Override
        public void reportViolation(int port, String cause) {
            violations.add(cause);
        }

        @Override
        public long accountBytes(int port, int priority) {
            throw unused();
        }

        @Override
        public long transitBytes(int ingressPort, int egressPort) {
            throw unused();
        }

        @Override
        public long receivedBytes(int port, int priority) {
            throw unused();
        }

        @Override
        public long freeSharedBytes() {
            throw unused();
        }

        @Override
        public long headroomBytes(int port, int priority) {
            throw unused();
        }

        @Override
        public void pause(int port, int priority, long untilNanos) {
            throw unused();
        }

        @Override
        public void resume(int port, int priority) {
            throw unused();
        }

        @Override
        public int priority(int packet) {
            throw unused();
        }

        @Override
        public void setPriority(int packet, int priority) {
            throw unused();
        }

        @Override
        public int tag(int packet) {
            throw unused();
        }

        @Override
        public void setTag(int packet, int tag) {
            throw unused();
        }

        @Override
        public int udpSourcePort(int flow) {
            throw unused();
        }

        @Override
        public int hopsTo(int flow, int device, int port) {
            return DataPlane.root(device, port) == secondPorts.getOrDefault(flow, 0L) ? 1 : -1;
        }

        @Override
        public void unpark(int flow) {
            throw unused();
        }

        @Override
        public void sendControl(int port, byte[] frame, int offset, int length) {
            throw unused();
        }

        @Override
        public void setTimer(int timer, long atNanos) {
            throw unused();
        }

        private IllegalStateException unused() {
            return new IllegalStateException("PortFC does not ask for this");
        }
    }
}
