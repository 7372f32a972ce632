package io.losslab.devices.software.program;

import com.google.protobuf.Message;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.PortRef;
import io.losslab.configs.plan.SwitchPlan;
import io.losslab.devices.Assignment;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.driver.p4runtime.ClassTables;
import io.losslab.driver.p4runtime.MulticastGroup;
import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.pyrrha.PyrrhaSettings;
import io.losslab.flowcontrol.pyrrha.PyrrhaSettings.Queueing;
import io.losslab.proto.p4.config.v1.P4Info;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Entries of the program {@code v1model/pyrrha.p4}: classes, thresholds, numbers of congestion
 * roots, the paths behind every port, and multicast groups of a signal and the work that goes on.
 * Pure.
 */
final class PyrrhaEntries {
    static final String SCHEME = "pyrrha";

    /** A port is a bit of a mask of 64, whose first and last are not used. */
    private static final int MOST_PORTS = 62;

    /** Numbers of roots have eleven bits; below are the ports of the device. */
    private static final int FIRST_ROOT = 64;

    private static final int END_OF_ROOTS = 2_048;

    private final ProgramPorts ports;
    private final Assignment assignment;
    private final PathsBehind paths;
    private final List<Message> entries = new ArrayList<>();
    private final List<Message> groups = new ArrayList<>();

    private PyrrhaEntries(P4Info p4Info, Assignment assignment) {
        this.assignment = assignment;
        this.paths = new PathsBehind(assignment);
        this.ports =
                new ProgramPorts(
                        p4Info,
                        assignment,
                        SCHEME,
                        "configure pyrrha with 'isolation: hierarchical', 'iqMetric: length',"
                                + " 'peer: pyrrha', and, where links differ in delay, a 'hopBdp' on all ports of a switch with up to "
                                + MOST_PORTS
                                + ", where no hosts relay");
        entries.addAll(new ClassTables(p4Info, assignment.classes()).entries());
    }

    /**
     * All table entries, then the multicast groups.
     *
     * @throws CommandFailure where a switch has more ports than the program has rows, or settings
     *     that the program does not know
     */
    static List<Message> of(P4Info p4Info, Assignment assignment) {
        PyrrhaEntries made = new PyrrhaEntries(p4Info, assignment);
        for (SwitchPlan plan : assignment.switches()) {
            if (assignment.switches().size() > 1) {
                throw made.ports.refused(plan.node(), "its device is several switches");
            }
            made.add(plan);
        }
        made.entries.addAll(made.groups);
        return made.entries;
    }

    private void add(SwitchPlan plan) {
        Node node = plan.node();
        PyrrhaSettings first = settings(plan, 1);
        for (int port = 1; port <= node.ports(); port++) {
            check(node, ports.number(node, port), settings(plan, port), first);
            requireOneThreshold(node, port, settings(plan, port));
        }
        if (paths.hasRelays(plan)) {
            throw ports.refused(node, "its P4 program follows paths over switches, not over hosts");
        }
        for (int port = 1; port <= node.ports(); port++) {
            watch(plan, port);
            entries.add(ports.source(node, port));
            groups.add(MulticastGroup.ofSignalAndWork(ports.number(node, port)).encode());
        }
        nameRoots(plan, first.isolationQueues());
        for (PathsBehind.Hop hop : paths.hops(plan)) {
            entries.add(
                    ports.in("ingress.path_routes")
                            .lpm("hdr.ipv4.dst_addr", address(hop), Integer.SIZE)
                            .exact("meta.at_switch", paths.number(hop.at()))
                            .doing("ingress.take")
                            .among("port", numbers(hop))
                            .build());
        }
    }

    private static long address(PathsBehind.Hop hop) {
        return Integer.toUnsignedLong(hop.route().ipv4());
    }

    private List<Integer> numbers(PathsBehind.Hop hop) {
        return hop.route().ports().stream().map(port -> ports.number(hop.at(), port)).toList();
    }

    private PyrrhaSettings settings(SwitchPlan plan, int port) {
        return PyrrhaSettings.of(ports.settings(plan, port));
    }

    private void check(Node node, int number, PyrrhaSettings settings, PyrrhaSettings first) {
        if (number > MOST_PORTS) {
            throw ports.refused(
                    node,
                    "its P4 program has rows for ports up to %d, and %s has port %d"
                            .formatted(MOST_PORTS, node.name(), number));
        }
        if (settings.queueing() != Queueing.HIERARCHICAL) {
            throw ports.refused(node, "its P4 program has hierarchical queues only");
        }
        if (settings.perIngress()) {
            throw ports.refused(
                    node, "its P4 program compares the length of an isolation queue only");
        }
        if (settings.pfcPeer()) {
            throw ports.refused(node, "its P4 program sends no PFC frames to neighbours");
        }
        if (settings.isolationQueues() != first.isolationQueues()) {
            throw ports.refused(node, "its P4 program has as many isolation queues on each port");
        }
    }

    private void requireOneThreshold(Node node, int port, PyrrhaSettings settings) {
        if (!settings.isSameFor(upstreams(node, port), link(node, port))) {
            throw ports.refused(
                    node,
                    "its P4 program has one hop BDP a port, but port %d, without 'hopBdp', has one"
                                    .formatted(port)
                            + " for each delay of the other ports' links");
        }
    }

    private List<LinkProfile> upstreams(Node node, int port) {
        return IntStream.rangeClosed(1, node.ports())
                .filter(other -> other != port)
                .mapToObj(other -> link(node, other))
                .toList();
    }

    private LinkProfile link(Node node, int port) {
        return assignment.link(new PortRef(node, port));
    }

    private void watch(SwitchPlan plan, int port) {
        Node node = plan.node();
        PyrrhaSettings settings = settings(plan, port);
        LinkProfile link = link(node, port);
        LinkProfile paused = upstreams(node, port).stream().findFirst().orElse(link);
        Optional<Node> next = paths.behind(node, port);
        entries.add(
                ports.in("ingress.ports")
                        .exact("meta.out_port", ports.number(node, port))
                        .doing("ingress.watch")
                        .with("root", ports.root(node, port))
                        .with("pause_bytes", settings.pauseBytes(link, paused))
                        .with("resume_bytes", settings.resumeBytes(link, paused))
                        .with("last_queue", settings.isolationQueues())
                        .with("isolating", isolating(node))
                        .with("next_switch", next.map(paths::number).orElse(0))
                        .with("next_seed", next.map(paths::seed).orElse(0L))
                        .build());
    }

    /** Ports whose neighbour keeps isolation queues, as bits; hosts do not. */
    private long isolating(Node node) {
        long mask = 0;
        for (int port = 1; port <= node.ports(); port++) {
            if (paths.behind(node, port).isPresent()) {
                mask |= 1L << ports.number(node, port);
            }
        }
        return mask;
    }

    /** Numbers of all ports of switches, and where those of other switches lead. */
    private void nameRoots(SwitchPlan plan, int isolationQueues) {
        int others =
                paths.switches().stream()
                        .filter(node -> !node.equals(plan.node()))
                        .mapToInt(Node::ports)
                        .sum();
        if (others > END_OF_ROOTS - FIRST_ROOT) {
            throw ports.refused(
                    plan.node(),
                    "its P4 program has numbers for %,d ports of other switches, and there are %,d"
                            .formatted(END_OF_ROOTS - FIRST_ROOT, others));
        }
        int number = FIRST_ROOT;
        for (Node node : paths.switches()) {
            boolean own = node.equals(plan.node());
            for (int port = 1; port <= node.ports(); port++) {
                int devicePort = ports.number(node, port);
                nameRoot(node, devicePort, own ? devicePort : number, isolationQueues);
                link(node, port, own ? devicePort : number);
                number += own ? 0 : 1;
            }
        }
    }

    private void nameRoot(Node node, int devicePort, int number, int isolationQueues) {
        int device = (int) assignment.binding().device(node).id();
        int hash = Long.hashCode(DataPlane.root(device, devicePort));
        long shared = Math.floorMod(hash, isolationQueues);
        entries.add(
                ports.in("ingress.roots")
                        .exact("hdr.pyrrha.root_switch", device)
                        .exact("hdr.pyrrha.root_port", devicePort)
                        .doing("ingress.set_root")
                        .with("root", number)
                        .with("shared_queue", 1 + shared)
                        .build());
        entries.add(
                ports.in("ingress.old_roots")
                        .exact("hdr.pyrrha.old_switch", device)
                        .exact("hdr.pyrrha.old_port", devicePort)
                        .doing("ingress.set_old_root")
                        .with("root", number)
                        .build());
    }

    private void link(Node node, int port, int root) {
        Optional<Node> next = paths.behind(node, port);
        entries.add(
                ports.in("ingress.path_links")
                        .exact("meta.at_switch", paths.number(node))
                        .exact("meta.at_port", ports.number(node, port))
                        .doing("ingress.go_on")
                        .with("root", root)
                        .with("next_switch", next.map(paths::number).orElse(0))
                        .with("next_seed", next.map(paths::seed).orElse(0L))
                        .build());
    }
}
