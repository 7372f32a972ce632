package io.losslab.devices;

import java.util.List;
import java.util.OptionalLong;

/** What the NICs of a host count, from a first reading on. Thread safe. */
@FunctionalInterface
public interface NicCounters {
    /**
     * All counters now.
     *
     * @throws io.losslab.devices.failure.CommandFailure where the host is not reached
     */
    Reading read();

    /**
     * Counters at one time.
     *
     * @param samples by port, in order of names
     * @param droppedPackets of all ports together, in both directions; empty: the NICs do not count
     *     them
     * @param retransmissions how often the RDMA devices of all ports went back to send packets once
     *     more; empty: they do not count it
     */
    record Reading(
            List<Sample> samples, OptionalLong droppedPackets, OptionalLong retransmissions) {
        public Reading {
            samples = List.copyOf(samples);
        }
    }

    /**
     * A counter of a NIC.
     *
     * @param port of the host
     * @param priority that it is about; -1: the whole port
     * @param name that its driver gives it
     * @param value since the first reading
     */
    record Sample(int port, int priority, String name, long value) {
        /** The same at a port of another number. */
        public Sample at(int otherPort) {
            return new Sample(otherPort, priority, name, value);
        }
    }
}
