package io.losslab.driver.p4runtime;

import io.losslab.proto.p4.v1.MulticastGroupEntry;
import io.losslab.proto.p4.v1.Replica;
import java.util.List;

/**
 * Copies that a packet leaves as together.
 *
 * @param id of the group, at least 1
 * @param copies no two alike
 */
public record MulticastGroup(int id, List<Copy> copies) {
    /**
     * A copy.
     *
     * @param instance what the program sees of it
     */
    public record Copy(int port, int instance) {}

    public MulticastGroup {
        copies = List.copyOf(copies);
        if (id < 1) {
            throw new IllegalArgumentException("multicast groups count from 1: " + id);
        }
    }

    /** One copy for each of some ports. */
    public static MulticastGroup of(int id, List<Integer> ports) {
        return new MulticastGroup(id, ports.stream().map(port -> new Copy(port, 0)).toList());
    }

    /**
     * A packet that leaves by its port, with a signal to all other ports, which is instance 1. The
     * port's number is the group's.
     */
    public static MulticastGroup ofSignals(int port, List<Integer> allPorts) {
        return new MulticastGroup(
                port, allPorts.stream().map(each -> new Copy(each, each == port ? 0 : 1)).toList());
    }

    /**
     * A signal that leaves by a port, instance 0, and the packet that goes on with the work,
     * instance 1. The port's number is the group's.
     */
    public static MulticastGroup ofSignalAndWork(int port) {
        return new MulticastGroup(port, List.of(new Copy(port, 0), new Copy(port, 1)));
    }

    /** The group as it is sent. */
    public MulticastGroupEntry encode() {
        MulticastGroupEntry.Builder entry =
                MulticastGroupEntry.newBuilder().setMulticastGroupId(id);
        for (Copy copy : copies) {
            entry.addReplicas(
                    Replica.newBuilder()
                            .setPort(ForwardProgram.canonical(copy.port()))
                            .setInstance(copy.instance()));
        }
        return entry.build();
    }
}
