package io.losslab.devices.software.program;

import com.google.protobuf.Message;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.PortRef;
import io.losslab.api.topology.Topology;
import io.losslab.configs.plan.SwitchPlan;
import io.losslab.devices.Assignment;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.driver.p4runtime.MulticastGroup;
import io.losslab.flowcontrol.portfc.NdcSwitch;
import io.losslab.flowcontrol.portfc.PortFcSettings;
import io.losslab.flowcontrol.portfc.QueueIndex;
import io.losslab.proto.p4.config.v1.P4Info;
import java.util.ArrayList;
import java.util.List;

/**
 * Entries of the program {@code v1model/portfc.p4}: queues by destination, thresholds, and the
 * ports that are signalled of a congested one. Pure.
 */
final class PortFcEntries {
    static final String SCHEME = "portfc";

    /** A priority has three bits: a queue for each direction, and the DDQ. */
    private static final int MOST_PORTS = 8;

    private static final long ALL_BITS = 0xFFFF_FFFFL;
    private static final int NODE_FIRST = 2;
    private static final int DIRECTION_NEXT = 1;

    private final ProgramPorts ports;
    private final Assignment assignment;
    private final List<Message> entries = new ArrayList<>();
    private final List<Message> groups = new ArrayList<>();

    private PortFcEntries(P4Info p4Info, Assignment assignment) {
        this.ports =
                new ProgramPorts(
                        p4Info,
                        assignment,
                        SCHEME,
                        "configure portfc on all links of an NDC(n, 1) with n up to " + MOST_PORTS);
        this.assignment = assignment;
    }

    /**
     * All table entries, then the multicast groups.
     *
     * @throws CommandFailure where a switch has no place in NDC(n,1), or more ports than queues
     */
    static List<Message> of(P4Info p4Info, Assignment assignment) {
        PortFcEntries made = new PortFcEntries(p4Info, assignment);
        assignment.switches().forEach(made::add);
        made.entries.addAll(made.groups);
        return made.entries;
    }

    private void add(SwitchPlan plan) {
        Node node = plan.node();
        NdcSwitch place = place(plan);
        QueueIndex queues = new QueueIndex(place.n(), 1);
        for (int port = 1; port <= node.ports(); port++) {
            assign(node, port, place, queues);
            watch(plan, port, queues);
            entries.add(ports.source(node, port));
            groups.add(
                    MulticastGroup.ofSignals(ports.number(node, port), ports.numbers(node))
                            .encode());
        }
    }

    private NdcSwitch place(SwitchPlan plan) {
        Node node = plan.node();
        if (node.ports() > MOST_PORTS) {
            throw ports.refused(
                    node,
                    "its P4 program has queues for %d ports, and %s has %d"
                            .formatted(MOST_PORTS, node.name(), node.ports()));
        }
        List<Integer> addresses = new ArrayList<>();
        List<Integer> peerPorts = new ArrayList<>();
        for (int port = 1; port <= node.ports(); port++) {
            PortFcSettings settings = settings(plan, port);
            if (settings.k() != 1) {
                throw ports.refused(node, "its P4 program supports k = 1 only");
            }
            if (settings.n() != node.ports()) {
                throw ports.refused(node, "n is not the number of its ports");
            }
            PortRef peer = assignment.binding().topology().linkAt(node, port).peerOf(node);
            addresses.add(Topology.ipv4Of(peer.node()));
            peerPorts.add(peer.port());
        }
        try {
            return NdcSwitch.of(addresses, peerPorts);
        } catch (IllegalArgumentException e) {
            throw ports.refused(node, e.getMessage());
        }
    }

    /** Queue assignment (PortFC, III-B); ACKs and CNPs are in the switch's queue for control. */
    private void assign(Node node, int port, NdcSwitch place, QueueIndex queues) {
        long own = Integer.toUnsignedLong(place.nodeIpv4().get(port - 1));
        entries.add(queue(node, port, own, ALL_BITS, NODE_FIRST, queues.ddq()));
        for (int next = 0; next < place.n(); next++) {
            int direction = queues.direction(next, place.number());
            if (direction >= 0) {
                entries.add(
                        queue(
                                node,
                                port,
                                place.directionBits(next),
                                place.directionMask(),
                                DIRECTION_NEXT,
                                queues.ihfq(direction)));
            }
        }
    }

    private Message queue(Node node, int port, long address, long mask, int priority, int queue) {
        return ports.in("ingress.queues")
                .exact("standard.egress_spec", ports.number(node, port))
                .ternary("hdr.ipv4.dst_addr", address, mask)
                .priority(priority)
                .doing("ingress.set_queue")
                .with("queue", queue)
                .build();
    }

    private void watch(SwitchPlan plan, int port, QueueIndex queues) {
        PortFcSettings settings = settings(plan, port);
        entries.add(
                ports.in("ingress.ports")
                        .exact("meta.port", ports.number(plan.node(), port))
                        .doing("ingress.watch")
                        .with("ddq", queues.ddq())
                        .with("xoff", settings.xoffBytes())
                        .with("xon", settings.xonBytes())
                        .with("ddq_xoff", settings.ddqXoffBytes())
                        .with("ddq_xon", settings.ddqXonBytes())
                        .with("group", ports.number(plan.node(), port))
                        .with("port_index", port - 1L)
                        .with("device", ports.deviceId())
                        .build());
    }

    private PortFcSettings settings(SwitchPlan plan, int port) {
        return PortFcSettings.of(ports.settings(plan, port));
    }
}
