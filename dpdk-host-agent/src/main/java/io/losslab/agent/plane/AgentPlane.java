package io.losslab.agent.plane;

import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.LinkProfile;

/** The host as one of its schemes sees it. */
final class AgentPlane implements DataPlane {
    private final AgentDevice device;
    private final int scheme;

    /**
     * Makes a view.
     *
     * @param scheme whose timers it sets
     */
    AgentPlane(AgentDevice device, int scheme) {
        this.device = device;
        this.scheme = scheme;
    }

    @Override
    public long nowNanos() {
        return device.nowNanos();
    }

    @Override
    public int deviceId() {
        return device.identity().device();
    }

    @Override
    public int ipv4() {
        return device.identity().ipv4();
    }

    @Override
    public int ports() {
        return device.ports();
    }

    @Override
    public LinkProfile link(int port) {
        return device.place(port).link();
    }

    @Override
    public int peerDevice(int port) {
        return device.place(port).peerDevice();
    }

    @Override
    public int peerPort(int port) {
        return device.place(port).peerPort();
    }

    @Override
    public boolean leadsToHost(int port) {
        return device.place(port).leadsToHost();
    }

    @Override
    public int peerIpv4(int port) {
        return device.place(port).peerIpv4();
    }

    @Override
    public long mac(int port) {
        return device.place(port).mac();
    }

    @Override
    public long ingressBytes(int port) {
        return device.ingressBytes(port);
    }

    @Override
    public long transitBytes(int ingressPort, int egressPort) {
        return device.queues(egressPort).transitBytes(ingressPort);
    }

    @Override
    public long egressBytes(int port) {
        return device.egressBytes(port);
    }

    @Override
    public long queueBytes(int port, int queue) {
        return device.queues(port).relayBytes(queue);
    }

    @Override
    public long receivedBytes(int port) {
        return device.receivedBytes(port);
    }

    @Override
    public long receivedBytes(int port, int priority) {
        return device.receivedBytes(port, priority);
    }

    @Override
    public long freeSharedBytes() {
        return device.freeRelayBytes();
    }

    /** A host sets no headroom aside. */
    @Override
    public long headroomBytes(int port, int priority) {
        return 0;
    }

    @Override
    public void pause(int port, int priority, long untilNanos) {
        device.pause(port, priority, untilNanos);
    }

    @Override
    public void resume(int port, int priority) {
        device.resume(port, priority);
    }

    @Override
    public void hold(int port, int queue, long root) {
        device.queues(port).hold(queue, device.nowNanos());
    }

    @Override
    public void release(int port, int queue) {
        device.queues(port).release(queue, device.nowNanos());
    }

    @Override
    public void setLevel(int port, int queue, int level) {
        device.queues(port).setLevel(queue, level);
    }

    @Override
    public int flow(int packet) {
        return device.flowOf(packet);
    }

    @Override
    public int bytes(int packet) {
        return device.bytesOf(packet);
    }

    @Override
    public int priority(int packet) {
        return device.packets().priority(packet);
    }

    @Override
    public void setPriority(int packet, int priority) {
        device.setPriority(packet, priority);
    }

    @Override
    public int tag(int packet) {
        return device.tagOf(packet);
    }

    @Override
    public void setTag(int packet, int tag) {
        device.setTag(packet, tag);
    }

    @Override
    public int sourceIpv4(int flow) {
        return device.flows().sourceIpv4(flow);
    }

    @Override
    public int destinationIpv4(int flow) {
        return device.flows().destinationIpv4(flow);
    }

    @Override
    public int udpSourcePort(int flow) {
        return device.flows().udpSourcePort(flow);
    }

    @Override
    public int hopsTo(int flow, int deviceId, int port) {
        return device.ways().hopsTo(flow, DataPlane.root(deviceId, port));
    }

    @Override
    public void unpark(int flow) {
        device.unpark(flow);
    }

    @Override
    public void sendControl(int port, byte[] frame, int offset, int length) {
        device.sendControl(port, frame, offset, length);
    }

    /** The congested port is for analyses that see the whole network; frames name it themselves. */
    @Override
    public void sendControl(int port, byte[] frame, int offset, int length, long root) {
        device.sendControl(port, frame, offset, length);
    }

    @Override
    public void setTimer(int timer, long atNanos) {
        device.timers().add(atNanos, scheme, timer);
    }

    @Override
    public void reportViolation(int port, String cause) {
        device.report(port, cause);
    }
}
