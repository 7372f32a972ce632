package io.losslab.devices.software.program;

import com.google.protobuf.Message;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.Topology;
import io.losslab.configs.plan.SwitchPlan;
import io.losslab.devices.Assignment;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.driver.p4runtime.ProgramEntry;
import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.setting.Settings;
import io.losslab.proto.p4.config.v1.P4Info;
import io.losslab.proto.v1.NamedScheme;
import io.losslab.proto.v1.PortFlowControl;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The ports of a device, as the program of a scheme needs them. Pure. */
final class ProgramPorts {
    private final P4Info p4Info;
    private final Assignment assignment;
    private final String scheme;
    private final String needs;

    /**
     * The ports of a device.
     *
     * @param scheme that the program carries out
     * @param needs what it needs, for a refusal: "configure ofc on all ports"
     */
    ProgramPorts(P4Info p4Info, Assignment assignment, String scheme, String needs) {
        this.p4Info = p4Info;
        this.assignment = assignment;
        this.scheme = scheme;
        this.needs = needs;
    }

    /** An entry of a table of the program. */
    ProgramEntry in(String table) {
        return ProgramEntry.in(p4Info, table);
    }

    /** Number of a node's port on the device. */
    int number(Node node, int port) {
        return assignment.binding().devicePort(node, port);
    }

    /** Numbers of all ports of a node on the device. */
    List<Integer> numbers(Node node) {
        List<Integer> numbers = new ArrayList<>();
        for (int port = 1; port <= node.ports(); port++) {
            numbers.add(number(node, port));
        }
        return numbers;
    }

    /** Id of the device, as frames name it. */
    long deviceId() {
        return assignment.device().id();
    }

    /** A port as frames name it when it is congested. */
    long root(Node node, int port) {
        return DataPlane.root((int) deviceId(), number(node, port));
    }

    /** The source address of the frames that a port sends. */
    Message source(Node node, int port) {
        return in("egress.port_macs")
                .exact("standard.egress_port", number(node, port))
                .doing("egress.set_source")
                .with("mac", Topology.macOf(node.id(), port))
                .build();
    }

    /**
     * The scheme's settings of a port.
     *
     * @throws CommandFailure where it does not run there
     */
    Settings settings(SwitchPlan plan, int port) {
        return find(plan, port)
                .orElseThrow(() -> refused(plan.node(), "it is not configured on port " + port));
    }

    /** The scheme's settings of a port; empty where it does not run there. */
    Optional<Settings> find(SwitchPlan plan, int port) {
        return plan.config().getPortsList().stream()
                .filter(control -> control.getPort() == port)
                .map(PortFlowControl::getSchemesList)
                .flatMap(List::stream)
                .filter(named -> named.getName().equals(scheme))
                .map(NamedScheme::getSettingsMap)
                .map(Settings::new)
                .findFirst();
    }

    /** The refusal of a switch. */
    CommandFailure refused(Node node, String why) {
        return CommandFailure.usage(
                "%s cannot run %s with 'pipeline: p4': %s".formatted(node.name(), scheme, why),
                "set 'pipeline: builtIn' in 'switches', or " + needs);
    }
}
