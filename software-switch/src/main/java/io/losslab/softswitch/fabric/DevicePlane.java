package io.losslab.softswitch.fabric;

import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.LinkProfile;

/** The fabric as one scheme on one device sees it: local port numbers, nanoseconds. */
final class DevicePlane implements DataPlane {
    private final Fabric fabric;
    private final int[] globalPorts;
    private final int node;
    private final int schemeId;

    DevicePlane(Fabric fabric, int node, int schemeId) {
        this.fabric = fabric;
        this.node = node;
        this.schemeId = schemeId;
        this.globalPorts = fabric.numbers().portsOf(node);
    }

    @Override
    public long nowNanos() {
        return fabric.nowPicos() / 1000;
    }

    @Override
    public LinkProfile link(int port) {
        return fabric.linkProfile(globalPorts[port - 1]);
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
    public long receivedBytes(int port) {
        return fabric.dataBytesReceived(globalPorts[port - 1]);
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
    public void sendControl(int port, byte[] frame, int offset, int length) {
        fabric.sendControl(globalPorts[port - 1], frame, offset, length);
    }

    @Override
    public void setTimer(int timer, long atNanos) {
        fabric.setSchemeTimer(schemeId, timer, atNanos);
    }

    @Override
    public void reportViolation(int port, String cause) {
        fabric.onViolation(globalPorts[port - 1], cause);
    }

    @Override
    public int deviceId() {
        throw new UnsupportedOperationException();
    }

    @Override
    public int ports() {
        throw new UnsupportedOperationException();
    }

    @Override
    public int peerDevice(int port) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int peerPort(int port) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean leadsToHost(int port) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long transitBytes(int ingressPort, int egressPort) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long egressBytes(int port) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long queueBytes(int port, int queue) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long receivedBytes(int port, int priority) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void hold(int port, int queue, long root) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void release(int port, int queue) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void setLevel(int port, int queue, int level) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int flow(int packet) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int bytes(int packet) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int priority(int packet) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void setPriority(int packet, int priority) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int tag(int packet) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void setTag(int packet, int tag) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int sourceIpv4(int flow) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int destinationIpv4(int flow) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int udpSourcePort(int flow) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int hopsTo(int flow, int device, int port) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void unpark(int flow) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void sendControl(int port, byte[] frame, int offset, int length, long root) {
        throw new UnsupportedOperationException();
    }
}
