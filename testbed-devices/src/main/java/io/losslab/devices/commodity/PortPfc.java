package io.losslab.devices.commodity;

import io.losslab.api.frame.ClassMap;
import io.losslab.flowcontrol.hardware.HardwareLeaf;
import io.losslab.flowcontrol.registry.SchemeTypes;
import io.losslab.flowcontrol.setting.PriorityMask;
import io.losslab.flowcontrol.setting.Settings;
import java.util.List;
import java.util.stream.Collectors;

/**
 * PFC that a port is to run.
 *
 * @param port name of the interface on the device
 * @param pfc its settings
 * @param priorities controlled, as PFC frames have them, ascending
 */
record PortPfc(String port, Settings pfc, List<Integer> priorities) {
    /** PFC of the traffic classes that settings name. */
    static PortPfc of(String port, Settings pfc, ClassMap classes) {
        return new PortPfc(
                port,
                pfc,
                PriorityMask.list(pfc.priorities()).stream()
                        .map(trafficClass -> classes.of(trafficClass).pcp())
                        .sorted()
                        .toList());
    }

    PortPfc {
        priorities = List.copyOf(priorities);
    }

    /** The settings, for users: {@code priorities [3], mode STATIC, xoff-bytes 75000}. */
    String text() {
        return "priorities %s, %s".formatted(priorities, thresholds());
    }

    /** What one aspect is to be, for users. */
    String text(Aspect aspect) {
        return switch (aspect) {
            case PFC -> "on";
            case PRIORITIES -> priorities.toString();
            case THRESHOLDS -> thresholds();
            case ECN -> throw new IllegalArgumentException("no aspect of PFC");
        };
    }

    private String thresholds() {
        return SchemeTypes.IN_HARDWARE.leaves().stream()
                .filter(leaf -> pfc.values().containsKey(leaf.setting().key()))
                .map(this::text)
                .collect(Collectors.joining(", "));
    }

    private String text(HardwareLeaf leaf) {
        return leaf.name() + " " + leaf.read(pfc);
    }
}
