package io.losslab.roce.host;

import com.carrotsearch.hppc.IntArrayList;
import com.carrotsearch.hppc.IntHashSet;
import com.carrotsearch.hppc.IntIntHashMap;
import com.carrotsearch.hppc.IntObjectHashMap;
import java.util.List;

/**
 * Which flows wait for others to complete before they start. Ids are those of {@code FlowSpec}; the
 * end of a flow that none waits for allocates nothing but room for its id.
 */
final class FlowOrder {
    private static final int[] NONE = {};

    private final IntHashSet completed = new IntHashSet();

    /** By id, the flows that wait for it. */
    private final IntObjectHashMap<IntArrayList> waiting = new IntObjectHashMap<>();

    /** By flow, how many it still waits for. */
    private final IntIntHashMap missing = new IntIntHashMap();

    /** Adds a flow; whether it has to wait. */
    boolean waits(int flow, List<Integer> afterIds) {
        IntHashSet open = new IntHashSet();
        for (int id : afterIds) {
            if (!completed.contains(id) && open.add(id)) {
                waitersOf(id).add(flow);
            }
        }
        if (!open.isEmpty()) {
            missing.put(flow, open.size());
        }
        return !open.isEmpty();
    }

    private IntArrayList waitersOf(int id) {
        IntArrayList waiters = waiting.get(id);
        if (waiters == null) {
            waiters = new IntArrayList();
            waiting.put(id, waiters);
        }
        return waiters;
    }

    /** A flow completed: returns the flows that waited for nothing else. */
    int[] onCompleted(int id) {
        if (!completed.add(id)) {
            return NONE;
        }
        IntArrayList waiters = waiting.remove(id);
        if (waiters == null) {
            return NONE;
        }
        waiters.removeAll(this::waitsForMore);
        return waiters.toArray();
    }

    private boolean waitsForMore(int flow) {
        if (missing.addTo(flow, -1) > 0) {
            return true;
        }
        missing.remove(flow);
        return false;
    }
}
