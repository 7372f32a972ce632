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
}
