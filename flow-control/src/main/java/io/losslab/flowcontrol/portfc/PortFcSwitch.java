package io.losslab.flowcontrol.portfc;

import io.losslab.api.address.Ipv4Address;
import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.EgressScheme;
import java.util.Map;

/**
 * PortFC at a switch of NDC(n,k): its egress ports detect congestion of either class and pause all
 * other ports (PortFC, Algorithms 1 and 2), and obey what nodes relay (Algorithm 4).
 *
 * <p>The switch knows its place from the addresses of its nodes, as a real one from its subnet:
 * section IV-A takes queue numbers from the destination address alone.
 */
public final class PortFcSwitch implements EgressScheme {
    /** Shifted by the layer behind the node: who holds a queue. */
    private static final int HELD_BY_DOWNSTREAM = 1;

    private static final int HELD_BY_RELAY_GUARD = 1 << 8;

    private final DataPlane plane;
    private final int n;
    private final QueueIndex queues;
    private final NdcAddress plan;
    private final int ownLayer;

    // by port, from 1
    private final int[] nodeIpv4;
    private final long[] xoffBytes;
    private final long[] xonBytes;
    private final long[] ddqXoffBytes;
    private final long[] ddqXonBytes;
    private final long[] ihfqBytes;
    private final long[] ddqBytes;
    private final boolean[] ihfqPauses;
    private final boolean[] ddqPauses;

    // by port * n + queue: who holds it
    private final int[] holders;

    private final byte[] frame = new byte[PortFrame.LENGTH_BYTES];
    private int sequence;
    private boolean strayReported;

    /**
     * Makes the switch's side.
     *
     * @param byPort settings of every port
     * @throws IllegalArgumentException where the device is no switch of NDC(n,k)
     */
    public PortFcSwitch(DataPlane plane, Map<Integer, PortFcSettings> byPort) {
        this.plane = plane;
        this.n = NdcPlace.checkSwitch(plane, byPort);
        this.plan = NdcPlace.plan(byPort);
        this.queues = new QueueIndex(n, plan.k());
        this.ownLayer = NdcPlace.layer(plane);
        this.nodeIpv4 = new int[n + 1];
        this.xoffBytes = new long[n + 1];
        this.xonBytes = new long[n + 1];
        this.ddqXoffBytes = new long[n + 1];
        this.ddqXonBytes = new long[n + 1];
        for (int port = 1; port <= n; port++) {
            PortFcSettings settings = byPort.get(port);
            nodeIpv4[port] = plane.peerIpv4(port);
            xoffBytes[port] = settings.xoffBytes();
            xonBytes[port] = settings.xonBytes();
            ddqXoffBytes[port] = settings.ddqXoffBytes();
            ddqXonBytes[port] = settings.ddqXonBytes();
        }
        this.ihfqBytes = new long[n + 1];
        this.ddqBytes = new long[n + 1];
        this.ihfqPauses = new boolean[n + 1];
        this.ddqPauses = new boolean[n + 1];
        this.holders = new int[(n + 1) * n];
    }

    @Override
    public int classify(int packet, int ingress, int egress) {
        int flow = plane.flow(packet);
        int destination = plane.destinationIpv4(flow);
        if (destination == nodeIpv4[egress]) {
            return queues.ddq();
        }
        int layer = nextLayer(flow, destination, egress);
        int own = plan.digit(nodeIpv4[egress], layer);
        int direction = queues.direction(plan.digit(destination, layer), own);
        return direction >= 0 ? queues.ihfq(direction) : stray(egress, destination);
    }

    /** Layer of the switch behind the next node: of those that are left, the one that it takes. */
    private int nextLayer(int flow, int destination, int egress) {
        int found = ownLayer == 0 ? 1 : 0;
        int left = 0;
        for (int layer = 0; layer <= plan.k(); layer++) {
            if (layer != ownLayer
                    && plan.digit(destination, layer) != plan.digit(nodeIpv4[egress], layer)) {
                if (left++ > 0 && plane.hopsTo(flow, plane.peerDevice(egress), layer + 1) != 1) {
                    continue;
                }
                found = layer;
            }
        }
        return found;
    }

    @Override
    public void onEnqueue(int packet, int ingress, int egress, int queue) {
        int bytes = plane.bytes(packet);
        if (queue == queues.ddq()) {
            ddqBytes[egress] += bytes;
            if (!ddqPauses[egress] && ddqBytes[egress] >= ddqXoffBytes[egress]) {
                ddqPauses[egress] = true;
                tellOtherPorts(PortFrame.PAUSE, PortFrame.DDQ, queue, egress);
            }
        } else {
            ihfqBytes[egress] += bytes;
            if (!ihfqPauses[egress] && ihfqBytes[egress] >= xoffBytes[egress]) {
                ihfqPauses[egress] = true;
                tellOtherPorts(PortFrame.PAUSE, PortFrame.IHFQ, queue, egress);
            }
        }
    }

    @Override
    public void onDequeue(int packet, int ingress, int egress, int queue) {
        int bytes = plane.bytes(packet);
        if (queue == queues.ddq()) {
            ddqBytes[egress] -= bytes;
            if (ddqPauses[egress] && ddqBytes[egress] <= ddqXonBytes[egress]) {
                ddqPauses[egress] = false;
                tellOtherPorts(PortFrame.RESUME, PortFrame.DDQ, queue, egress);
            }
        } else {
            ihfqBytes[egress] -= bytes;
            if (ihfqPauses[egress] && ihfqBytes[egress] <= xonBytes[egress]) {
                ihfqPauses[egress] = false;
                tellOtherPorts(PortFrame.RESUME, PortFrame.IHFQ, queue, egress);
            }
        }
    }

    @Override
    public boolean onControl(int port, byte[] bytes, int offset) {
        if (!PortFrame.matches(bytes, offset)) {
            return false;
        }
        boolean pause = PortFrame.pauses(bytes, offset);
        long root =
                DataPlane.root(
                        PortFrame.originDevice(bytes, offset),
                        PortFrame.portIndex(bytes, offset) + 1);
        int queueClass = PortFrame.queueClass(bytes, offset);
        int direction = PortFrame.relayIndex(bytes, offset);
        if (queueClass == PortFrame.DDQ && direction < queues.directions()) {
            int holder = HELD_BY_DOWNSTREAM << PortFrame.layer(bytes, offset);
            setHeld(port, queues.ihfq(direction), holder, pause, root);
        } else if (queueClass == PortFrame.RELAY) {
            int holder = HELD_BY_RELAY_GUARD << PortFrame.portIndex(bytes, offset);
            for (int i = 0; i < queues.directions(); i++) {
                setHeld(port, queues.ihfq(i), holder, pause, root);
            }
        } else {
            plane.reportViolation(
                    port, "PortFC: a node sent class " + queueClass + ", relay index " + direction);
        }
        return true;
    }

    /** Whether the IHFQs of a port keep their senders paused. */
    public boolean ihfqPauses(int port) {
        return ihfqPauses[port];
    }

    /** Whether the DDQ of a port keeps its senders paused. */
    public boolean ddqPauses(int port) {
        return ddqPauses[port];
    }

    private void tellOtherPorts(int operation, int queueClass, int queue, int congested) {
        sequence++;
        long root = DataPlane.root(plane.deviceId(), congested);
        for (int port = 1; port <= n; port++) {
            if (port != congested) {
                PortFrame.write(
                        frame,
                        0,
                        plane.mac(port),
                        operation,
                        queueClass,
                        queue,
                        congested - 1,
                        plane.deviceId(),
                        sequence);
                plane.sendControl(port, frame, 0, PortFrame.LENGTH_BYTES, root);
            }
        }
    }

    private void setHeld(int port, int queue, int holder, boolean held, long root) {
        int index = port * n + queue;
        int before = holders[index];
        holders[index] = held ? before | holder : before & ~holder;
        if (before == 0 && holders[index] != 0) {
            plane.hold(port, queue, root);
        } else if (before != 0 && holders[index] == 0) {
            plane.release(port, queue);
        }
    }

    private int stray(int egress, int destination) {
        if (!strayReported) {
            strayReported = true;
            plane.reportViolation(
                    egress,
                    "PortFC: no direction for "
                            + Ipv4Address.text(destination)
                            + ": its path is not a shortest path of the NDC");
        }
        return queues.ihfq(0);
    }
}
