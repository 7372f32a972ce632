package io.losslab.api.topology;

import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;

/**
 * A device of a topology.
 *
 * @param id position in {@link Topology#nodes()}, from 0; also the device id of its services, plus
 *     one
 * @param name unique in the topology
 * @param kind host or switch
 * @param buffer packet memory of a switch, relay buffer of a host that relays; {@code 0B} for any
 *     other host
 * @param pipeline time a frame takes from the last bit in to being ready in the egress queue; zero
 *     for a host
 * @param ports how many ports the links use; they are numbered from 1
 * @param relays whether it is a host that forwards frames for others, as in server-centric
 *     topologies
 * @param ipv4 address of a host, unique among the hosts; four octets as an unsigned 32-bit number
 */
public record Node(
        int id,
        String name,
        Kind kind,
        DataSize buffer,
        Nanos pipeline,
        int ports,
        boolean relays,
        int ipv4) {
    /** Pipeline latency of a switch whose file does not give one. */
    public static final Nanos DEFAULT_PIPELINE = new Nanos(500);

    /** Relay buffer of a relaying host whose file does not give one. */
    public static final DataSize DEFAULT_RELAY_BUFFER = new DataSize(16_000_000);

    /** What a node is. */
    public enum Kind {
        HOST,
        SWITCH
    }

    public Node {
        if (relays && kind != Kind.HOST) {
            throw new IllegalArgumentException(name + " relays, but only hosts do");
        }
    }

    /** Tells nodes of one topology apart; asked for at every turn of a plan. */
    @Override
    public int hashCode() {
        return id;
    }

    /** Address of a host that was given none: {@code 10.x.y.1} with x.y the node id. */
    public static int defaultIpv4(int id) {
        return 10 << 24 | id << 8 | 1;
    }

    public boolean isHost() {
        return kind == Kind.HOST;
    }

    public boolean isSwitch() {
        return kind == Kind.SWITCH;
    }

    /** Whether frames for others may pass it: a switch, or a host that relays. */
    public boolean forwards() {
        return isSwitch() || relays;
    }

    /** The id under which the node's services know it; gRPC ids start at 1. */
    public int deviceId() {
        return id + 1;
    }
}
