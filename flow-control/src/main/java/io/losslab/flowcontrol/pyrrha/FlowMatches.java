package io.losslab.flowcontrol.pyrrha;

import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.pyrrha.CongestionRoot.State;
import java.util.Arrays;
import java.util.List;

/**
 * Path matching (Pyrrha, IV-B): which roots of a port's table lie on a flow's way, near before far.
 *
 * <p>A direct-mapped cache by flow; an entry holds for one version of one port's table. What every
 * packet reads of a line lies together; {@link #MAX_HOPS} roots a line lie in arrays of their own.
 */
final class FlowMatches {
    /** Roots further away are not matched. A way has one egress port at each distance. */
    static final int MAX_HOPS = 16;

    private static final int LINES = 2_048;

    /*
     * Four ints a line.
     */
    private static final int FLOW = 0;
    private static final int VERSION = 1;
    private static final int COUNT = 2;
    private static final int TARGET = 3;

    private final DataPlane plane;
    private final boolean matchesMerging;
    private final int[] lines = new int[LINES << 2];
    private final byte[] hops = new byte[LINES * MAX_HOPS];
    private final CongestionRoot[] roots = new CongestionRoot[LINES * MAX_HOPS];

    /**
     * Makes an empty cache.
     *
     * @param matchesMerging whether roots that gave up match until their queue is empty
     */
    FlowMatches(DataPlane plane, boolean matchesMerging) {
        this.plane = plane;
        this.matchesMerging = matchesMerging;
    }

    /**
     * Finds a flow's line, matching it anew if the table changed.
     *
     * @param version of the table, above zero, of this port and content only
     * @return for the other methods, valid until the next call
     */
    int lineOf(int flow, List<CongestionRoot> table, int version) {
        int line = flow & LINES - 1;
        int at = line << 2;
        if (lines[at + FLOW] != flow || lines[at + VERSION] != version) {
            lines[at + FLOW] = flow;
            lines[at + VERSION] = version;
            lines[at + TARGET] = -1;
            match(line, flow, table);
        }
        return line;
    }

    int count(int line) {
        return lines[(line << 2) + COUNT];
    }

    /** The i-th nearest root. */
    CongestionRoot root(int line, int i) {
        return roots[line * MAX_HOPS + i];
    }

    /** Egress ports on the flow's way to the i-th nearest root. */
    int hops(int line, int i) {
        return hops[line * MAX_HOPS + i];
    }

    /** What {@link #setTarget} kept for the line; -1 if nothing. */
    int target(int line) {
        return lines[(line << 2) + TARGET];
    }

    void setTarget(int line, int queue) {
        lines[(line << 2) + TARGET] = queue;
    }

    /** Whether one of the roots is paused. */
    boolean isPaused(int line) {
        return pausingRoot(line) != DataPlane.NO_ROOT;
    }

    /** The nearest root that is paused; {@link DataPlane#NO_ROOT} if none. */
    long pausingRoot(int line) {
        for (int i = 0; i < count(line); i++) {
            if (root(line, i).state == State.PAUSED) {
                return root(line, i).id;
            }
        }
        return DataPlane.NO_ROOT;
    }

    private void match(int line, int flow, List<CongestionRoot> table) {
        lines[(line << 2) + COUNT] = 0;
        Arrays.fill(roots, line * MAX_HOPS, (line + 1) * MAX_HOPS, null);
        for (int i = 0; i < table.size(); i++) {
            CongestionRoot root = table.get(i);
            if (root.state == State.SOFT_MERGING && !matchesMerging) {
                continue;
            }
            int distance = plane.hopsTo(flow, root.device(), root.port());
            if (distance > 0 && distance <= MAX_HOPS && count(line) < MAX_HOPS) {
                insert(line, root, (byte) distance);
            }
        }
    }

    private void insert(int line, CongestionRoot root, byte distance) {
        int at = line * MAX_HOPS + lines[(line << 2) + COUNT]++;
        while (at > line * MAX_HOPS && hops[at - 1] > distance) {
            hops[at] = hops[at - 1];
            roots[at] = roots[at - 1];
            at--;
        }
        hops[at] = distance;
        roots[at] = root;
    }
}
