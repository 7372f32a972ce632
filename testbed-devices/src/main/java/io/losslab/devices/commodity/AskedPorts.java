package io.losslab.devices.commodity;

import io.losslab.api.topology.PortRef;
import io.losslab.configs.plan.SwitchPlan;
import io.losslab.devices.Assignment;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.flowcontrol.registry.SchemeTypes;
import io.losslab.flowcontrol.setting.Settings;
import io.losslab.proto.v1.EcnConfig;
import io.losslab.proto.v1.NamedScheme;
import io.losslab.proto.v1.PortFlowControl;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a cell asks of the ports of a device. Ports without flow control are left as they are.
 *
 * @param all names of the ports that the cell uses
 * @param pfc of ports that run it
 * @param ecn how ports mark packets, by name
 */
record AskedPorts(List<String> all, List<PortPfc> pfc, SortedMap<String, EcnConfig> ecn) {
    private static final String OFF = "off";

    AskedPorts {
        all = List.copyOf(all);
        pfc = List.copyOf(pfc);
        ecn = Collections.unmodifiableSortedMap(new TreeMap<>(ecn));
    }

    /**
     * Takes them from a cell.
     *
     * @throws CommandFailure where a port is to run what such a switch does not
     */
    static AskedPorts of(Assignment assignment) {
        List<String> all = new ArrayList<>();
        List<PortPfc> pfc = new ArrayList<>();
        SortedMap<String, EcnConfig> ecn = new TreeMap<>();
        for (SwitchPlan plan : assignment.switches()) {
            for (int port = 1; port <= plan.node().ports(); port++) {
                all.add(name(assignment, plan, port));
            }
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
            plan.config()
                    .getEcnMap()
                    .forEach((port, marking) -> ecn.put(name(assignment, plan, port), marking));
        }
        return new AskedPorts(all, pfc, ecn);
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

    /**
     * What is asked of some aspects, by aspect and port, for users. PFC without priorities is as
     * good as off: where a run sets these, PFC may always be on.
     */
    Map<String, String> texts(Set<Aspect> aspects) {
        Map<String, String> texts = new TreeMap<>();
        for (Aspect aspect : aspects) {
            boolean tellsOff =
                    aspect == Aspect.ECN
                            || aspect == Aspect.PFC && aspects.contains(Aspect.PRIORITIES);
            if (tellsOff) {
                all.forEach(port -> texts.put(aspect.of(port), OFF));
            }
            if (aspect == Aspect.ECN) {
                ecn.forEach((port, marking) -> texts.put(aspect.of(port), text(marking)));
            } else {
                pfc.forEach(port -> texts.put(aspect.of(port.port()), port.text(aspect)));
            }
        }
        return texts;
    }

    private static String text(EcnConfig marking) {
        return "kmin %d, kmax %d, pmax %s"
                .formatted(marking.getKminBytes(), marking.getKmaxBytes(), marking.getPmax());
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
