package io.losslab.p4.runtime;

import io.losslab.p4.packet.Environment;
import io.losslab.p4.packet.PacketKind;
import io.losslab.p4.packet.PacketState;
import io.losslab.p4.packet.StandardMetadata;
import io.losslab.p4.program.FieldList;
import io.losslab.p4.program.P4Program;
import io.losslab.p4.runtime.Replication.Replica;
import io.losslab.p4.runtime.Replication.Session;
import io.losslab.p4.table.TableEntry;
import java.util.ArrayDeque;
import java.util.List;
import java.util.function.Consumer;

/**
 * Runs a program on packets: {@link #ingress} from a port to the queues, {@link #egress} from a
 * queue to a port. On one thread.
 *
 * <p>After ingress, in this order: clones, digest, resubmit, multicast, drop, unicast. After
 * egress: clones, drop, recirculate, transmission. Source: behavioral-model, docs/simple_switch.md.
 */
public final class P4Switch {
    /** How often a packet may be resubmitted and recirculated before it is dropped. */
    private static final int MOST_PASSES = 1024;

    private static final String ENDLESS =
            "a packet was resubmitted or recirculated more than " + MOST_PASSES + " times";

    /** How many clones and multicast copies may come of one arrival: 8 for each v1model port. */
    private static final int MOST_COPIES = 4096;

    private static final String TOO_MANY_COPIES =
            "a packet and its copies asked for more than " + MOST_COPIES + " copies";

    private final P4Program program;
    private final StandardMetadata metadata;
    private final Environment environment;
    private final TrafficManager queues;
    private final Replication replication = new Replication();
    private final ArrayDeque<PacketState> pool = new ArrayDeque<>();

    /** What the packet was before the program changed it, for clones and resubmission. */
    private final PacketState arrived;

    /** Copies that have been asked for since a packet came in. */
    private int copies;

    public P4Switch(P4Program program, Environment environment, TrafficManager queues) {
        this.program = program;
        this.metadata = program.metadata();
        this.environment = environment;
        this.queues = queues;
        this.arrived = new PacketState(program.layout(), environment);
    }

    public P4Program program() {
        return program;
    }

    /** The switch's time. */
    public long nowNanos() {
        return environment.nowNanos();
    }

    /** Names who hears what the program logs, and what it does that has no meaning. */
    public void onMessage(Consumer<String> listener) {
        environment.onMessage(listener);
    }

    public Replication replication() {
        return replication;
    }

    /**
     * Watches an entry from now on.
     *
     * @param timeoutNanos above 0
     * @param report called on the switch's thread when no packet has met the entry for so long
     */
    public IdleWatch watch(TableEntry entry, long timeoutNanos, Runnable report) {
        return new IdleWatch(entry, timeoutNanos, environment, report);
    }

    /** A packet to put bytes into. */
    public PacketState take() {
        PacketState packet = pool.poll();
        return packet == null ? new PacketState(program.layout(), environment) : packet;
    }

    /** Gives a packet back. */
    public void release(PacketState packet) {
        pool.push(packet);
    }

    /**
     * Takes a packet that came in by a port, and passes it and its copies to the queues. The one
     * before and its copies have left them by now.
     */
    public void ingress(PacketState packet, int port) {
        packet.ingressPort = port;
        packet.passes = 0;
        copies = 0;
        start(packet, PacketKind.NORMAL);
        while (runIngress(packet)) {
            if (++packet.passes > MOST_PASSES) {
                environment.fault(ENDLESS);
                drop(packet);
                return;
            }
        }
    }

    /**
     * Runs egress on a packet that leaves a queue.
     *
     * @return whether it is to be sent, its bytes as the deparser made them; otherwise it was
     *     dropped or went to ingress again, and is this side's
     */
    public boolean egress(PacketState packet, int port, int queue) {
        prepareEgress(packet, port, queue);
        program.egress().run(packet);
        if (packet.cloneSession >= 0) {
            cloneAtEgress(packet);
        }
        boolean dropped =
                packet.failed
                        || StandardMetadata.get(packet, metadata.egressSpec())
                                == StandardMetadata.DROP;
        if (dropped) {
            drop(packet);
            return false;
        }
        program.deparser().deparse(packet);
        if (packet.recirculateFields == 0) {
            return true;
        }
        recirculate(packet);
        return false;
    }

    /** Returns whether the packet is to be run again. */
    private boolean runIngress(PacketState packet) {
        program.parser().parse(packet);
        StandardMetadata.set(packet, metadata.parserError(), packet.parserError);
        StandardMetadata.set(packet, metadata.checksumError(), packet.checksumError ? 1 : 0);
        program.ingress().run(packet);
        if (!packet.failed && packet.cloneSession >= 0) {
            cloneAtIngress(packet);
        }
        if (packet.failed) {
            drop(packet);
            return false;
        }
        if (packet.digest != 0) {
            tell(packet);
        }
        if (packet.resubmitFields != 0) {
            again(packet, packet.resubmitFields, PacketKind.RESUBMITTED, packet.ingressPort);
            return true;
        }
        int group = (int) StandardMetadata.get(packet, metadata.multicastGroup());
        int port = (int) StandardMetadata.get(packet, metadata.egressSpec());
        if (group != 0) {
            set(packet, PacketKind.REPLICATED);
            multicast(packet, replication.group(group), -1);
            release(packet);
        } else if (port == StandardMetadata.DROP) {
            drop(packet);
        } else {
            set(packet, PacketKind.NORMAL);
            enqueue(packet, port, -1);
        }
        return false;
    }

    private void start(PacketState packet, PacketKind kind) {
        StandardMetadata.set(packet, metadata.ingressPort(), packet.ingressPort);
        StandardMetadata.set(packet, metadata.packetLength(), packet.length);
        StandardMetadata.set(packet, metadata.ingressMicros(), environment.nowMicros());
        set(packet, kind);
    }

    private void set(PacketState packet, PacketKind kind) {
        StandardMetadata.set(packet, metadata.instanceType(), kind.code());
    }

    private void prepareEgress(PacketState packet, int port, int queue) {
        long now = environment.nowMicros();
        StandardMetadata.set(packet, metadata.egressMicros(), now);
        StandardMetadata.set(
                packet,
                metadata.dequeueMicros(),
                now - StandardMetadata.get(packet, metadata.enqueueMicros()));
        if (metadata.dequeueDepth() != null) {
            StandardMetadata.set(packet, metadata.dequeueDepth(), queues.depth(port, queue));
        }
        StandardMetadata.set(packet, metadata.queue(), queue);
        StandardMetadata.set(packet, metadata.egressPort(), port);
        StandardMetadata.set(packet, metadata.egressSpec(), StandardMetadata.DROP + 1);
        StandardMetadata.set(packet, metadata.packetLength(), packet.currentLength);
    }

    private void enqueue(PacketState packet, int port, int wantedQueue) {
        int queue =
                wantedQueue >= 0
                        ? wantedQueue
                        : (int) StandardMetadata.get(packet, metadata.priority());
        StandardMetadata.set(packet, metadata.enqueueMicros(), environment.nowMicros());
        if (metadata.enqueueDepth() != null) {
            StandardMetadata.set(packet, metadata.enqueueDepth(), queues.depth(port, queue));
        }
        packet.forgetRequests();
        queues.enqueue(port, queue, packet);
    }

    /** Returns whether there were not too many copies. */
    private boolean multicast(PacketState packet, List<Replica> replicas, int queue) {
        for (int i = 0; i < replicas.size(); i++) {
            if (++copies > MOST_COPIES) {
                if (copies == MOST_COPIES + 1) {
                    environment.fault(TOO_MANY_COPIES);
                }
                return false;
            }
            Replica replica = replicas.get(i);
            PacketState copy = take();
            copy.copyFrom(packet);
            StandardMetadata.set(copy, metadata.replica(), replica.instance());
            enqueue(copy, replica.port(), queue);
        }
        return true;
    }

    /** Clones hold what arrived, parsed again, with the fields of the list as ingress left them. */
    private void cloneAtIngress(PacketState packet) {
        Session session = replication.session(packet.cloneSession);
        if (session == null) {
            return;
        }
        arrived.receive(packet.data, 0, packet.stored, packet.length);
        StandardMetadata.set(arrived, metadata.ingressPort(), packet.ingressPort);
        program.parser().parse(arrived);
        arrived.clearMetadata();
        finishClone(packet, arrived, session, PacketKind.INGRESS_CLONE);
    }

    /** Clones hold what egress left; they are not parsed again. */
    private void cloneAtEgress(PacketState packet) {
        Session session = replication.session(packet.cloneSession);
        if (session == null) {
            return;
        }
        arrived.copyFrom(packet);
        arrived.clearMetadata();
        finishClone(packet, arrived, session, PacketKind.EGRESS_CLONE);
    }

    private void finishClone(
            PacketState original, PacketState copy, Session session, PacketKind kind) {
        keep(original.cloneFields, original, copy);
        set(copy, kind);
        if (session.truncateTo() > 0) {
            copy.truncateTo = session.truncateTo();
        }
        original.failed |= !multicast(copy, session.replicas(), session.queue());
    }

    private void tell(PacketState packet) {
        FieldList fields = program.digest(packet.digest);
        if (fields != null) {
            queues.digest(fields, packet);
        }
    }

    private void recirculate(PacketState packet) {
        packet.arrivedLength = packet.length;
        packet.currentLength = packet.length;
        again(packet, packet.recirculateFields, PacketKind.RECIRCULATED, 0);
        while (++packet.passes <= MOST_PASSES) {
            if (!runIngress(packet)) {
                return;
            }
        }
        environment.fault(ENDLESS);
        drop(packet);
    }

    /** Makes a packet as it arrived, but for the fields of a list. */
    private void again(PacketState packet, int list, PacketKind kind, int port) {
        arrived.copyFrom(packet);
        packet.restart();
        packet.currentLength = packet.length;
        packet.ingressPort = port;
        start(packet, kind);
        keep(list, arrived, packet);
        set(packet, kind);
    }

    private void keep(int list, PacketState from, PacketState to) {
        FieldList fields = program.fieldList(list);
        if (fields != null) {
            fields.copy(from, to);
        }
    }

    private void drop(PacketState packet) {
        queues.dropped(packet);
        release(packet);
    }
}
