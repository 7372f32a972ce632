package io.losslab.devices.tofino2.program;

import io.losslab.configs.testbed.DevicePort;
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
 * chip takes a priority of a port in one group only, so that one is replaced. Not thread safe.
 */
final class GroupIds {
    private static final int MOST_GROUPS = 128;

    private final List<HeldGroup> held;
    private final Map<Integer, Set<Integer>> usedByPipe = new TreeMap<>();
    private final Set<HeldGroup> replaced = new HashSet<>();

    /**
     * Nothing planned yet.
     *
     * @param held groups that the device has
     */
    GroupIds(List<HeldGroup> held) {
        this.held = List.copyOf(held);
        held.forEach(group -> used(group.pipe()).add(group.id()));
    }

    /** The id of a group that is made; empty: the port's pipe has no room. */
    Optional<Integer> take(DevicePort port, int priority) {
        for (HeldGroup group : held) {
            if (group.isOf(port, priority) && replaced.add(group)) {
                return Optional.of(group.id());
            }
        }
        Set<Integer> used = used(PortPlace.pipeOf(port));
        if (used.size() >= MOST_GROUPS) {
            return Optional.empty();
        }
        return IntStream.iterate(1, id -> id + 1).boxed().filter(used::add).findFirst();
    }

    private Set<Integer> used(int pipe) {
        return usedByPipe.computeIfAbsent(pipe, each -> new HashSet<>());
    }
}
