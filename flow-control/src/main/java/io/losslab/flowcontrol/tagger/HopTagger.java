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

    /** Null where the device watches its own ingress. */
    private final PauseForwarder forwarder;

    public HopTagger(DataPlane plane, HopTags tags) {
        this(plane, tags, null);
    }

    HopTagger(DataPlane plane, HopTags tags, PauseForwarder forwarder) {
        this.plane = plane;
        this.tags = tags;
        this.forwarder = forwarder;
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
    public boolean relabels() {
        return true;
    }

    @Override
    public void relabel(int packet, int ingress) {
        if (ingress != 0) {
            plane.setPriority(packet, tags.next(plane.priority(packet)));
        }
    }

    @Override
    public void onDequeue(int packet, int ingress, int egress, int queue) {}

    /** What is forwarded is obeyed here as well. */
    @Override
    public boolean onControl(int port, byte[] frame, int offset) {
        if (forwarder != null) {
            forwarder.onControl(port, frame, offset);
        }
        return false;
    }

    @Override
    public int passesOn(int priority) {
        return forwarder == null ? -1 : forwarder.passesOn(priority);
    }

    @Override
    public void onTimer(int timer) {
        forwarder.onTimer(timer);
    }
}
