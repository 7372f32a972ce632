package io.losslab.softswitch.fabric.host;

import io.losslab.roce.congestion.Telemetry;
import io.losslab.softswitch.fabric.parallel.Mail;
import io.losslab.softswitch.fabric.port.LinkProfiles;
import io.losslab.softswitch.fabric.port.Ports;
import java.util.Arrays;

/**
 * What some packets carry beyond their record, by record: when they were sent, which packet a NACK
 * answers, and the telemetry of their hops. Notes stay while a packet's record becomes its ACK.
 *
 * <p>Takes memory only for what is used. As {@link Telemetry} it shows the packet selected last.
 */
final class PacketNotes implements Telemetry {
    /** Hops that are kept; further ones leave no stamp. */
    private static final int MAX_HOPS = 16;

    private final Ports ports;
    private final LinkProfiles links;
    private long[] sentPicos = new long[0];
    private int[] triggers = new int[0];

    private boolean telemetry;
    private byte[] hopCounts = new byte[0];

    /*
     * By record and hop.
     */
    private int[] hopPorts = new int[0];
    private long[] hopQueueBytes = new long[0];
    private long[] hopSentBytes = new long[0];
    private long[] hopNanos = new long[0];

    private int selected;

    PacketNotes(Ports ports, LinkProfiles links) {
        this.ports = ports;
        this.links = links;
    }

    /** Has switches stamp packets from here on. */
    void keepTelemetry() {
        telemetry = true;
    }

    /** A packet of a controlled flow sets out. */
    void onSent(int packet, long nowPicos) {
        if (packet >= sentPicos.length) {
            sentPicos = Arrays.copyOf(sentPicos, capacityFor(packet));
        }
        sentPicos[packet] = nowPicos;
        if (packet < hopCounts.length) {
            hopCounts[packet] = 0;
        }
    }

    long sentPicos(int packet) {
        return sentPicos[packet];
    }

    /** Writes on a NACK which packet it answers. */
    void setTrigger(int packet, int sequence) {
        if (packet >= triggers.length) {
            triggers = Arrays.copyOf(triggers, capacityFor(packet));
        }
        triggers[packet] = sequence;
    }

    int trigger(int packet) {
        return triggers[packet];
    }

    /** Whether any packet has carried something. */
    boolean areUsed() {
        return sentPicos.length + triggers.length + hopCounts.length > 0;
    }

    /** Writes what a packet carries. */
    void put(int packet, Mail mail) {
        int hops = packet < hopCounts.length ? hopCounts[packet] : 0;
        int trigger = packet < triggers.length ? triggers[packet] : 0;
        mail.put(packet < sentPicos.length ? sentPicos[packet] : 0);
        mail.put((long) trigger << 32 | hops);
        for (int at = packet * MAX_HOPS; at < packet * MAX_HOPS + hops; at++) {
            mail.put(hopPorts[at]);
            mail.put(hopQueueBytes[at]);
            mail.put(hopSentBytes[at]);
            mail.put(hopNanos[at]);
        }
    }

    /** Gives a packet what {@link #put} wrote of another. */
    void take(int packet, Mail mail) {
        onSent(packet, mail.take());
        long triggerAndHops = mail.take();
        setTrigger(packet, (int) (triggerAndHops >>> 32));
        int hops = (int) triggerAndHops;
        if (hops > 0 && packet >= hopCounts.length) {
            growHops(capacityFor(packet));
        }
        for (int at = packet * MAX_HOPS; at < packet * MAX_HOPS + hops; at++) {
            hopPorts[at] = (int) mail.take();
            hopQueueBytes[at] = mail.take();
            hopSentBytes[at] = mail.take();
            hopNanos[at] = mail.take();
        }
        if (packet < hopCounts.length) {
            hopCounts[packet] = (byte) hops;
        }
    }

    /** A switch port begins to send a packet. */
    void stamp(int packet, int port, long nowPicos) {
        if (telemetry) {
            write(packet, port, nowPicos);
        }
    }

    /** Shows the telemetry of a packet, or of none where none is kept. */
    Telemetry of(int packet) {
        selected = packet;
        return this;
    }

    @Override
    public int hops() {
        return selected < hopCounts.length ? hopCounts[selected] : 0;
    }

    @Override
    public int port(int hop) {
        return hopPorts[selected * MAX_HOPS + hop];
    }

    @Override
    public long queueBytes(int hop) {
        return hopQueueBytes[selected * MAX_HOPS + hop];
    }

    @Override
    public long sentBytes(int hop) {
        return hopSentBytes[selected * MAX_HOPS + hop];
    }

    @Override
    public long stampNanos(int hop) {
        return hopNanos[selected * MAX_HOPS + hop];
    }

    @Override
    public long rateBitsPerSecond(int hop) {
        return links.at(port(hop)).rateBitsPerSecond();
    }

    private void write(int packet, int port, long nowPicos) {
        if (packet >= hopCounts.length) {
            growHops(capacityFor(packet));
        }
        int hop = hopCounts[packet];
        if (hop == MAX_HOPS) {
            return;
        }
        int at = packet * MAX_HOPS + hop;
        hopPorts[at] = port;
        hopQueueBytes[at] = ports.queues.allWireBytes(port);
        hopSentBytes[at] = ports.wireBytesSent(port);
        hopNanos[at] = nowPicos / 1000;
        hopCounts[packet]++;
    }

    private void growHops(int capacity) {
        hopCounts = Arrays.copyOf(hopCounts, capacity);
        hopPorts = Arrays.copyOf(hopPorts, capacity * MAX_HOPS);
        hopQueueBytes = Arrays.copyOf(hopQueueBytes, capacity * MAX_HOPS);
        hopSentBytes = Arrays.copyOf(hopSentBytes, capacity * MAX_HOPS);
        hopNanos = Arrays.copyOf(hopNanos, capacity * MAX_HOPS);
    }

    private static int capacityFor(int packet) {
        return Math.max(1 << 10, Integer.highestOneBit(packet) << 1);
    }
}
