package io.losslab.driver.p4runtime;

import io.losslab.proto.p4.v1.MulticastGroupEntry;
import io.losslab.proto.p4.v1.Replica;
import java.util.List;

/**
 * Ports that a packet leaves by together.
 *
 * @param id of the group, at least 1
 * @param ports without repetition
 */
public record MulticastGroup(int id, List<Integer> ports) {
    public MulticastGroup {
        ports = List.copyOf(ports);
        if (id < 1) {
            throw new IllegalArgumentException("multicast groups count from 1: " + id);
        }
    }

    /** The group as it is sent. */
    public MulticastGroupEntry encode() {
        MulticastGroupEntry.Builder entry =
                MulticastGroupEntry.newBuilder().setMulticastGroupId(id);
        for (int port : ports) {
            entry.addReplicas(Replica.newBuilder().setPort(ForwardProgram.canonical(port)));
        }
        return entry.build();
    }
}
