package io.losslab.flowcontrol.tagger;

import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.EgressScheme;

/**
 * Raises the hop tag of what a device forwards: the packet waits in the new tag's queue and leaves
 * with its priority, while the ingress still counts it under the old one (Tagger's cutover).
 */
public final class HopTagger implements EgressScheme {
    private final DataPlane plane;
    private final HopTags tags;

    public HopTagger(DataPlane plane, HopTags tags) {
        this.plane = plane;
        this.tags = tags;
    }

    /** The queue is that of the priority the packet leaves with. */
    @Override
    public boolean choosesQueues() {
        return false;
    }

    @Override
    public int classify(int packet, int ingress, int egress) {
        return tags.next(plane.priority(packet));
    }

    @Override
    public void onDequeue(int packet, int ingress, int egress, int queue) {
        if (ingress != 0) {
            plane.setPriority(packet, tags.next(plane.priority(packet)));
        }
    }
}
