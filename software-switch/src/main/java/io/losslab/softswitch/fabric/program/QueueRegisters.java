package io.losslab.softswitch.fabric.program;

import io.losslab.flowcontrol.DataPlane;
import io.losslab.p4.extern.RegisterArray;
import io.losslab.p4.program.P4Program;
import io.losslab.softswitch.fabric.port.PortNumbers;
import io.losslab.softswitch.fabric.port.Ports;
import java.util.Map;
import java.util.Optional;

/**
 * The registers by which a program sees and stops queues, which v1model has no word for. They are
 * known by their names, whatever the control that declares them; cell {@code 8 * port + queue}. On
 * a switch that does not know them they are plain registers.
 *
 * <pre>
 * losslab_queue_bytes   frame bytes that wait in the queue, to read
 * losslab_queue_paused  to write: 0 lets the queue send; otherwise it stops, on account of the
 *                       congested port with this device (upper 32 bits) and number (lower)
 * losslab_watched       by port, to write: while it is not 0, ingress gets a frame for each packet
 *                       that leaves a queue of the port for good
 * </pre>
 */
final class QueueRegisters {
    static final int CLASSES = 8;

    private static final String PREFIX = "losslab_";
    private static final String BYTES = PREFIX + "queue_bytes";
    private static final String PAUSED = PREFIX + "queue_paused";
    private static final String WATCHED = PREFIX + "watched";

    private final int node;
    private final Ports ports;
    private final PortNumbers numbers;
    private final DataPlane plane;
    private final boolean any;

    /** Null where the program watches nothing. */
    private final RegisterArray watched;

    QueueRegisters(int node, P4Program program, Ports ports, PortNumbers numbers, DataPlane plane) {
        this.node = node;
        this.ports = ports;
        this.numbers = numbers;
        this.plane = plane;
        Map<String, RegisterArray> all = program.resources().registers();
        any = all.keySet().stream().anyMatch(name -> simple(name).startsWith(PREFIX));
        find(all, BYTES).ifPresent(it -> it.fillFrom(this::bytes));
        find(all, PAUSED).ifPresent(it -> it.tell(this::pause));
        watched = find(all, WATCHED).orElse(null);
    }

    /** Whether the program has any of them. */
    boolean exist() {
        return any;
    }

    /** Whether the program is to be told of packets that leave a port. */
    boolean watches(int port) {
        return watched != null && watched.has(port) && watched.low(port) != 0;
    }

    private long bytes(int cell) {
        int port = cell / CLASSES;
        return numbers.has(node, port)
                ? ports.queueBytes(numbers.of(node, port), cell % CLASSES)
                : 0;
    }

    private void pause(int cell, long root) {
        int port = cell / CLASSES;
        if (!numbers.has(node, port)) {
            return;
        }
        if (root == 0) {
            plane.release(port, cell % CLASSES);
        } else {
            plane.hold(port, cell % CLASSES, root);
        }
    }

    private static Optional<RegisterArray> find(Map<String, RegisterArray> all, String name) {
        return all.values().stream().filter(it -> simple(it.name()).equals(name)).findFirst();
    }

    private static String simple(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }
}
