package io.losslab.softswitch.fabric;

import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.softswitch.fabric.engine.Records;

/** The fabric as one scheme on one device sees it: local port numbers, nanoseconds. */
final class DevicePlane implements DataPlane {
    private final Fabric fabric;
    private final Ports ports;
    private final Records records;
    private final int[] globalPorts;
    private final int node;
    private final int schemeId;

    DevicePlane(Fabric fabric, int node, int schemeId) {
        this.fabric = fabric;
        this.ports = fabric.ports();
        this.records = fabric.records();
        this.node = node;
        this.schemeId = schemeId;
        this.globalPorts = fabric.numbers().portsOf(node);
    }

    @Override
    public long nowNanos() {
        return fabric.nowPicos() / 1000;
    }

    @Override
    public int deviceId() {
        return node + 1;
    }

    @Override
    public int ipv4() {
        return fabric.hostIpv4(node);
    }

    @Override
    public int ports() {
        return globalPorts.length;
    }

    @Override
    public LinkProfile link(int port) {
        return fabric.linkProfile(globalPorts[port - 1]);
    }

    @Override
    public int peerDevice(int port) {
        return fabric.numbers().nodeOf(ports.peer(globalPorts[port - 1])) + 1;
    }

    @Override
    public int peerPort(int port) {
        return ports.localNumber(ports.peer(globalPorts[port - 1]));
    }

    @Override
    public int peerIpv4(int port) {
        return fabric.hostIpv4(peerDevice(port) - 1);
    }

    @Override
    public boolean leadsToHost(int port) {
        return ports.onHost(ports.peer(globalPorts[port - 1]));
    }

    @Override
    public long mac(int port) {
        return Fabric.macOf(node, port);
    }

    @Override
    public long ingressBytes(int port) {
        return fabric.buffers().heldByPort(globalPorts[port - 1]);
    }

    @Override
    public long transitBytes(int ingressPort, int egressPort) {
        return fabric.buffers()
                .transitBytes(globalPorts[ingressPort - 1], globalPorts[egressPort - 1]);
    }

    @Override
    public long egressBytes(int port) {
        return ports.dataBytes(globalPorts[port - 1]);
    }

    @Override
    public long queueBytes(int port, int queue) {
        return fabric.queueBytes(globalPorts[port - 1], queue);
    }

    @Override
    public long receivedBytes(int port) {
        return fabric.forwarding().dataBytesReceived(globalPorts[port - 1]);
    }

    @Override
    public long receivedBytes(int port, int priority) {
        return fabric.forwarding().dataBytesReceived(globalPorts[port - 1], priority);
    }

    @Override
    public long freeSharedBytes() {
        return fabric.buffers().freeCommon(node);
    }

    @Override
    public long headroomBytes(int port, int priority) {
        return fabric.buffers().headroomHeld(globalPorts[port - 1], priority);
    }

    @Override
    public void pause(int port, int priority, long untilNanos) {
        fabric.pause(globalPorts[port - 1], priority, untilNanos);
    }

    @Override
    public void resume(int port, int priority) {
        fabric.resume(globalPorts[port - 1], priority);
    }

    @Override
    public void hold(int port, int queue, long root) {
        fabric.hold(globalPorts[port - 1], queue, root);
    }

    @Override
    public void release(int port, int queue) {
        fabric.pauses().release(globalPorts[port - 1], queue);
    }

    @Override
    public void setLevel(int port, int queue, int level) {
        ports.setLevel(globalPorts[port - 1], queue, level);
    }

    @Override
    public int flow(int packet) {
        return records.flow(packet);
    }

    @Override
    public int bytes(int packet) {
        return records.bytes(packet);
    }

    @Override
    public int priority(int packet) {
        return records.priority(packet);
    }

    @Override
    public void setPriority(int packet, int priority) {
        records.setPriority(packet, priority);
    }

    @Override
    public int tag(int packet) {
        return records.tag(packet);
    }

    @Override
    public void setTag(int packet, int tag) {
        records.setTag(packet, tag);
    }

    @Override
    public int sourceIpv4(int flow) {
        return fabric.ipv4Of(fabric.hosts().spec(flow).srcNode());
    }

    @Override
    public int destinationIpv4(int flow) {
        return fabric.ipv4Of(fabric.hosts().spec(flow).dstNode());
    }

    @Override
    public int udpSourcePort(int flow) {
        return fabric.hosts().spec(flow).udpSourcePort();
    }

    @Override
    public int hopsTo(int flow, int device, int port) {
        return fabric.hosts().hopsTo(flow, node, device - 1, port);
    }

    @Override
    public void parkedFor(int flow, long root) {
        fabric.blame().onParked(flow, root);
    }

    @Override
    public void unpark(int flow) {
        fabric.blame().onUnparked(flow);
        fabric.hosts().unpark(flow, fabric.nowPicos());
    }

    @Override
    public void sendControl(int port, byte[] frame, int offset, int length) {
        int global = globalPorts[port - 1];
        fabric.control().send(global, frame, offset, length, fabric.blame().rootBehind(global));
    }

    @Override
    public void sendControl(int port, byte[] frame, int offset, int length, long root) {
        fabric.control().send(globalPorts[port - 1], frame, offset, length, root);
    }

    @Override
    public void setTimer(int timer, long atNanos) {
        fabric.setSchemeTimer(schemeId, timer, atNanos);
    }

    @Override
    public void reportViolation(int port, String cause) {
        fabric.onViolation(globalPorts[port - 1], cause);
    }
}
