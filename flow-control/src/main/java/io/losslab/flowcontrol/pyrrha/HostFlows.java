package io.losslab.flowcontrol.pyrrha;

import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.EgressScheme;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntToLongFunction;

/**
 * A NIC port that obeys Pyrrha (IV-D, Cooperation on end-hosts): it parks the flows that cross a
 * paused root, or, not host-aware, holds the queue they are in.
 */
final class HostFlows {
    private final DataPlane plane;
    private final int port;
    private final IntToLongFunction pausingRoot;
    private final BitSet heldQueues = new BitSet();
    private int[] parked = new int[64];
    private int parkedCount;

    /**
     * Makes the port's part.
     *
     * @param pausingRoot of a flow; {@code DataPlane.NO_ROOT} if none
     */
    HostFlows(DataPlane plane, int port, IntToLongFunction pausingRoot) {
        this.plane = plane;
        this.port = port;
        this.pausingRoot = pausingRoot;
    }

    int park(int flow, long root) {
        plane.parkedFor(flow, root);
        if (parkedCount == parked.length) {
            parked = Arrays.copyOf(parked, 2 * parkedCount);
        }
        parked[parkedCount++] = flow;
        return EgressScheme.PARK;
    }

    int hold(int queue, long root) {
        heldQueues.set(queue);
        plane.hold(port, queue, root);
        return EgressScheme.HOLD;
    }

    void releaseQueues() {
        for (int q = heldQueues.nextSetBit(0); q >= 0; q = heldQueues.nextSetBit(q + 1)) {
            heldQueues.clear(q);
            plane.release(port, q);
        }
    }

    /** Lets the flows go that no paused root stops. */
    void unpark() {
        int kept = 0;
        int count = parkedCount;
        for (int i = 0; i < count; i++) {
            if (pausingRoot.applyAsLong(parked[i]) != DataPlane.NO_ROOT) {
                parked[kept++] = parked[i];
            } else {
                plane.unpark(parked[i]);
            }
        }
        parkedCount = kept;
    }

    /** A flow is over. */
    void forget(int flow) {
        int kept = 0;
        for (int i = 0; i < parkedCount; i++) {
            if (parked[i] != flow) {
                parked[kept++] = parked[i];
            }
        }
        parkedCount = kept;
    }
}
