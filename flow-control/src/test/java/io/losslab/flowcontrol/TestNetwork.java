package io.losslab.flowcontrol;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.Function;

/**
 * A small network of switches that run one egress scheme, for tests: packets of one size, links of
 * one rate and delay, buffers without end, control frames that take the delay only. Flows have a
 * given way; what enters by a port without a link comes from a host that obeys nobody, what leaves
 * by one is delivered.
 *
 * <p>It checks as it goes: order at delivery, that queue 0 is never held if asked, and that every
 * packet in a queue held for a root crosses that root.
 */
public final class TestNetwork {
    /** Frame bytes of every packet. */
    public static final int PACKET_BYTES = 1_000;

    /** A step of a way: the switch, the port in and the port out. */
    public record Step(int device, int ingress, int egress) {}

    private record Event(long atNanos, long order, Runnable action) {}

    private record Far(int device, int port) {}

    private static final class Packet {
        private final int flow;
        private final int number;
        private int step;
        private int tag;

        private Packet(int flow, int number) {
            this.flow = flow;
            this.number = number;
        }
    }

    private final LinkProfile link;
    private final int portsPerSwitch;
    private final Map<Far, Far> links = new HashMap<>();
    private final Map<Integer, Switch> switches = new HashMap<>();
    private final Map<Integer, List<Step>> ways = new HashMap<>();
    private final Map<Integer, Integer> sent = new HashMap<>();
    private final Map<Integer, Integer> delivered = new HashMap<>();
    private final Map<Integer, Packet> packets = new HashMap<>();
    private final PriorityQueue<Event> events =
            new PriorityQueue<>(
                    (a, b) ->
                            a.atNanos != b.atNanos
                                    ? Long.compare(a.atNanos, b.atNanos)
                                    : Long.compare(a.order, b.order));
    private final List<String> violations = new ArrayList<>();
    private final List<String> holds = new ArrayList<>();
    private final int queues;
    private boolean checksRoots;
    private long nowNanos;
    private long orders;

    /** A network without switches. */
    public TestNetwork(LinkProfile link, int portsPerSwitch, int queues) {
        this.link = link;
        this.portsPerSwitch = portsPerSwitch;
        this.queues = queues;
    }

    /** Holds must be for a root that all packets held cross, and never of queue 0. */
    public TestNetwork checkingRoots() {
        checksRoots = true;
        return this;
    }

    /** Adds a switch; returns its scheme. */
    public <S extends EgressScheme> S add(int device, Function<DataPlane, S> maker) {
        Switch added = new Switch(device);
        switches.put(device, added);
        S scheme = maker.apply(added);
        added.scheme = scheme;
        scheme.start();
        return scheme;
    }

    /** Links two ports; do so before switches are added. */
    public void link(int device, int port, int otherDevice, int otherPort) {
        links.put(new Far(device, port), new Far(otherDevice, otherPort));
        links.put(new Far(otherDevice, otherPort), new Far(device, port));
    }

    public void flow(int flow, List<Step> way) {
        ways.put(flow, way);
    }

    /** A flow's next packet comes to its first switch. */
    public void send(long atNanos, int flow) {
        schedule(
                atNanos,
                () -> {
                    int id = packets.size() + 1;
                    packets.put(id, new Packet(flow, sent.merge(flow, 1, Integer::sum)));
                    arrive(id);
                });
    }

    /** Takes or gives back a port's line, as PFC of a host would. */
    public void stopLine(long atNanos, int device, int port, boolean stopped) {
        schedule(
                atNanos,
                () -> {
                    switches.get(device).lines[port].stopped = stopped;
                    switches.get(device).serve(port);
                });
    }

    /** Calls back at a time. */
    public void at(long atNanos, Runnable action) {
        schedule(atNanos, action);
    }

    /** Runs until nothing happens any more. */
    public void run() {
        runUntil(Long.MAX_VALUE);
    }

    public void runUntil(long nanos) {
        while (!events.isEmpty() && events.peek().atNanos <= nanos) {
            Event event = events.poll();
            nowNanos = event.atNanos;
            event.action.run();
        }
    }

    public List<String> violations() {
        return violations;
    }

    /** Every hold so far: device, port, queue and the root's device and port. */
    public List<String> holds() {
        return holds;
    }

    public int delivered(int flow) {
        return delivered.getOrDefault(flow, 0);
    }

    public int sent(int flow) {
        return sent.getOrDefault(flow, 0);
    }

    /** Packets in a queue of a switch. */
    public int queued(int device, int port, int queue) {
        return switches.get(device).lines[port].queues.get(queue).size();
    }

    /** Queues held anywhere. */
    public int heldQueues() {
        return switches.values().stream()
                .mapToInt(
                        each -> Arrays.stream(each.lines).mapToInt(line -> line.heldCount()).sum())
                .sum();
    }

    private void schedule(long atNanos, Runnable action) {
        events.add(new Event(atNanos, orders++, action));
    }

    private void arrive(int id) {
        Packet packet = packets.get(id);
        List<Step> way = ways.get(packet.flow);
        if (packet.step == way.size()) {
            int expected = delivered.merge(packet.flow, 1, Integer::sum);
            if (expected != packet.number) {
                violations.add("flow " + packet.flow + " out of order at " + packet.number);
            }
            return;
        }
        Step step = way.get(packet.step);
        Switch here = switches.get(step.device);
        int queue = here.scheme.classify(id, step.ingress, step.egress);
        here.put(step.egress, queue, id);
        here.scheme.onEnqueue(id, step.ingress, step.egress, queue);
        here.serve(step.egress);
    }

    private boolean crosses(Packet packet, long root) {
        return ways.get(packet.flow).stream()
                .skip(packet.step + 1L)
                .anyMatch(step -> DataPlane.root(step.device, step.egress) == root);
    }

    private static final class Line {
        private final List<Deque<Integer>> queues = new ArrayList<>();
        private final boolean[] held;
        private final long[] roots;
        private final int[] levels;
        private boolean busy;
        private boolean stopped;
        private int last;

        private Line(int count) {
            for (int i = 0; i < count; i++) {
                queues.add(new ArrayDeque<>());
            }
            held = new boolean[count];
            roots = new long[count];
            levels = new int[count];
        }

        private int heldCount() {
            int count = 0;
            for (boolean each : held) {
                count += each ? 1 : 0;
            }
            return count;
        }

        private int next() {
            int best = -1;
            for (int i = 1; i <= held.length; i++) {
                int queue = (last + i) % held.length;
                boolean ready = !held[queue] && !queues.get(queue).isEmpty();
                if (ready && (best < 0 || levels[queue] > levels[best])) {
                    best = queue;
                }
            }
            return best;
        }
    }

    private final class Switch implements DataPlane {
        private final int device;
        private final Line[] lines = new Line[portsPerSwitch + 1];
        private EgressScheme scheme;

        private Switch(int device) {
            this.device = device;
            Arrays.setAll(lines, port -> new Line(queues));
        }

        private void put(int port, int queue, int id) {
            Line line = lines[port];
            line.queues.get(queue).add(id);
            check(port, queue, id);
        }

        private void check(int port, int queue, int id) {
            Line line = lines[port];
            long root = line.roots[queue];
            if (checksRoots
                    && line.held[queue]
                    && root != NO_ROOT
                    && !crosses(packets.get(id), root)) {
                violations.add(
                        "flow %d is held at %d.%d.%d by a root it does not cross"
                                .formatted(packets.get(id).flow, device, port, queue));
            }
        }

        private void serve(int port) {
            Line line = lines[port];
            while (!line.busy && !line.stopped) {
                int queue = line.next();
                if (queue < 0) {
                    return;
                }
                line.last = queue;
                int id = line.queues.get(queue).peek();
                int ingress = ingressOf(id);
                int answer = scheme.onHead(id, ingress, port, queue);
                if (answer == EgressScheme.HOLD) {
                    line.held[queue] = true;
                    continue;
                }
                line.queues.get(queue).poll();
                if (answer != queue) {
                    put(port, answer, id);
                    continue;
                }
                transmit(port, queue, id, ingress);
            }
        }

        private int ingressOf(int id) {
            Packet packet = packets.get(id);
            return ways.get(packet.flow).get(packet.step).ingress;
        }

        private void transmit(int port, int queue, int id, int ingress) {
            lines[port].busy = true;
            scheme.onDequeue(id, ingress, port, queue);
            long doneNanos = nowNanos + link.nanosFor(PACKET_BYTES);
            schedule(
                    doneNanos,
                    () -> {
                        lines[port].busy = false;
                        serve(port);
                    });
            schedule(
                    doneNanos + link.delayNanos(),
                    () -> {
                        packets.get(id).step++;
                        arrive(id);
                    });
        }

        @Override
        public void hold(int port, int queue, long root) {
            Line line = lines[port];
            line.held[queue] = true;
            line.roots[queue] = root;
            holds.add("%d.%d.%d for %d.%d".formatted(device, port, queue, root >>> 32, (int) root));
            line.queues.get(queue).forEach(id -> check(port, queue, id));
            if (checksRoots && queue == 0) {
                violations.add("the output queue of %d.%d is held".formatted(device, port));
            }
        }

        @Override
        public void release(int port, int queue) {
            lines[port].held[queue] = false;
            lines[port].roots[queue] = NO_ROOT;
            schedule(nowNanos, () -> serve(port));
        }

        @Override
        public void setLevel(int port, int queue, int level) {
            lines[port].levels[queue] = level;
        }

        @Override
        public void sendControl(int port, byte[] frame, int offset, int length) {
            sendControl(port, frame, offset, length, NO_ROOT);
        }

        @Override
        public void sendControl(int port, byte[] frame, int offset, int length, long root) {
            Far far = links.get(new Far(device, port));
            if (far != null) {
                byte[] copy = Arrays.copyOfRange(frame, offset, offset + length);
                schedule(
                        nowNanos + link.delayNanos(),
                        () -> {
                            switches.get(far.device).scheme.onControl(far.port, copy, 0);
                            switches.get(far.device).serve(far.port);
                        });
            }
        }

        @Override
        public void reportViolation(int port, String cause) {
            violations.add(cause);
        }

        @Override
        public int hopsTo(int flow, int toDevice, int port) {
            List<Step> way = ways.get(flow);
            int here = -1;
            for (int i = 0; i < way.size(); i++) {
                if (here < 0 && way.get(i).device == device) {
                    here = i;
                }
                boolean match = way.get(i).device == toDevice && way.get(i).egress == port;
                if (here >= 0 && match) {
                    return i - here;
                }
            }
            return -1;
        }

        @Override
        public int flow(int packet) {
            return packets.get(packet).flow;
        }

        @Override
        public int bytes(int packet) {
            return PACKET_BYTES;
        }

        @Override
        public int tag(int packet) {
            return packets.get(packet).tag;
        }

        @Override
        public void setTag(int packet, int tag) {
            packets.get(packet).tag = tag;
        }

        @Override
        public int priority(int packet) {
            return 0;
        }

        @Override
        public void setPriority(int packet, int priority) {}

        @Override
        public long nowNanos() {
            return nowNanos;
        }

        @Override
        public int deviceId() {
            return device;
        }

        @Override
        public int ports() {
            return portsPerSwitch;
        }

        @Override
        public LinkProfile link(int port) {
            return link;
        }

        @Override
        public int peerDevice(int port) {
            Far far = links.get(new Far(device, port));
            return far == null ? 0 : far.device;
        }

        @Override
        public int peerPort(int port) {
            Far far = links.get(new Far(device, port));
            return far == null ? 0 : far.port;
        }

        @Override
        public boolean leadsToHost(int port) {
            return !links.containsKey(new Far(device, port));
        }

        @Override
        public boolean leadsToRelay(int port) {
            return false;
        }

        @Override
        public long mac(int port) {
            return (long) device << 8 | port;
        }

        @Override
        public long queueBytes(int port, int queue) {
            return (long) PACKET_BYTES * lines[port].queues.get(queue).size();
        }

        @Override
        public long accountBytes(int port, int priority) {
            return 0;
        }

        @Override
        public long transitBytes(int ingressPort, int egressPort) {
            return 0;
        }

        @Override
        public long receivedBytes(int port, int priority) {
            return 0;
        }

        @Override
        public long freeSharedBytes() {
            return Long.MAX_VALUE;
        }

        @Override
        public long headroomBytes(int port, int priority) {
            return 0;
        }

        @Override
        public void pause(int port, int priority, long untilNanos) {}

        @Override
        public void resume(int port, int priority) {}

        @Override
        public int sourceIpv4(int flow) {
            return flow * 0x01000193;
        }

        @Override
        public int destinationIpv4(int flow) {
            return flow;
        }

        @Override
        public int udpSourcePort(int flow) {
            return flow & 0xFFFF;
        }

        @Override
        public void unpark(int flow) {}

        @Override
        public void setTimer(int timer, long atNanos) {
            schedule(atNanos, () -> scheme.onTimer(timer));
        }
    }
}
