package io.losslab.devices.commodity;

import io.losslab.api.topology.PortRef;
import io.losslab.configs.plan.SwitchPlan;
import io.losslab.devices.Assignment;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.flowcontrol.registry.SchemeTypes;
import io.losslab.flowcontrol.setting.Settings;
import io.losslab.proto.v1.NamedScheme;
import io.losslab.proto.v1.PortFlowControl;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What a cell asks of the ports of a device. Ports without flow control are left as they are.
 *
 * @param pfc of ports that run it
 * @param ecn names of the ports that mark packets
 */
record AskedPorts(List<PortPfc> pfc, List<String> ecn) {
    AskedPorts {
        pfc = List.copyOf(pfc);
        ecn = List.copyOf(ecn);
    }

    /**
     * Takes them from a cell.
     *
     * @throws CommandFailure where a port is to run what such a switch does not
     */
    static AskedPorts of(Assignment assignment) {
        List<PortPfc> pfc = new ArrayList<>();
        List<String> ecn = new ArrayList<>();
        for (SwitchPlan plan : assignment.switches()) {
            for (PortFlowControl port : plan.config().getPortsList()) {
                String name = name(assignment, plan, port.getPort());
                for (NamedScheme scheme : port.getSchemesList()) {
                    requirePfc(assignment, plan, name, scheme);
                    pfc.add(
                            PortPfc.of(
                                    name,
                                    new Settings(scheme.getSettingsMap()),
                                    assignment.classes()));
                }
            }
            plan.config().getEcnMap().keySet().stream()
                    .sorted()
                    .forEach(port -> ecn.add(name(assignment, plan, port)));
        }
        return new AskedPorts(pfc, ecn);
    }

    /** What is asked at all. */
    Set<Aspect> aspects() {
        Set<Aspect> asked = EnumSet.noneOf(Aspect.class);
        if (!pfc.isEmpty()) {
            asked.addAll(EnumSet.of(Aspect.PFC, Aspect.PRIORITIES, Aspect.THRESHOLDS));
        }
        if (!ecn.isEmpty()) {
            asked.add(Aspect.ECN);
        }
        return asked;
    }

    private static String name(Assignment assignment, SwitchPlan plan, int port) {
        return assignment.binding().end(new PortRef(plan.node(), port)).port().name();
    }

    private static void requirePfc(
            Assignment assignment, SwitchPlan plan, String port, NamedScheme scheme) {
        if (!scheme.getName().equals(SchemeTypes.IN_HARDWARE.name())) {
            throw CommandFailure.usage(
                    "%s port %s: a device of kind commodity does not support %s"
                            .formatted(assignment.device().name(), port, scheme.getName()),
                    "map %s to a softwareSwitch, or choose pfc or bifrost"
                            .formatted(plan.node().name()));
        }
    }
}
