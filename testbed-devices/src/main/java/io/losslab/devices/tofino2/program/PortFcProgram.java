package io.losslab.devices.tofino2.program;

import com.google.protobuf.Message;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.PortRef;
import io.losslab.api.topology.Topology;
import io.losslab.driver.p4runtime.BundledProgram;
import io.losslab.driver.p4runtime.ProgramEntry;
import io.losslab.flowcontrol.portfc.NdcSwitch;
import io.losslab.flowcontrol.portfc.PortFcSettings;
import io.losslab.flowcontrol.portfc.PortFcSettings.RelayGuard;
import io.losslab.flowcontrol.portfc.PortFrame;
import io.losslab.flowcontrol.portfc.QueueIndex;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * PortFC on a Tofino2: queues by destination, thresholds of both classes, signals to the other
 * ports of the logical switch, AFC words for what nodes relay. Source: t2na/portfc.p4.
 */
public final class PortFcProgram implements SchemeProgram {
    private static final String SCHEME = "portfc";

    /** The program has a register for each IHFQ of a port. */
    private static final int MOST_DIRECTIONS = 3;

    private static final int MOST_ROWS = 256;
    private static final long ALL_BITS = 0xFFFF_FFFFL;
    private static final long OPCODE_BITS = 0xFF;
    private static final List<Integer> CONTROL_OPCODES = List.of(0x11, 0x81);

    // Priorities of the queue assignment: control packets, the node itself, the way behind it.
    private static final int CONTROL_FIRST = 3;
    private static final int NODE_NEXT = 2;
    private static final int DIRECTION_LAST = 1;

    private final SchemePorts ports;
    private final SchemeEntries entries = new SchemeEntries(program().p4Info());
    private final Profiles<Thresholds> profiles = new Profiles<>();

    /** Of both classes. */
    private record Thresholds(CellLevels ihfq, CellLevels ddq) {}

    public PortFcProgram(SchemePorts ports) {
        this.ports = ports;
        ports.requireRows(SCHEME, MOST_ROWS);
        ports.requireOnePipe(SCHEME);
    }

    @Override
    public BundledProgram program() {
        return BundledProgram.T2NA_PORTFC;
    }

    @Override
    public List<Message> entries() {
        Map<Node, NdcSwitch> switches = new HashMap<>();
        for (SwitchPort port : ports.running()) {
            requireTwoLayers(port);
            NdcSwitch place = switches.computeIfAbsent(port.node(), node -> ndc(port));
            QueueIndex queues = new QueueIndex(place.n(), 1);
            requireRelayUnguarded(port);
            assign(port, place, queues);
            watch(port, queues);
            obey(port, queues);
        }
        profiles.all().forEach(this::levels);
        ports.addSources(entries);
        ports.addGroups(entries);
        return entries.take();
    }

    @Override
    public void addRows(TrafficRows rows) {
        ports.addPorts(rows);
        for (SwitchPort port : ports.running()) {
            QueueIndex queues = new QueueIndex(settings(port).n(), 1);
            PortPlace place = ports.place(port, queues.switchQueues());
            rows.losslessAndReported(place, queues.ddq() + 1);
            for (int direction = 0; direction < queues.directions(); direction++) {
                rows.stoppable(place, queues.ihfq(direction));
            }
            rows.first(place, controlQueue(queues));
        }
        rows.generators(ports.pipes(), 2 * ports.running().size());
    }

    /** Where the switch of a port stands; all its ports must run PortFC. */
    private NdcSwitch ndc(SwitchPort first) {
        Node node = first.node();
        int n = settings(first).n();
        List<SwitchPort> ofSwitch =
                ports.running().stream().filter(port -> port.node().equals(node)).toList();
        List<PortRef> peers = ofSwitch.stream().map(ports::peer).toList();
        if (node.ports() != n || ofSwitch.size() != n || !peers.stream().allMatch(this::isNode)) {
            throw ports.wrong(
                    first,
                    "%s is not a switch of NDC(%d,1) with portfc on every port"
                            .formatted(node.name(), n),
                    "set n to the number of ports of a switch, and configure portfc on all links");
        }
        if (n - 1 > MOST_DIRECTIONS) {
            throw ports.wrong(
                    first,
                    "the P4 program of portfc supports switches with at most %d ports, but %s has %d"
                            .formatted(MOST_DIRECTIONS + 1, node.name(), n),
                    "map %s to a softwareSwitch".formatted(node.name()));
        }
        return NdcSwitch.of(
                peers.stream().map(peer -> Topology.ipv4Of(peer.node())).toList(),
                peers.stream().map(PortRef::port).toList());
    }

    private boolean isNode(PortRef peer) {
        return peer.node().isHost();
    }

    /** A queue is stopped for one reason only: the traffic manager does not count them. */
    private void requireTwoLayers(SwitchPort port) {
        if (settings(port).k() > 1) {
            throw ports.wrong(
                    port,
                    "the P4 program of portfc supports k = 1 only",
                    "map %s to a softwareSwitch".formatted(port.node().name()));
        }
    }

    private void requireRelayUnguarded(SwitchPort port) {
        Node peer = ports.peer(port).node();
        Topology topology = ports.binding().topology();
        boolean unequal =
                !topology.linkAt(peer, 1).rate().equals(topology.linkAt(peer, peer.ports()).rate());
        RelayGuard guard = settings(port).relayGuard();
        if (guard == RelayGuard.ON || guard == RelayGuard.AUTO && unequal) {
            throw ports.wrong(
                    port,
                    "the relay guard of %s is not supported by the P4 program of portfc"
                            .formatted(peer.name()),
                    "set 'relayGuard: off' for portfc, or map %s to a softwareSwitch"
                            .formatted(port.node().name()));
        }
    }

    /** Queue assignment manager (PortFC, III-B). */
    private void assign(SwitchPort port, NdcSwitch place, QueueIndex queues) {
        long node = Integer.toUnsignedLong(place.nodeIpv4().get(port.ref().port() - 1));
        for (int opcode : CONTROL_OPCODES) {
            queue(port)
                    .ternary("meta.bth_opcode", opcode, OPCODE_BITS)
                    .priority(CONTROL_FIRST)
                    .doing("ingress.enter_hq")
                    .with("qid", controlQueue(queues));
        }
        queue(port)
                .ternary("hdr.ipv4.dst_addr", node, ALL_BITS)
                .priority(NODE_NEXT)
                .doing("ingress.enter_ddq")
                .with("qid", queues.ddq())
                .with("queue", queues.ddq());
        for (int next = 0; next < place.n(); next++) {
            int direction = queues.direction(next, place.number());
            if (direction >= 0) {
                queue(port)
                        .ternary(
                                "hdr.ipv4.dst_addr",
                                place.directionBits(next),
                                place.directionMask())
                        .priority(DIRECTION_LAST)
                        .doing("ingress.enter_ihfq")
                        .with("qid", queues.ihfq(direction))
                        .with("queue", queues.ihfq(direction));
            }
        }
    }

    private ProgramEntry queue(SwitchPort port) {
        return entries.in("ingress.queues").exact("tm_md.ucast_egress_port", port.number());
    }

    /** Queue depth gatherer, and what is asked of it by arriving packets and by the timer. */
    private void watch(SwitchPort port, QueueIndex queues) {
        PortPlace place = ports.place(port, queues.switchQueues());
        for (int direction = 0; direction < queues.directions(); direction++) {
            depth(place, port, queues.ihfq(direction), "ihfq" + direction);
        }
        depth(place, port, queues.ddq(), "ddq");
        ProgramEntry arriving =
                entries.in("ingress.ports")
                        .exact("tm_md.ucast_egress_port", port.number())
                        .doing("ingress.watch");
        ask(arriving, port, queues);
        sweep(port, queues, PortFrame.IHFQ, queues.ihfq(0));
        sweep(port, queues, PortFrame.DDQ, queues.ddq());
    }

    private void depth(PortPlace place, SwitchPort port, int queue, String register) {
        entries.watched("ghost.%s_queues".formatted(register), place, queue)
                .doing("ghost.set_" + register)
                .with("row", port.row());
    }

    private void sweep(SwitchPort port, QueueIndex queues, int queueClass, int queue) {
        ProgramEntry timed =
                entries.in("ingress.sweeps")
                        .exact("hdr.timer.packet_id", 2L * port.row() + queueClass)
                        .doing("ingress.watch_class")
                        .with("queue_class", queueClass)
                        .with("queue", queue);
        ask(timed, port, queues);
    }

    private void ask(ProgramEntry entry, SwitchPort port, QueueIndex queues) {
        entry.with("row", port.row())
                .with("profile", profiles.of(thresholds(port)))
                .with("port_index", port.ref().port() - 1L)
                .with("group", port.group())
                .with("control_queue", controlQueue(queues))
                .with("device", ports.device().id());
    }

    /** Algorithm 4: what a node relays stops an IHFQ of the port it came in by. */
    private void obey(SwitchPort port, QueueIndex queues) {
        PortPlace place = ports.place(port, queues.switchQueues());
        for (int direction = 0; direction < queues.directions(); direction++) {
            for (int operation : List.of(PortFrame.PAUSE, PortFrame.RESUME)) {
                boolean pause = operation == PortFrame.PAUSE;
                entries.in("ingress.flow_controls")
                        .exact("ingress_md.ingress_port", port.number())
                        .exact("hdr.portfc.relay_index", direction)
                        .exact("hdr.portfc.operation", operation)
                        .doing("ingress.set_flow_control")
                        .with("word", place.flowControl(queues.ihfq(direction), pause));
            }
        }
    }

    private void levels(Thresholds thresholds, int profile) {
        levels(thresholds.ihfq(), profile, PortFrame.IHFQ);
        levels(thresholds.ddq(), profile, PortFrame.DDQ);
    }

    private void levels(CellLevels levels, int profile, int queueClass) {
        levels.addTo(
                entries,
                "occupancy",
                entry ->
                        entry.exact("meta.profile", profile).exact("meta.queue_class", queueClass));
    }

    private static Thresholds thresholds(SwitchPort port) {
        PortFcSettings settings = settings(port);
        return new Thresholds(
                CellLevels.atOrBelow(settings.xoffBytes(), settings.xonBytes()),
                CellLevels.atOrBelow(settings.ddqXoffBytes(), settings.ddqXonBytes()));
    }

    private static PortFcSettings settings(SwitchPort port) {
        return PortFcSettings.of(port.settings());
    }

    /** The last of the port's queues (PortFC, III-B). */
    private static int controlQueue(QueueIndex queues) {
        return queues.switchQueues() - 1;
    }
}
