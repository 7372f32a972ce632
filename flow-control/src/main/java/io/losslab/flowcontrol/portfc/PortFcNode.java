package io.losslab.flowcontrol.portfc;

import io.losslab.api.address.Ipv4Address;
import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.EgressScheme;
import io.losslab.flowcontrol.LinkProfile;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * PortFC at a node of NDC(n,k): never detects congestion, obeys its switches and relays what they
 * say of their DDQs (PortFC, Algorithm 3).
 *
 * <p>What it forwards for others goes before its own packets, since the relay queue is never
 * paused.
 */
public final class PortFcNode implements EgressScheme {
    private static final int RELAY_LEVEL = 1;

    private final DataPlane plane;
    private final NdcAddress plan;
    private final QueueIndex queues;
    private final int ports;
    private final boolean guardsRelay;

    // by port, from 1
    private final int[] ownIndex;
    private final long[] guardXoffBytes;
    private final long[] guardXonBytes;
    private final long[] relayBytes;
    private final boolean[] guardPauses;

    private final byte[] frame = new byte[PortFrame.LENGTH_BYTES];
    private int sequence;
    private boolean strayReported;

    /**
     * Makes the node's side.
     *
     * @param byPort settings of all ports
     * @throws IllegalArgumentException where the device is no node of NDC(n,k)
     */
    public PortFcNode(DataPlane plane, Map<Integer, PortFcSettings> byPort) {
        this.plane = plane;
        int n = NdcPlace.checkNode(plane, byPort);
        this.plan = NdcPlace.plan(byPort);
        this.queues = new QueueIndex(n, plan.k());
        this.ports = plane.ports();
        this.ownIndex = new int[ports + 1];
        this.guardXoffBytes = new long[ports + 1];
        this.guardXonBytes = new long[ports + 1];
        this.relayBytes = new long[ports + 1];
        this.guardPauses = new boolean[ports + 1];
        for (int port = 1; port <= ports; port++) {
            ownIndex[port] = plane.peerPort(port) - 1;
            guardXoffBytes[port] = byPort.get(port).xoffBytes();
            guardXonBytes[port] = byPort.get(port).xonBytes();
        }
        List<LinkProfile> links =
                IntStream.rangeClosed(1, ports).mapToObj(port -> plane.link(port)).toList();
        this.guardsRelay = byPort.get(1).guardsRelay(links);
    }

    @Override
    public void start() {
        for (int port = 1; port <= ports; port++) {
            plane.setLevel(port, queues.relay(), RELAY_LEVEL);
        }
    }

    @Override
    public int classify(int packet, int ingress, int egress) {
        return queues.relay();
    }

    @Override
    public int classifyFlow(int flow, int egress, int priority) {
        int layer = egress - 1;
        int source = plane.sourceIpv4(flow);
        int destination = plane.destinationIpv4(flow);
        int next = plan.digit(destination, layer);
        int switches = plan.distance(source, destination);
        if (!leavesBy(flow, egress, next)) {
            int other = portBehind(flow, egress);
            if (other >= 0) {
                // Not the shortest path of the plan: the packets are relayed, whatever it says.
                next = other;
                switches = Math.max(2, switches);
            }
        }
        int direction = queues.direction(next, ownIndex[egress]);
        return direction < 0 ? stray(egress, destination) : queues.own(switches, direction);
    }

    /**
     * By which port, from 0, a flow leaves the switch behind a port; -1 where that is not known.
     */
    private int portBehind(int flow, int egress) {
        for (int next = 0; next <= queues.directions(); next++) {
            if (leavesBy(flow, egress, next)) {
                return next;
            }
        }
        return -1;
    }

    private boolean leavesBy(int flow, int egress, int next) {
        return plane.hopsTo(flow, plane.peerDevice(egress), next + 1) == 1;
    }

    @Override
    public void onEnqueue(int packet, int ingress, int egress, int queue) {
        if (guardsRelay && queue == queues.relay()) {
            relayBytes[egress] += plane.bytes(packet);
            if (!guardPauses[egress] && relayBytes[egress] >= guardXoffBytes[egress]) {
                guardPauses[egress] = true;
                tellFeedingSwitches(PortFrame.PAUSE, egress);
            }
        }
    }

    @Override
    public void onDequeue(int packet, int ingress, int egress, int queue) {
        if (guardsRelay && queue == queues.relay()) {
            relayBytes[egress] -= plane.bytes(packet);
            if (guardPauses[egress] && relayBytes[egress] <= guardXonBytes[egress]) {
                guardPauses[egress] = false;
                tellFeedingSwitches(PortFrame.RESUME, egress);
            }
        }
    }

    @Override
    public boolean onControl(int port, byte[] bytes, int offset) {
        if (!PortFrame.matches(bytes, offset)) {
            return false;
        }
        int queueClass = PortFrame.queueClass(bytes, offset);
        int direction = queues.direction(PortFrame.portIndex(bytes, offset), ownIndex[port]);
        boolean fromSwitch = PortFrame.relayIndex(bytes, offset) == PortFrame.NOT_RELAYED;
        if (queueClass == PortFrame.IHFQ && direction >= 0 && fromSwitch) {
            for (int switches = 2; switches <= ports; switches++) {
                setHeld(port, queues.own(switches, direction), bytes, offset);
            }
        } else if (queueClass == PortFrame.DDQ && direction >= 0 && fromSwitch) {
            setHeld(port, queues.twoHop(direction), bytes, offset);
            relayFrom(port, bytes, offset, direction);
        } else {
            plane.reportViolation(
                    port,
                    "PortFC: a switch sent class "
                            + queueClass
                            + ", port "
                            + PortFrame.portIndex(bytes, offset)
                            + ", relay index "
                            + PortFrame.relayIndex(bytes, offset));
        }
        return true;
    }

    private void setHeld(int port, int queue, byte[] bytes, int offset) {
        if (PortFrame.pauses(bytes, offset)) {
            plane.hold(port, queue, root(bytes, offset));
        } else {
            plane.release(port, queue);
        }
    }

    private void relayFrom(int from, byte[] bytes, int offset, int direction) {
        for (int port = 1; port <= ports; port++) {
            if (port != from) {
                PortFrame.relay(bytes, offset, frame, 0, plane.mac(port), direction, from - 1);
                plane.sendControl(port, frame, 0, PortFrame.LENGTH_BYTES, root(bytes, offset));
            }
        }
    }

    private void tellFeedingSwitches(int operation, int egress) {
        sequence++;
        for (int port = 1; port <= ports; port++) {
            if (port != egress) {
                tell(port, operation, egress);
            }
        }
    }

    private void tell(int feeding, int operation, int egress) {
        PortFrame.write(
                frame,
                0,
                plane.mac(feeding),
                operation,
                PortFrame.RELAY,
                queues.relay(),
                egress - 1,
                plane.deviceId(),
                sequence);
        plane.sendControl(
                feeding,
                frame,
                0,
                PortFrame.LENGTH_BYTES,
                DataPlane.root(plane.deviceId(), egress));
    }

    private int stray(int egress, int destination) {
        if (!strayReported) {
            strayReported = true;
            plane.reportViolation(
                    egress,
                    "PortFC: "
                            + Ipv4Address.text(destination)
                            + " is on no shortest path through port "
                            + egress);
        }
        return queues.fourHop(0);
    }

    private static long root(byte[] bytes, int offset) {
        return DataPlane.root(
                PortFrame.originDevice(bytes, offset), PortFrame.portIndex(bytes, offset) + 1);
    }
}
