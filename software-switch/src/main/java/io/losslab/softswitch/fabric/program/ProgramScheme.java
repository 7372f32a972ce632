package io.losslab.softswitch.fabric.program;

import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.EgressScheme;
import io.losslab.flowcontrol.frame.ControlHeader;
import io.losslab.flowcontrol.frame.LocalFrame;

/**
 * A program that reaches into the queues of its switch, as the queues meet it: it has chosen the
 * queue by the time a packet comes, gets the frames that are no PFC, and hears of packets that
 * leave ports that it watches.
 */
final class ProgramScheme implements EgressScheme {
    private final ProgramDevice device;
    private final DataPlane plane;

    ProgramScheme(ProgramDevice device, DataPlane plane) {
        this.device = device;
        this.plane = plane;
    }

    @Override
    public int classify(int packet, int ingress, int egress) {
        return plane.priority(packet);
    }

    @Override
    public void onDequeue(int packet, int ingress, int egress, int queue) {
        if (device.queues().watches(egress)) {
            device.onDeparture(egress, queue, plane.nowNanos());
        }
    }

    @Override
    public boolean onControl(int port, byte[] frame, int offset) {
        int magic = ControlHeader.word(frame, offset);
        if (!ControlHeader.matches(frame, offset, LocalFrame.ETHER_TYPE, magic)) {
            return false;
        }
        device.onControl(port, frame, offset, plane.nowNanos());
        return true;
    }
}
