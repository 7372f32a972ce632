package io.losslab.devices.software.program;

import com.google.protobuf.Message;
import io.losslab.api.topology.Node;
import io.losslab.configs.plan.SwitchPlan;
import io.losslab.devices.Assignment;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.driver.p4runtime.ClassTables;
import io.losslab.flowcontrol.ofc.FlowKey;
import io.losslab.flowcontrol.ofc.OfcSettings;
import io.losslab.proto.p4.config.v1.P4Info;
import java.util.ArrayList;
import java.util.List;

/**
 * Entries of the program {@code v1model/ofc.p4}: classes, and the rows and thresholds of ports.
 * Pure.
 */
final class OfcEntries {
    static final String SCHEME = "ofc";

    /** A row has four bits. */
    private static final int MOST_PORTS = 16;

    private final ProgramPorts ports;
    private final List<Message> entries = new ArrayList<>();

    private OfcEntries(ProgramPorts ports) {
        this.ports = ports;
    }

    /**
     * All entries.
     *
     * @throws CommandFailure where a switch has more ports than rows, or settings that the program
     *     does not know
     */
    static List<Message> of(P4Info p4Info, Assignment assignment) {
        ProgramPorts ports =
                new ProgramPorts(
                        p4Info,
                        assignment,
                        SCHEME,
                        "configure ofc for one priority and 'flowKey: pair' on all ports of a"
                                + " switch with up to "
                                + MOST_PORTS);
        OfcEntries made = new OfcEntries(ports);
        made.entries.addAll(new ClassTables(p4Info, assignment.classes()).entries());
        for (SwitchPlan plan : assignment.switches()) {
            if (assignment.switches().size() > 1) {
                throw ports.refused(plan.node(), "its device is several switches");
            }
            made.add(plan);
        }
        return made.entries;
    }

    private void add(SwitchPlan plan) {
        Node node = plan.node();
        if (node.ports() > MOST_PORTS) {
            throw ports.refused(
                    node,
                    "its P4 program has rows for %d ports, and %s has %d"
                            .formatted(MOST_PORTS, node.name(), node.ports()));
        }
        int priorities = OfcSettings.of(ports.settings(plan, 1)).priorities();
        for (int port = 1; port <= node.ports(); port++) {
            OfcSettings settings = OfcSettings.of(ports.settings(plan, port));
            check(node, settings, priorities);
            entries.add(
                    ports.in("ingress.ports")
                            .exact("meta.out_port", ports.number(node, port))
                            .doing("ingress.watch")
                            .with("row", port - 1L)
                            .with("priority", Integer.numberOfTrailingZeros(priorities))
                            .with("root", ports.root(node, port))
                            .build());
            entries.add(
                    ports.in("ingress.upstreams")
                            .exact("meta.in_port", ports.number(node, port))
                            .doing("ingress.hold_back")
                            .with("row", port - 1L)
                            .with("xoff", settings.xoffBytes())
                            .with("xoff_congested", settings.xoffCongestedBytes())
                            .with("xon", settings.xonBytes())
                            .build());
            entries.add(ports.source(node, port));
        }
    }

    private void check(Node node, OfcSettings settings, int priorities) {
        if (settings.flowKey() != FlowKey.PAIR) {
            throw ports.refused(
                    node, "its P4 program tells flows apart by their addresses, not by 5-tuple");
        }
        if (Integer.bitCount(settings.priorities()) != 1 || settings.priorities() != priorities) {
            throw ports.refused(
                    node, "its P4 program controls one priority, the same on all ports");
        }
    }
}
