package io.losslab.devices.tofino2.program;

import io.losslab.api.topology.Node;
import io.losslab.api.topology.PortRef;
import io.losslab.configs.binding.Binding;
import io.losslab.configs.plan.SwitchPlan;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.DevicePort;
import io.losslab.devices.Assignment;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.driver.p4runtime.MulticastGroup;
import io.losslab.flowcontrol.setting.Settings;
import io.losslab.proto.v1.PortFlowControl;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.ToIntFunction;

/**
 * The ports of a Tofino2, over all logical switches on it: those that run a scheme, and the rest.
 */
public final class SchemePorts {
    private final Binding binding;
    private final Device device;
    private final List<Node> switches;
    private final List<SwitchPort> running = new ArrayList<>();
    private final List<DevicePort> all = new ArrayList<>();

    /** The ports of switches; one that runs a scheme runs no other. */
    public SchemePorts(Assignment assignment) {
        List<SwitchPlan> plans = assignment.switches();
        this.binding = assignment.binding();
        this.device = assignment.device();
        this.switches = plans.stream().map(SwitchPlan::node).toList();
        for (SwitchPlan plan : plans) {
            for (PortFlowControl control : plan.config().getPortsList()) {
                PortRef ref = new PortRef(plan.node(), control.getPort());
                DevicePort port = binding.end(ref).port();
                all.add(port);
                if (control.getSchemesCount() > 0) {
                    Settings settings = new Settings(control.getSchemes(0).getSettingsMap());
                    running.add(
                            new SwitchPort(
                                    ref, port, running.size(), settings, assignment.link(ref)));
                }
            }
        }
    }

    Device device() {
        return device;
    }

    Binding binding() {
        return binding;
    }

    /** Switches that stand on the device, in the topology's order. */
    List<Node> switches() {
        return switches;
    }

    /** Ports that run the scheme, by row. */
    List<SwitchPort> running() {
        return running;
    }

    /** Ports of the same logical switch that run the scheme too. */
    List<SwitchPort> othersOf(SwitchPort port) {
        return running.stream()
                .filter(each -> each.node().equals(port.node()) && each.row() != port.row())
                .toList();
    }

    /** What the link of a port leads to. */
    PortRef peer(SwitchPort port) {
        Node node = port.node();
        return binding.topology().linkAt(node, port.ref().port()).peerOf(node);
    }

    SortedSet<Integer> pipes() {
        SortedSet<Integer> pipes = new TreeSet<>();
        running.forEach(port -> pipes.add(PortPlace.pipeOf(port.port())));
        return pipes;
    }

    PortPlace place(SwitchPort port, int queues) {
        return PortPlace.of(device, port.port(), queues);
    }

    /**
     * Registers are of a pipe: what is signalled to a port must be read where its packets come in.
     */
    void requireOnePipe(String scheme) {
        if (pipes().size() > 1) {
            throw CommandFailure.usage(
                    "%s runs %s on ports of the pipes %s, but pipes do not share registers"
                            .formatted(device.name(), scheme, pipes()),
                    "use ports of one pipe (numbers between the same multiples of 128)");
        }
    }

    void requireRows(String scheme, int most) {
        if (running.size() > most) {
            throw CommandFailure.usage(
                    "%s runs %s on %d ports, but the P4 program supports %d"
                            .formatted(device.name(), scheme, running.size(), most),
                    "map fewer switches to %s".formatted(device.name()));
        }
    }

    /** Source addresses of signals. */
    void addSources(SchemeEntries entries) {
        for (SwitchPort port : running) {
            entries.in("egress.port_macs")
                    .exact("egress_md.egress_port", port.number())
                    .doing("egress.set_source")
                    .with("mac", port.mac());
        }
    }

    /** A multicast group for each port: the others of its logical switch. */
    void addGroups(SchemeEntries entries) {
        for (SwitchPort port : running) {
            List<Integer> others = othersOf(port).stream().map(SwitchPort::number).toList();
            entries.add(MulticastGroup.of(port.group(), others).encode());
        }
    }

    /** Ports that are on, without PFC. */
    void addPorts(TrafficRows rows) {
        addPorts(rows, port -> 0);
    }

    /**
     * Ports that are on.
     *
     * @param paused priorities of PFC of a port that runs the scheme; bit i: priority i
     */
    void addPorts(TrafficRows rows, ToIntFunction<SwitchPort> paused) {
        for (DevicePort port : all) {
            rows.port(
                    port,
                    running.stream()
                            .filter(each -> each.port().equals(port))
                            .mapToInt(paused)
                            .sum());
        }
    }

    CommandFailure wrong(SwitchPort port, String problem, String advice) {
        return CommandFailure.usage(
                "%s port %s: %s".formatted(device.name(), port.port().label(), problem), advice);
    }
}
