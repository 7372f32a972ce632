package io.losslab.devices.nic.tool;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A tool that reads and sets the queueing of a NIC: what it said, and the commands that change it.
 * Lists have a value for each of eight priorities, traffic classes or buffers.
 */
public interface QosTool {
    /** Priorities, traffic classes and buffers of a NIC. */
    int COUNT = 8;

    /** Values of a DSCP (RFC 2474). */
    int DSCPS = 64;

    /** Whether a DSCP can be mapped to a priority. */
    static boolean isMapping(int dscp, int priority) {
        return dscp >= 0 && dscp < DSCPS && priority >= 0 && priority < COUNT;
    }

    /** Priorities that PFC may pause: 1, others 0. */
    Optional<List<String>> pfc();

    String setPfc(List<String> priorities);

    /** Traffic class of each priority. */
    Optional<Ets> ets();

    String setEts(Ets ets);

    Optional<Buffers> buffers();

    List<String> setBuffers(Buffers buffers);

    /** Priorities that each DSCP is mapped to; more than one where it is ambiguous. */
    Optional<Map<Integer, Set<Integer>>> dscp();

    List<String> addDscp(Map<Integer, Integer> priorities);

    List<String> removeDscp(Map<Integer, Integer> priorities);

    /**
     * How a NIC shares its link.
     *
     * @param classes traffic class of each priority
     * @param algorithms of each traffic class: {@code ets}, {@code strict}, {@code vendor}
     * @param shares percent of each traffic class whose algorithm is {@code ets}; 0 of others
     */
    record Ets(List<String> classes, List<String> algorithms, List<String> shares) {
        public Ets {
            classes = List.copyOf(classes);
            algorithms = List.copyOf(algorithms);
            shares = List.copyOf(shares);
        }

        /** Drivers report shares of other algorithms, too, and tools refuse them. */
        static Optional<Ets> of(
                Optional<List<String>> classes,
                Optional<List<String>> algorithms,
                Optional<List<String>> shares) {
            if (classes.isEmpty() || algorithms.isEmpty() || shares.isEmpty()) {
                return Optional.empty();
            }
            List<String> cleared = new ArrayList<>();
            for (int i = 0; i < COUNT; i++) {
                boolean isEts = algorithms.get().get(i).equals("ets");
                cleared.add(isEts ? shares.get().get(i) : "0");
            }
            return Optional.of(new Ets(classes.get(), algorithms.get(), cleared));
        }
    }

    /**
     * Receive buffers of a NIC.
     *
     * @param ofPriorities buffer of each priority
     * @param bytes of each buffer
     */
    record Buffers(List<String> ofPriorities, List<String> bytes) {
        public Buffers {
            ofPriorities = List.copyOf(ofPriorities);
            bytes = List.copyOf(bytes);
        }

        static Optional<Buffers> of(
                Optional<List<String>> ofPriorities, Optional<List<String>> bytes) {
            return ofPriorities.flatMap(of -> bytes.map(sizes -> new Buffers(of, sizes)));
        }
    }
}
