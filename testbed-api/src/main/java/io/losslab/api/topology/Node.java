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
 * @param buffer packet memory of a switch; {@code 0B} for a host
 * @param pipeline time a frame takes from the last bit in to being ready in the egress queue; zero
 *     for a host
 * @param ports how many ports the links use; they are numbered from 1
 */
public record Node(int id, String name, Kind kind, DataSize buffer, Nanos pipeline, int ports) {
    /** Pipeline latency of a switch whose file does not give one. */
    public static final Nanos DEFAULT_PIPELINE = new Nanos(500);

    /** What a node is. */
    public enum Kind {
        HOST,
        SWITCH
    }

    public boolean isHost() {
        return kind == Kind.HOST;
    }

    public boolean isSwitch() {
        return kind == Kind.SWITCH;
    }

    /** The id under which the node's services know it; gRPC ids start at 1. */
    public int deviceId() {
        return id + 1;
    }
}
