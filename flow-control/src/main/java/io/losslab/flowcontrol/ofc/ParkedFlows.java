package io.losslab.flowcontrol.ofc;

import io.losslab.flowcontrol.DataPlane;

/** A host's own flows of a priority that wait at a port because they are paused. */
final class ParkedFlows {
    private final FlowSet flows = new FlowSet();

    /** Keeps a flow until it may send again. */
    void park(int flow) {
        flows.add(flow);
    }

    /** Forgets a flow that has ended. */
    void remove(int flow) {
        flows.remove(flow);
    }

    /** Lets those send again that are no longer paused. */
    void unpark(DataPlane plane, FlowKeys keys, PausedFlows paused) {
        for (int slot = 0; slot < flows.slots(); slot++) {
            int flow = (int) flows.at(slot);
            while (flow != 0 && !paused.contains(keys.of(flow))) {
                flows.remove(flow);
                plane.unpark(flow);
                flow = (int) flows.at(slot);
            }
        }
    }
}
