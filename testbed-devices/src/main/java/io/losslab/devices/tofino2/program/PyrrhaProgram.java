package io.losslab.devices.tofino2.program;

import com.google.protobuf.Message;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.PortRef;
import io.losslab.configs.plan.SwitchPlan;
import io.losslab.configs.testbed.Device;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.driver.p4runtime.BundledProgram;
import io.losslab.driver.p4runtime.ProgramEntry;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.pyrrha.PyrrhaFrame;
import io.losslab.flowcontrol.pyrrha.PyrrhaSettings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Pyrrha on a Tofino2: paths by destination, slots for the roots that they meet, isolation queues
 * of one tier. The congestion-root table is registers and begins empty. Source: t2na/pyrrha.p4.
 */
public final class PyrrhaProgram implements SchemeProgram {
    private static final String SCHEME = "pyrrha";
    private static final int MOST_ROWS = 32;
    private static final int MOST_SLOTS = 4096;
    private static final int OUTPUT_QUEUE = 0;
    private static final int CELL_QUEUE_BITS = 7;
    private static final int ADDRESS_BITS = 32;

    private final SchemePorts ports;
    private final Map<Node, SwitchPlan> switches;
    private final SchemeEntries entries = new SchemeEntries(program().p4Info());
    private final Profiles<CellLevels> profiles = new Profiles<>();
    private final List<Slot> slots = new ArrayList<>();

    /** How far a root is from the port that knows it. */
    private enum Distance {
        OWN("own", 1),
        NEAR("near", 2),
        FAR("far", 3);

        private final String word;

        /** Of frames about it, as the port that gets them counts. */
        private final int hops;

        Distance(String word, int hops) {
            this.word = word;
            this.hops = hops;
        }
    }

    /** A port and a root that its packets may meet; numbers count from 1. */
    private record Slot(int number, SwitchPort port, PortRef root, Distance distance) {}

    /**
     * The program of a device.
     *
     * @param switches plans of all switches, whose routes tell the ways behind
     */
    public PyrrhaProgram(SchemePorts ports, Map<Node, SwitchPlan> switches) {
        this.ports = ports;
        this.switches = switches;
        ports.requireRows(SCHEME, MOST_ROWS);
        ports.requireOnePipe(SCHEME);
        ports.running().forEach(this::requireKnown);
        requireOwnIds();
        ports.running().forEach(this::number);
    }

    @Override
    public BundledProgram program() {
        return BundledProgram.T2NA_PYRRHA;
    }

    @Override
    public List<Message> entries() {
        for (SwitchPort port : ports.running()) {
            watch(port);
            signals(port);
        }
        ports.running().forEach(this::paths);
        slots.forEach(this::names);
        sweeps();
        entries.addLevels(profiles);
        ports.addSources(entries);
        ports.addGroups(entries);
        return entries.take();
    }

    @Override
    public void addRows(TrafficRows rows) {
        ports.addPorts(rows);
        for (SwitchPort port : ports.running()) {
            PortPlace place = place(port);
            rows.losslessAndReported(place, controlQueue(port));
            for (int queue = OUTPUT_QUEUE + 1; queue < controlQueue(port); queue++) {
                rows.stoppable(place, queue);
            }
            rows.first(place, controlQueue(port));
        }
        rows.generators(ports.pipes(), sweptPackets());
    }

    private void requireKnown(SwitchPort port) {
        PyrrhaSettings settings = settings(port);
        String problem = "";
        String advice = "";
        if (!settings.singleTier()) {
            problem = "hierarchical isolation queues are not supported on a Tofino2";
            advice = "set 'isolation: singleTier' for pyrrha";
        } else if (settings.perIngress()) {
            problem = "comparing isolation queues by ingress is not supported on a Tofino2";
            advice = "set 'iqMetric: length' for pyrrha";
        } else if (settings.pfcPeer()) {
            problem = "the P4 program of pyrrha does not send PFC to its neighbours";
            advice = "set 'peer: pyrrha' for pyrrha";
        } else if (!settings.isSameFor(upstreams(port), port.link())) {
            problem = "a hop BDP for each delay of the other ports' links is not supported";
            advice = "set 'hopBdp' for pyrrha";
        }
        if (!problem.isEmpty()) {
            throw ports.wrong(port, problem, advice);
        }
    }

    /** Frames name a root by the device's id. */
    private void requireOwnIds() {
        Map<Long, Device> byId = new HashMap<>();
        for (Device device : ports.binding().devices()) {
            Device other = device.kind().isSwitch() ? byId.putIfAbsent(device.id(), device) : null;
            if (other != null) {
                throw CommandFailure.usage(
                        "%s and %s have the same deviceId %d, which identifies congestion roots in pyrrha's frames"
                                .formatted(other.name(), device.name(), device.id()),
                        "use a different 'deviceId' for each switch");
            }
        }
    }

    private void number(SwitchPort port) {
        add(port, port.ref(), Distance.OWN);
        PathRoots roots = PathRoots.behind(port, ports.binding().topology(), switches);
        roots.near().values().forEach(root -> add(port, root, Distance.NEAR));
        roots.far().values().forEach(root -> add(port, root, Distance.FAR));
    }

    private void add(SwitchPort port, PortRef root, Distance distance) {
        for (Slot slot : slots) {
            if (slot.port().equals(port) && slot.root().equals(root)) {
                if (slot.distance() != distance) {
                    throw ports.wrong(
                            port,
                            "%s is reachable over paths of different lengths, which the P4 program of pyrrha does not support"
                                    .formatted(root),
                            "use a leaf-spine topology");
                }
                return;
            }
        }
        slots.add(new Slot(slots.size() + 1, port, root, distance));
        if (slots.size() == MOST_SLOTS) {
            throw ports.wrong(
                    port,
                    "there are more than %d pairs of port and root".formatted(MOST_SLOTS - 1),
                    "map fewer switches to %s".formatted(ports.device().name()));
        }
    }

    private int slotOf(SwitchPort port, PortRef root) {
        return slots.stream()
                .filter(slot -> slot.port().equals(port) && slot.root().equals(root))
                .findFirst()
                .orElseThrow()
                .number();
    }

    /** Queue state detector and queue manager of a port. */
    private void watch(SwitchPort port) {
        PortPlace place = place(port);
        for (int queue = OUTPUT_QUEUE; queue < controlQueue(port); queue++) {
            entries.watched("ghost.watched_queues", place, queue)
                    .doing("ghost.set_depth")
                    .with("cell", port.row() << CELL_QUEUE_BITS | queue);
        }
        entries.in("ingress.upstreams")
                .exact("ingress_md.ingress_port", port.number())
                .doing("ingress.set_upstream")
                .with("upstream", port.row());
        entries.in("ingress.ports")
                .exact("tm_md.ucast_egress_port", port.number())
                .doing("ingress.watch")
                .with("row", port.row())
                .with("own_slot", slotOf(port, port.ref()))
                .with("own_queue", OUTPUT_QUEUE)
                .with("profile", profile(port));
        entries.in("ingress.rings")
                .exact("meta.row", port.row())
                .doing("ingress.set_ring")
                .with("last_place", settings(port).isolationQueues() - 1L)
                .with("mac", place.mac())
                .with("first_queue", place.queues().first());
    }

    /** PAUSE and RESUME go to the port that a packet came in by, MERGE to all others. */
    private void signals(SwitchPort port) {
        for (int opcode : List.of(PyrrhaFrame.PAUSE, PyrrhaFrame.RESUME)) {
            signal(port, opcode, "ingress.send_to_port");
        }
        signal(port, PyrrhaFrame.MERGE, "ingress.send_to_group").with("group", port.group());
    }

    private ProgramEntry signal(SwitchPort port, int opcode, String action) {
        return entries.in("ingress.signal_ports")
                .exact("hdr.request.opcode", opcode)
                .exact("hdr.request.row", port.row())
                .doing(action)
                .with("control_queue", controlQueue(port));
    }

    /** The path calculation unit. */
    private void paths(SwitchPort port) {
        PathRoots roots = PathRoots.behind(port, ports.binding().topology(), switches);
        roots.near().forEach((ipv4, root) -> path(port, ipv4, root, Distance.NEAR));
        roots.far().forEach((ipv4, root) -> path(port, ipv4, root, Distance.FAR));
    }

    private void path(SwitchPort port, int ipv4, PortRef root, Distance distance) {
        entries.in("ingress.%s_paths".formatted(distance.word))
                .exact("tm_md.ucast_egress_port", port.number())
                .lpm("hdr.ipv4.dst_addr", Integer.toUnsignedLong(ipv4), ADDRESS_BITS)
                .doing("ingress.set_%s_slot".formatted(distance.word))
                .with("slot", slotOf(port, root));
    }

    /** What a root is called in frames that come and go. A port is no root of itself. */
    private void names(Slot slot) {
        SwitchPort port = slot.port();
        if (slot.distance() != Distance.OWN) {
            named(slot, "ingress.frame_roots", "meta")
                    .doing("ingress.set_frame_" + slot.distance().word)
                    .with("slot", slot.number())
                    .with("row", port.row())
                    .with("own_slot", slotOf(port, port.ref()));
            named(slot, "ingress.merged_roots", "hdr.pyrrha")
                    .doing("ingress.set_merged_slot")
                    .with("slot", slot.number());
        }
        entries.in("ingress.roots")
                .exact("hdr.request.slot", slot.number())
                .doing("ingress.set_root")
                .with("root_switch", rootSwitch(slot))
                .with("root_port", rootPort(slot))
                .with("hops", slot.distance().hops);
        entries.in("ingress.old_roots")
                .exact("hdr.request.old_slot", slot.number())
                .doing("ingress.set_old_root")
                .with("root_switch", rootSwitch(slot))
                .with("root_port", rootPort(slot));
    }

    private ProgramEntry named(Slot slot, String table, String frame) {
        return entries.in(table)
                .exact("ingress_md.ingress_port", slot.port().number())
                .exact(frame + ".root_switch", rootSwitch(slot))
                .exact(frame + ".root_port", rootPort(slot));
    }

    private long rootSwitch(Slot slot) {
        return ports.binding().device(slot.root().node()).id();
    }

    private long rootPort(Slot slot) {
        return ports.binding().devicePort(slot.root().node(), slot.root().port());
    }

    /** A packet of the timer for each pair of a slot and a port that packets to it come in by. */
    private void sweeps() {
        int packet = 0;
        for (Slot slot : slots) {
            for (SwitchPort upstream : ports.othersOf(slot.port())) {
                sweep(packet, slot, upstream);
                packet++;
            }
        }
    }

    private int sweptPackets() {
        return slots.stream().mapToInt(slot -> ports.othersOf(slot.port()).size()).sum();
    }

    private void sweep(int packet, Slot slot, SwitchPort upstream) {
        ProgramEntry entry =
                entries.in("ingress.sweeps")
                        .exact("hdr.timer.packet_id", packet)
                        .doing("ingress.sweep_" + slot.distance().word)
                        .with("row", slot.port().row())
                        .with("slot", slot.number())
                        .with("profile", profile(slot.port()))
                        .with("upstream", upstream.row())
                        .with("port", upstream.number());
        if (slot.distance() == Distance.OWN) {
            entry.with("queue", OUTPUT_QUEUE);
        }
    }

    private int profile(SwitchPort port) {
        PyrrhaSettings settings = settings(port);
        LinkProfile paused = upstreams(port).stream().findFirst().orElse(port.link());
        return profiles.of(
                CellLevels.below(
                        settings.pauseBytes(port.link(), paused),
                        settings.resumeBytes(port.link(), paused)));
    }

    private List<LinkProfile> upstreams(SwitchPort port) {
        return ports.othersOf(port).stream().map(SwitchPort::link).toList();
    }

    /** The output queue, the isolation queues, and one of control frames. */
    private PortPlace place(SwitchPort port) {
        return ports.place(port, controlQueue(port) + 1);
    }

    private static int controlQueue(SwitchPort port) {
        return settings(port).isolationQueues() + 1;
    }

    private static PyrrhaSettings settings(SwitchPort port) {
        return PyrrhaSettings.of(port.settings());
    }
}
