package io.losslab.flowcontrol.bfc;

import io.losslab.flowcontrol.DataPlane;

/**
 * How many marked packets a device holds of each upstream queue: the queue is paused while there is
 * one. Row: ingress port; column: queue at the far end.
 */
final class PauseCounts {
    private final DataPlane plane;
    private final int[][] counts;
    private final BfcFrame frame = new BfcFrame();

    PauseCounts(DataPlane plane) {
        this.plane = plane;
        counts = new int[plane.ports() + 1][BfcSettings.MAX_QUEUES + 1];
    }

    void onMarked(int ingress, int upstreamQueue, long root) {
        if (counts[ingress][upstreamQueue]++ == 0) {
            send(ingress, BfcFrame.PAUSE, upstreamQueue, root);
        }
    }

    void onMarkedLeft(int ingress, int upstreamQueue, long root) {
        int left = --counts[ingress][upstreamQueue];
        if (left == 0) {
            send(ingress, BfcFrame.RESUME, upstreamQueue, root);
        } else if (left < 0) {
            plane.reportViolation(ingress, "pause count of queue " + upstreamQueue + " below zero");
        }
    }

    private void send(int port, int opcode, int queue, long root) {
        frame.write(plane.mac(port), opcode, queue, root);
        plane.sendControl(port, frame.bytes(), 0, BfcFrame.LENGTH_BYTES, root);
    }
}
