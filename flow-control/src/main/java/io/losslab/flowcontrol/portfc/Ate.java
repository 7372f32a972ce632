package io.losslab.flowcontrol.portfc;

import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.EgressScheme;

/**
 * ATE at a host: says by which port a flow leaves first, whatever flow control it goes with
 * (PortFC, Algorithm 5).
 */
public final class Ate implements EgressScheme {
    private final DataPlane plane;
    private final HopWeights weights;

    public Ate(DataPlane plane, AteSettings settings) {
        this.plane = plane;
        this.weights = HopWeights.of(plane, settings);
    }

    @Override
    public boolean choosesQueues() {
        return false;
    }

    @Override
    public int classify(int packet, int ingress, int egress) {
        return plane.priority(packet);
    }

    @Override
    public void onDequeue(int packet, int ingress, int egress, int queue) {
        if (ingress == 0) {
            weights.onSent(egress, plane.bytes(packet), plane.nowNanos());
        }
    }

    @Override
    public int choosePort(int flow, int[] ports) {
        return weights.choosePort(flow, ports, plane.nowNanos());
    }
}
