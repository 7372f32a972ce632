package io.losslab.devices.tofino2.program;

import io.losslab.configs.testbed.DevicePort;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Ids of the priority groups that a plan makes, which count from 1 and are of a pipe. A group that
 * the device has keeps its id, unless it has the priority of the port that a group is made for: the
 * chip takes a priority of a port in one group only, so that one is replaced. Half of a pipe's
 * groups are for its lower ports and half for the others; source: bf_tm_alloc_ppg of the SDE. Not
 * thread safe.
 */
final class GroupIds {
    /** Groups that the ports of one half of a pipe have. */
    static final int MOST_OF_HALF = 64;

    private static final int PORTS_PER_PIPE = 72;
    private static final int LOWER_PORTS = 40;

    private final List<HeldGroup> held;
    private final Map<Integer, Set<Integer>> usedByPipe = new TreeMap<>();
    private final Map<Half, Integer> groups = new HashMap<>();
    private final Set<HeldGroup> replaced = new HashSet<>();

    /**
     * Half of a pipe.
     *
     * @param first its first port
     */
    private record Half(int first) {
        /** That of a port; the mirror port, which has no number, is with the lower ones. */
        static Half of(int pipe, int devPort) {
            int start = PortPlace.firstOf(pipe);
            return new Half(devPort - start < LOWER_PORTS ? start : start + LOWER_PORTS);
        }
    }

    /**
     * Nothing planned yet.
     *
     * @param held groups that the device has
     */
    GroupIds(List<HeldGroup> held) {
        this.held = List.copyOf(held);
        for (HeldGroup group : held) {
            used(group.pipe()).add(group.id());
            groups.merge(Half.of(group.pipe(), group.devPort()), 1, Integer::sum);
        }
    }

    /** The id of a group that is made; empty: the port's half of the pipe has no room. */
    Optional<Integer> take(DevicePort port, int priority) {
        for (HeldGroup group : held) {
            if (group.isOf(port, priority) && replaced.add(group)) {
                return Optional.of(group.id());
            }
        }
        int pipe = PortPlace.pipeOf(port);
        if (groups.merge(Half.of(pipe, port.number()), 1, Integer::sum) > MOST_OF_HALF) {
            return Optional.empty();
        }
        Set<Integer> used = used(pipe);
        return IntStream.iterate(1, id -> id + 1).boxed().filter(used::add).findFirst();
    }

    /** Groups that the device keeps, as none that was made replaces them. */
    List<HeldGroup> kept() {
        return held.stream().filter(group -> !replaced.contains(group)).toList();
    }

    /** The ports that have their groups from the same half of a pipe as a port. */
    static String neighbours(DevicePort port) {
        int pipe = PortPlace.pipeOf(port);
        int first = Half.of(pipe, port.number()).first();
        int start = PortPlace.firstOf(pipe);
        int end = first == start ? start + LOWER_PORTS : start + PORTS_PER_PIPE;
        return "%d..%d".formatted(first, end - 1);
    }

    private Set<Integer> used(int pipe) {
        return usedByPipe.computeIfAbsent(pipe, each -> new HashSet<>());
    }
}
