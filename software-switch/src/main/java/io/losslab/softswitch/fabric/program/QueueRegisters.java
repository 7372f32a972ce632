package io.losslab.softswitch.fabric.program;

import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.EgressScheme;
import io.losslab.p4.extern.RegisterArray;
import io.losslab.p4.program.P4Program;
import io.losslab.softswitch.fabric.port.PortNumbers;
import io.losslab.softswitch.fabric.port.Ports;
import java.util.Map;
import java.util.Optional;

/**
 * The registers by which a program sees and stops queues, which v1model has no word for. They are
 * known by their names, whatever the control that declares them. On a switch that does not know
 * them they are plain registers.
 *
 * <pre>
 * by queue: cell q * port + queue, where q is the cells / 512, and 8 at least
 *   losslab_queue_bytes     frame bytes that wait in the queue, to read
 *   losslab_queue_paused    to write: 0 lets the queue send; otherwise it stops, on account of the
 *                           congested port with this device (upper 32 bits) and number (lower), or
 *                           of none where the device is 0
 *   losslab_queue_level     to write: 0 to 3; of the queues of a port that may send, those of the
 *                           highest level do
 * by port; while not 0, ingress gets a frame of {@link QueueReports} for each packet of the port
 *   losslab_watched         that leaves for good
 *   losslab_watched_joins   that joins a queue
 *   losslab_watched_heads   that may leave a queue next
 * by port
 *   losslab_head            its queue meanwhile, to write: another for the tail of that one, 255 to
 *                           have it wait until its queue is let go
 *   losslab_signal_root     to write: the congested port, as above, that the next control frame
 *                           which leaves by the port is for; 0 where the switch is to find it
 *   losslab_join            while a packet comes in, to write: 1 + the queue that it joins, in
 *                           place of its priority
 *   losslab_ingress_class   of the port that a packet comes in by, to write: 1 + the class that the
 *                           port holds it under, in place of its priority
 *   losslab_tag             12 bits that stay with a packet while it is buffered: to write while it
 *                           comes in and while it is the head, to read in every report of it
 * </pre>
 */
final class QueueRegisters {
    /** Queues that the priority of a packet names. */
    static final int CLASSES = 8;

    /** Numbers that a v1model port can have. */
    private static final int PORTS = 512;

    private static final int WAITS = 255;
    private static final String PREFIX = "losslab_";
    private static final String BYTES = PREFIX + "queue_bytes";
    private static final String PAUSED = PREFIX + "queue_paused";
    private static final String LEVEL = PREFIX + "queue_level";
    private static final String WATCHED = PREFIX + "watched";
    private static final String WATCHED_JOINS = PREFIX + "watched_joins";
    private static final String WATCHED_HEADS = PREFIX + "watched_heads";
    private static final String HEAD = PREFIX + "head";
    private static final String SIGNAL_ROOT = PREFIX + "signal_root";
    private static final String JOIN = PREFIX + "join";
    private static final String TAG = PREFIX + "tag";
    private static final String INGRESS_CLASS = PREFIX + "ingress_class";
    private static final int MOST_TAG = 0xFFF;

    private final int node;
    private final Ports ports;
    private final PortNumbers numbers;
    private final DataPlane plane;
    private final boolean any;

    // Null where the program does not declare them.
    private final RegisterArray paused;
    private final RegisterArray level;
    private final RegisterArray departures;
    private final RegisterArray joins;
    private final RegisterArray heads;
    private final RegisterArray head;
    private final RegisterArray signalRoot;

    private final PacketRegister join;
    private final PacketRegister tag;
    private final PacketRegister ingressClass;

    QueueRegisters(int node, P4Program program, Ports ports, PortNumbers numbers, DataPlane plane) {
        this.node = node;
        this.ports = ports;
        this.numbers = numbers;
        this.plane = plane;
        Map<String, RegisterArray> all = program.resources().registers();
        any = all.keySet().stream().anyMatch(name -> simple(name).startsWith(PREFIX));
        find(all, BYTES).ifPresent(it -> it.fillFrom(cell -> bytes(cell, queues(it))));
        paused = find(all, PAUSED).orElse(null);
        level = find(all, LEVEL).orElse(null);
        if (paused != null) {
            paused.tell((cell, root) -> pause(cell, queues(paused), root));
        }
        if (level != null) {
            level.tell((cell, to) -> level(cell, queues(level), to));
        }
        departures = find(all, WATCHED).orElse(null);
        joins = find(all, WATCHED_JOINS).orElse(null);
        heads = find(all, WATCHED_HEADS).orElse(null);
        head = find(all, HEAD).orElse(null);
        signalRoot = find(all, SIGNAL_ROOT).orElse(null);
        join = new PacketRegister(find(all, JOIN).orElse(null));
        tag = new PacketRegister(find(all, TAG).orElse(null));
        ingressClass = new PacketRegister(find(all, INGRESS_CLASS).orElse(null));
    }

    /** Whether the program has any of them. */
    boolean exist() {
        return any;
    }

    /** Whether the program stops queues, which then are no longer those of PFC's classes. */
    boolean stopQueues() {
        return paused != null;
    }

    /** Undoes what the program did to queues: lets them send, and gives them the lowest level. */
    void letGo() {
        clear(paused);
        clear(level);
        if (head == null) {
            return;
        }
        for (int port = 1; port <= plane.ports(); port++) {
            for (int queue = 0; queue < ports.queues.dataQueues(); queue++) {
                plane.release(port, queue);
            }
        }
    }

    private static void clear(RegisterArray array) {
        for (int cell = 0; array != null && cell < array.size(); cell++) {
            if (array.low(cell) != 0) {
                array.set(cell, 0);
            }
        }
    }

    /** Whether the program is to be told of packets that leave a port. */
    boolean watchesDepartures(int port) {
        return isSet(departures, port);
    }

    /** Whether the program is to be told of packets that join a queue of a port. */
    boolean watchesJoins(int port) {
        return isSet(joins, port);
    }

    /** Whether the program is to be asked about packets that may leave a port next. */
    boolean watchesHeads(int port) {
        return isSet(heads, port);
    }

    /** Before the program is asked about the head of a queue. */
    void ask(int port, int queue) {
        if (head != null && head.has(port)) {
            head.set(port, queue);
        }
    }

    /** What the program answered, as {@link EgressScheme#onHead} does. */
    int answer(int port, int queue) {
        if (head == null || !head.has(port)) {
            return queue;
        }
        int to = (int) head.low(port);
        if (to == WAITS) {
            return EgressScheme.HOLD;
        }
        return to < ports.queues.dataQueues() ? to : queue;
    }

    /** The queue that a packet joins, forgotten with that; {@code -1} for that of its priority. */
    int takeJoin(int port) {
        int queue = (int) join.take(port) - 1;
        return queue < ports.queues.dataQueues() ? queue : -1;
    }

    /**
     * The class that the ingress holds a packet under, forgotten with that; {@code -1} for its
     * priority.
     */
    int takeIngressClass(int port) {
        int held = (int) ingressClass.take(port) - 1;
        return held < CLASSES ? held : -1;
    }

    /** Whether the program writes on packets. */
    boolean hasTags() {
        return tag.exists();
    }

    /** Before the program hears of a packet. */
    void showTag(int port, int of) {
        tag.show(port, of);
    }

    /** What the program wrote on a packet, forgotten with that. */
    int takeTag(int port) {
        return (int) tag.take(port) & MOST_TAG;
    }

    /** Forgets what the program said of its packet: it is done with that. */
    void forgetPacket() {
        join.forget();
        tag.forget();
        ingressClass.forget();
    }

    /** The congested port that a control frame is for; it is forgotten with that. */
    long takeSignalRoot(int port) {
        if (!isSet(signalRoot, port)) {
            return DataPlane.NO_ROOT;
        }
        long root = signalRoot.low(port);
        signalRoot.set(port, 0);
        return root;
    }

    private static boolean isSet(RegisterArray array, int port) {
        return array != null && array.has(port) && array.low(port) != 0;
    }

    private static int queues(RegisterArray array) {
        return Math.max(CLASSES, array.size() / PORTS);
    }

    private long bytes(int cell, int queues) {
        int port = cell / queues;
        int queue = cell % queues;
        return has(port, queue) ? ports.queues.bytes(numbers.of(node, port), queue) : 0;
    }

    private void pause(int cell, int queues, long root) {
        int port = cell / queues;
        int queue = cell % queues;
        if (!has(port, queue)) {
            return;
        }
        if (root == 0) {
            plane.release(port, queue);
        } else {
            plane.hold(port, queue, root >>> 32 == 0 ? DataPlane.NO_ROOT : root);
        }
    }

    private void level(int cell, int queues, long level) {
        int port = cell / queues;
        int queue = cell % queues;
        if (has(port, queue) && level < DataPlane.LEVELS) {
            plane.setLevel(port, queue, (int) level);
        }
    }

    private boolean has(int port, int queue) {
        return numbers.has(node, port) && queue < ports.queues.dataQueues();
    }

    private static Optional<RegisterArray> find(Map<String, RegisterArray> all, String name) {
        return all.values().stream().filter(it -> simple(it.name()).equals(name)).findFirst();
    }

    private static String simple(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }
}
