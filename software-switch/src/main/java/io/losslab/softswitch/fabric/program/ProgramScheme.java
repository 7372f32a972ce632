package io.losslab.softswitch.fabric.program;

import io.losslab.api.frame.RoceFrame;
import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.EgressScheme;
import io.losslab.flowcontrol.frame.ControlHeader;
import io.losslab.flowcontrol.frame.LocalFrame;

/**
 * A program that reaches into the queues of its switch, as the queues meet it: it has chosen the
 * queue by the time a packet comes, gets the frames that are no PFC, and hears of packets in the
 * queues of ports that it watches.
 */
final class ProgramScheme implements EgressScheme {
    private final ProgramDevice device;
    private final QueueRegisters registers;
    private final QueueReports reports;
    private final DataPlane plane;

    ProgramScheme(ProgramDevice device, QueueReports reports, DataPlane plane) {
        this.device = device;
        this.registers = device.queues();
        this.reports = reports;
        this.plane = plane;
    }

    /** Only a program that stops queues itself has others than those of the classes. */
    @Override
    public boolean choosesQueues() {
        return registers.stopQueues();
    }

    @Override
    public int classify(int packet, int ingress, int egress) {
        return device.joining();
    }

    @Override
    public void onEnqueue(int packet, int ingress, int egress, int queue) {
        if (registers.watchesJoins(egress)) {
            report(QueueReports.JOINED, packet, ingress, egress, queue);
        }
    }

    @Override
    public int onHead(int packet, int ingress, int egress, int queue) {
        if (!registers.watchesHeads(egress)) {
            return queue;
        }
        registers.ask(egress, queue);
        report(QueueReports.HEAD, packet, ingress, egress, queue);
        return registers.answer(egress, queue);
    }

    @Override
    public void onDequeue(int packet, int ingress, int egress, int queue) {
        if (registers.watchesDepartures(egress)) {
            report(QueueReports.LEFT, packet, ingress, egress, queue);
        }
    }

    private void report(int kind, int packet, int ingress, int egress, int queue) {
        int bytes = reports.write(kind, packet, ingress, queue);
        if (registers.hasTags()) {
            registers.showTag(egress, plane.tag(packet));
        }
        device.onControl(egress, reports.frame(), 0, bytes, plane.nowNanos());
        if (registers.hasTags()) {
            int tag = registers.takeTag(egress);
            if (kind == QueueReports.HEAD) {
                plane.setTag(packet, tag);
            }
        }
        registers.forgetPacket();
    }

    @Override
    public boolean onControl(int port, byte[] frame, int offset, int bytes) {
        int magic = ControlHeader.word(frame, offset);
        if (!ControlHeader.matches(frame, offset, LocalFrame.ETHER_TYPE, magic)) {
            return false;
        }
        device.onControl(port, frame, offset, bytes - RoceFrame.FCS_BYTES, plane.nowNanos());
        registers.forgetPacket();
        return true;
    }
}
