package io.losslab.agent.plane;

import static io.losslab.roce.frame.NativeMemory.FRAMES;
import static io.losslab.roce.frame.NativeMemory.MEMORY;
import static io.losslab.roce.frame.NativeMemory.REWRITER;

import io.losslab.agent.dpdk.PacketPool;
import io.losslab.agent.dpdk.SpareBuffers;
import io.losslab.agent.queue.EgressQueues;
import io.losslab.agent.queue.PacketTable;
import io.losslab.api.frame.RoceFrame;
import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.EgressScheme;
import io.losslab.flowcontrol.LinkProfile;

/** The host as one of its schemes sees it. */
final class AgentPlane implements DataPlane {
    private static final int TAG_BYTES = 4;

    private final AgentDevice device;
    private final PacketTable packets;
    private final long longestFrameBytes;
    private final int scheme;

    /**
     * Makes a view.
     *
     * @param scheme whose timers it sets
     */
    AgentPlane(AgentDevice device, int scheme) {
        this.device = device;
        packets = device.packets();
        long longest = 0;
        for (int port = 1; port <= device.ports(); port++) {
            longest = Math.max(longest, device.place(port).link().maxFrameBytes());
        }
        longestFrameBytes = longest;
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

    /** An agent grants no credits, so none has to be waited for. */
    @Override
    public boolean leadsToRelay(int port) {
        return false;
    }

    @Override
    public int peerIpv4(int port) {
        return device.place(port).peerIpv4();
    }

    @Override
    public long mac(int port) {
        return device.place(port).mac();
    }

    /** All that came in by the port: a host has no accounts. */
    @Override
    public long accountBytes(int port, int priority) {
        long sum = 0;
        for (int egress = 1; egress <= device.ports(); egress++) {
            sum += device.queues(egress).transitBytes(port);
        }
        return sum;
    }

    @Override
    public long transitBytes(int ingressPort, int egressPort) {
        return device.queues(egressPort).transitBytes(ingressPort);
    }

    @Override
    public long queueBytes(int port, int queue) {
        return device.queues(port).relayBytes(queue);
    }

    @Override
    public long receivedBytes(int port, int priority) {
        return device.receivedBytes(port, priority);
    }

    /** As if every free place took a longest frame. */
    @Override
    public long freeSharedBytes() {
        return (long) device.packets().free() * longestFrameBytes;
    }

    /** A host sets no headroom aside. */
    @Override
    public long headroomBytes(int port, int priority) {
        return 0;
    }

    /** At a port whose scheme chooses queues, all data queues stop until no priority is paused. */
    @Override
    public void pause(int port, int priority, long untilNanos) {
        EgressQueues queues = device.queues(port);
        long untilLast = device.portPauses().pause(port, priority, untilNanos);
        if (choosesQueues(port)) {
            pauseAll(queues, untilLast);
        } else {
            queues.pause(priority, untilNanos, device.nowNanos());
        }
    }

    @Override
    public void resume(int port, int priority) {
        EgressQueues queues = device.queues(port);
        long until = device.portPauses().resume(port, priority);
        if (!choosesQueues(port)) {
            queues.resume(priority, device.nowNanos());
            return;
        }
        if (until > device.nowNanos()) {
            pauseAll(queues, until);
            return;
        }
        for (int queue = 0; queue < queues.dataQueues(); queue++) {
            queues.resume(queue, device.nowNanos());
        }
    }

    private void pauseAll(EgressQueues queues, long untilNanos) {
        for (int queue = 0; queue < queues.dataQueues(); queue++) {
            queues.pause(queue, untilNanos, device.nowNanos());
        }
    }

    private boolean choosesQueues(int port) {
        EgressScheme scheme = device.scheme(port);
        return scheme != null && scheme.choosesQueues();
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
        int known = packets.flow(packet);
        if (known != 0) {
            return known;
        }
        long frame = packets.data(packet);
        KnownFlows flows = device.knownFlows();
        int flow =
                FRAMES.isIpv4(frame)
                        ? flows.ofPassing(
                                FRAMES.sourceIpv4(frame),
                                FRAMES.destinationIpv4(frame),
                                FRAMES.udpSourcePort(frame))
                        : flows.ofOthers();
        packets.setFlow(packet, flow);
        return flow;
    }

    @Override
    public int bytes(int packet) {
        return packets.frameBytes(packet);
    }

    @Override
    public int priority(int packet) {
        return packets.priority(packet);
    }

    @Override
    public void setPriority(int packet, int priority) {
        packets.setPriority(packet, priority);
        REWRITER.setPriority(packets.data(packet), priority);
    }

    @Override
    public int tag(int packet) {
        int known = packets.tag(packet);
        if (known >= 0) {
            return known;
        }
        long frame = packets.data(packet);
        int tag = FRAMES.isTagged(frame) ? FRAMES.vlan(frame) : 0;
        packets.setTag(packet, tag);
        return tag;
    }

    @Override
    public void setTag(int packet, int tag) {
        packets.setTag(packet, tag);
        long frame = packets.data(packet);
        if (FRAMES.isTagged(frame)) {
            REWRITER.setVlan(frame, tag);
            return;
        }
        long longer = PacketPool.prepend(packets.buffer(packet), TAG_BYTES);
        if (longer == 0) {
            device.report(packets.ingress(packet), "a frame has no room for an 802.1Q tag");
            return;
        }
        REWRITER.insertTag(longer, packets.priority(packet), tag);
        packets.setData(packet, longer, packets.length(packet) + TAG_BYTES);
    }

    @Override
    public int sourceIpv4(int flow) {
        return device.knownFlows().sourceIpv4(flow);
    }

    @Override
    public int destinationIpv4(int flow) {
        return device.knownFlows().destinationIpv4(flow);
    }

    @Override
    public int udpSourcePort(int flow) {
        return device.knownFlows().udpSourcePort(flow);
    }

    @Override
    public int hopsTo(int flow, int deviceId, int port) {
        return device.ownFlows().hopsTo(flow, DataPlane.root(deviceId, port));
    }

    @Override
    public void unpark(int flow) {
        device.ownFlows().unpark(flow);
    }

    @Override
    public void sendControl(int port, byte[] frame, int offset, int length) {
        SpareBuffers buffers = device.spareBuffers();
        int lengthBytes = length - RoceFrame.FCS_BYTES;
        if (!buffers.hasNext() || packets.free() == 0) {
            device.report(port, "no packet buffer for a flow-control frame; raise --buffers");
            return;
        }
        long at = buffers.data();
        MEMORY.write(at, frame, offset, lengthBytes);
        int packet = packets.add(buffers.take(lengthBytes), at, lengthBytes, 0, 7);
        EgressQueues queues = device.queues(port);
        queues.enqueue(packet, queues.control());
    }

    /** The congested port is for analyses that see the whole network; frames name it themselves. */
    @Override
    public void sendControl(int port, byte[] frame, int offset, int length, long root) {
        sendControl(port, frame, offset, length);
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
