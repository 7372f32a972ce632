package io.losslab.softswitch.fabric.device;

import io.losslab.api.topology.Node;
import io.losslab.api.topology.Topology;
import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.softswitch.fabric.buffer.PacketCounts;
import io.losslab.softswitch.fabric.buffer.SharedBuffers;
import io.losslab.softswitch.fabric.engine.Agenda;
import io.losslab.softswitch.fabric.engine.EventKind;
import io.losslab.softswitch.fabric.engine.Records;
import io.losslab.softswitch.fabric.host.HostStack;
import io.losslab.softswitch.fabric.observe.EventLog;
import io.losslab.softswitch.fabric.observe.EventNotes;
import io.losslab.softswitch.fabric.pause.CongestionRoots;
import io.losslab.softswitch.fabric.pause.PauseAttribution;
import io.losslab.softswitch.fabric.pause.Pauses;
import io.losslab.softswitch.fabric.port.ControlFrames;
import io.losslab.softswitch.fabric.port.LinkProfiles;
import io.losslab.softswitch.fabric.port.PortNumbers;
import io.losslab.softswitch.fabric.port.Ports;
import io.losslab.softswitch.fabric.port.QueueScheduler;

/** Makes the devices as schemes see them. */
public final class DevicePlanes {
    private final Topology topology;
    private final Agenda agenda;
    private final Records records;
    private final Ports ports;
    private final PortNumbers numbers;
    private final LinkProfiles links;
    private final QueueScheduler scheduler;
    private final ControlFrames control;
    private final SharedBuffers buffers;
    private final HostStack hosts;
    private final FlowAddresses addresses;
    private final Pauses pauses;
    private final PauseAttribution attribution;
    private final CongestionRoots roots;
    private final PacketCounts counts;
    private final EventNotes events;

    /** By node: a plane to ask. */
    private final DataPlane[] asked;

    public DevicePlanes(
            Topology topology,
            Agenda agenda,
            Records records,
            Ports ports,
            PortNumbers numbers,
            LinkProfiles links,
            QueueScheduler scheduler,
            ControlFrames control,
            SharedBuffers buffers,
            HostStack hosts,
            Pauses pauses,
            PauseAttribution attribution,
            CongestionRoots roots,
            PacketCounts counts,
            EventNotes events) {
        this.topology = topology;
        this.agenda = agenda;
        this.records = records;
        this.ports = ports;
        this.numbers = numbers;
        this.links = links;
        this.scheduler = scheduler;
        this.control = control;
        this.buffers = buffers;
        this.hosts = hosts;
        addresses = new FlowAddresses(topology, hosts);
        this.pauses = pauses;
        this.attribution = attribution;
        this.roots = roots;
        this.counts = counts;
        this.events = events;
        asked = new DataPlane[topology.nodes().size()];
        for (Node node : topology.nodes()) {
            asked[node.id()] = new Plane(node.id(), -1);
        }
    }

    /** A device as a scheme would see it, to ask; timers set through it go nowhere. */
    public DataPlane of(int node) {
        return asked[node];
    }

    /**
     * A device as one scheme sees it.
     *
     * @param schemeId whose timers these are
     */
    public DataPlane make(int node, int schemeId) {
        return new Plane(node, schemeId);
    }

    /** Gives all data queues of a port the lowest level again. */
    void clearLevels(int node, int port) {
        scheduler.clearLevels(numbers.of(node, port));
    }

    /** Address of a host; 0 of a switch. */
    private int hostIpv4(int node) {
        Node device = topology.nodes().get(node);
        return device.isSwitch() ? 0 : device.ipv4();
    }

    /** One scheme's view: local port numbers, nanoseconds. */
    private final class Plane implements DataPlane {
        private final int[] globalPorts;
        private final int node;
        private final int schemeId;

        Plane(int node, int schemeId) {
            this.node = node;
            this.schemeId = schemeId;
            globalPorts = numbers.portsOf(node);
        }

        @Override
        public long nowNanos() {
            return agenda.nowNanos();
        }

        @Override
        public int deviceId() {
            return node + 1;
        }

        @Override
        public int ipv4() {
            return hostIpv4(node);
        }

        @Override
        public int ports() {
            return globalPorts.length;
        }

        @Override
        public LinkProfile link(int port) {
            return links.at(globalPorts[port - 1]);
        }

        @Override
        public int peerDevice(int port) {
            return numbers.nodeOf(ports.peer(globalPorts[port - 1])) + 1;
        }

        @Override
        public int peerPort(int port) {
            return ports.localNumber(ports.peer(globalPorts[port - 1]));
        }

        @Override
        public int peerIpv4(int port) {
            return hostIpv4(peerDevice(port) - 1);
        }

        @Override
        public boolean leadsToHost(int port) {
            return ports.onHost(ports.peer(globalPorts[port - 1]));
        }

        @Override
        public boolean leadsToRelay(int port) {
            int peer = numbers.nodeOf(ports.peer(globalPorts[port - 1]));
            return leadsToHost(port) && topology.nodes().get(peer).forwards();
        }

        @Override
        public long mac(int port) {
            return Topology.macOf(node, port);
        }

        @Override
        public long accountBytes(int port, int priority) {
            return buffers.heldBy(globalPorts[port - 1], priority);
        }

        @Override
        public long transitBytes(int ingressPort, int egressPort) {
            return buffers.transitBytes(globalPorts[ingressPort - 1], globalPorts[egressPort - 1]);
        }

        @Override
        public long queueBytes(int port, int queue) {
            return hosts.queueBytes(globalPorts[port - 1], queue);
        }

        @Override
        public long receivedBytes(int port, int priority) {
            return counts.dataBytesReceived(globalPorts[port - 1], priority);
        }

        @Override
        public long freeSharedBytes() {
            return buffers.freeCommon(node);
        }

        @Override
        public long headroomBytes(int port, int priority) {
            return buffers.headroomHeld(globalPorts[port - 1], priority);
        }

        @Override
        public void pause(int port, int priority, long untilNanos) {
            pauses.pause(globalPorts[port - 1], priority, untilNanos);
        }

        @Override
        public void resume(int port, int priority) {
            pauses.resume(globalPorts[port - 1], priority);
        }

        @Override
        public void hold(int port, int queue, long root) {
            pauses.hold(globalPorts[port - 1], queue, root);
        }

        @Override
        public void release(int port, int queue) {
            pauses.release(globalPorts[port - 1], queue);
        }

        @Override
        public void setLevel(int port, int queue, int level) {
            scheduler.setLevel(globalPorts[port - 1], queue, level);
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
            return addresses.sourceIpv4(flow);
        }

        @Override
        public int destinationIpv4(int flow) {
            return addresses.destinationIpv4(flow);
        }

        @Override
        public int udpSourcePort(int flow) {
            return addresses.udpSourcePort(flow);
        }

        @Override
        public int hopsTo(int flow, int device, int port) {
            return hosts.hopsTo(flow, node, device - 1, port);
        }

        @Override
        public void parkedFor(int flow, long root) {
            attribution.onParked(flow, root);
        }

        @Override
        public void unpark(int flow) {
            attribution.onUnparked(flow);
            hosts.unpark(flow, agenda.nowPicos());
        }

        @Override
        public void sendControl(int port, byte[] frame, int offset, int length) {
            int global = globalPorts[port - 1];
            control.send(global, frame, offset, length, roots.rootBehind(global));
        }

        @Override
        public void sendControl(int port, byte[] frame, int offset, int length, long root) {
            control.send(globalPorts[port - 1], frame, offset, length, root);
        }

        @Override
        public void setTimer(int timer, long atNanos) {
            agenda.schedule(EventKind.SCHEME_TIMER, 0, schemeId, timer, atNanos * 1000);
        }

        @Override
        public void reportViolation(int port, String cause) {
            events.add(EventLog.Kind.VIOLATION, globalPorts[port - 1], -1, cause);
        }
    }
}
