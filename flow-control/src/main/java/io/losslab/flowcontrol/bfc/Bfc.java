package io.losslab.flowcontrol.bfc;

import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.EgressScheme;
import java.util.Map;

/**
 * Backpressure flow control on one device, switch or host NIC (Goyal et al., as Pyrrha, section
 * VIII, compares with it).
 *
 * <p>Tag of a buffered packet: the queue it had upstream, and whether it is marked; between
 * devices: the queue it left.
 */
public final class Bfc implements EgressScheme {
    private static final int QUEUE_MASK = 0xFF;
    private static final int MARK = 0x100;

    private final DataPlane plane;
    private final EgressPort[] ports;
    private final PauseCounts pauseCounts;

    /**
     * Makes the scheme of a device.
     *
     * @param byPort settings of the ports that the rule names
     */
    public Bfc(DataPlane plane, Map<Integer, BfcSettings> byPort) {
        this.plane = plane;
        ports = new EgressPort[plane.ports() + 1];
        byPort.forEach((port, settings) -> ports[port] = new EgressPort(plane, port, settings));
        pauseCounts = new PauseCounts(plane);
    }

    @Override
    public int classify(int packet, int ingress, int egress) {
        return ports[egress] == null ? 0 : ports[egress].classify(plane.flow(packet), ingress);
    }

    @Override
    public void onEnqueue(int packet, int ingress, int egress, int queue) {
        if (ports[egress] == null) {
            return;
        }
        int upstreamQueue =
                ingress == 0 || ports[ingress] == null ? 0 : plane.tag(packet) & QUEUE_MASK;
        // Tagged first: it counts as it will when it leaves.
        plane.setTag(packet, upstreamQueue);
        if (ports[egress].onEnqueue(packet, ingress, queue) && upstreamQueue != 0) {
            plane.setTag(packet, upstreamQueue | MARK);
            pauseCounts.onMarked(ingress, upstreamQueue, ports[egress].rootOf(queue));
        }
    }

    @Override
    public void onDequeue(int packet, int ingress, int egress, int queue) {
        if (ports[egress] == null) {
            plane.setTag(packet, 0);
            return;
        }
        int tag = plane.tag(packet);
        plane.setTag(packet, queue);
        if (ingress == 0) {
            return;
        }
        ports[egress].onDequeue(packet, ingress, queue);
        if ((tag & MARK) != 0) {
            pauseCounts.onMarkedLeft(ingress, tag & QUEUE_MASK, ports[egress].rootOf(queue));
        }
    }

    @Override
    public boolean onControl(int port, byte[] frame, int offset) {
        if (ports[port] == null || !BfcFrame.matches(frame, offset)) {
            return false;
        }
        int queue = BfcFrame.queue(frame, offset);
        if (BfcFrame.opcode(frame, offset) == BfcFrame.PAUSE) {
            ports[port].onPause(queue, BfcFrame.root(frame, offset));
        } else {
            ports[port].onResume(queue);
        }
        return true;
    }

    @Override
    public int classifyFlow(int flow, int egress, int priority) {
        return ports[egress] == null ? 0 : ports[egress].queueOfOwn(flow);
    }

    @Override
    public void onFlowEnd(int flow) {
        for (EgressPort port : ports) {
            if (port != null) {
                port.onOwnFlowEnd(flow);
            }
        }
    }
}
