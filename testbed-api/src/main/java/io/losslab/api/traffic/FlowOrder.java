package io.losslab.api.traffic;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which flows wait for others to complete before they start. Ids are their callers'. */
public final class FlowOrder {
    private final Set<Integer> completed = new HashSet<>();

    /** By id, the flows that wait for it. */
    private final Map<Integer, List<Integer>> waiting = new HashMap<>();

    /** By flow, how many it still waits for. */
    private final Map<Integer, Integer> missing = new HashMap<>();

    /** Adds a flow; whether it has to wait. */
    public boolean waits(int flow, List<Integer> afterIds) {
        int open = 0;
        for (int id : new HashSet<>(afterIds)) {
            if (!completed.contains(id)) {
                waiting.computeIfAbsent(id, key -> new ArrayList<>()).add(flow);
                open++;
            }
        }
        if (open > 0) {
            missing.put(flow, open);
        }
        return open > 0;
    }

    /** A flow completed: returns the flows that waited for nothing else. */
    public List<Integer> onCompleted(int id) {
        if (!completed.add(id)) {
            return List.of();
        }
        List<Integer> waiters = waiting.remove(id);
        if (waiters == null) {
            return List.of();
        }
        List<Integer> starting = new ArrayList<>();
        for (int flow : waiters) {
            if (missing.merge(flow, -1, Integer::sum) == 0) {
                missing.remove(flow);
                starting.add(flow);
            }
        }
        return starting;
    }
}
