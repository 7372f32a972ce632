package io.losslab.flowcontrol.strict;

import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.EgressScheme;
import java.util.Set;

/** Gives the queue of each traffic class of a device's ports a level of its own. */
final class StrictPriority implements EgressScheme {
    private final DataPlane plane;
    private final Set<Integer> ports;

    StrictPriority(DataPlane plane, Set<Integer> ports) {
        this.plane = plane;
        this.ports = Set.copyOf(ports);
    }

    @Override
    public void start() {
        for (int port : ports) {
            for (int trafficClass = 0; trafficClass < DataPlane.LEVELS; trafficClass++) {
                plane.setLevel(port, trafficClass, trafficClass);
            }
        }
    }

    @Override
    public boolean choosesQueues() {
        return false;
    }

    @Override
    public boolean needsQueuePerClass() {
        return true;
    }

    @Override
    public int classify(int packet, int ingress, int egress) {
        return plane.priority(packet);
    }

    @Override
    public void onDequeue(int packet, int ingress, int egress, int queue) {}
}
