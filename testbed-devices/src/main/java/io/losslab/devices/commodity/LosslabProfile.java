package io.losslab.devices.commodity;

import io.losslab.api.gnmi.PathText;
import io.losslab.configs.testbed.Device;
import io.losslab.devices.gnmi.GnmiModels;
import io.losslab.driver.gnmi.CounterPaths;
import io.losslab.driver.gnmi.GnmiDialect;
import io.losslab.flowcontrol.hardware.HardwareLeaf;
import io.losslab.flowcontrol.registry.SchemeTypes;
import io.losslab.flowcontrol.setting.PriorityMask;
import io.losslab.proto.gnmi.ModelData;
import io.losslab.proto.gnmi.Update;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * {@code losslab}: the gNMI of losslab's software switch. Enabled priorities are leaves as
 * openconfig-qos-ext has them, thresholds those of the model losslab-flow-control.
 */
final class LosslabProfile implements Profile {
    @Override
    public String word() {
        return "losslab";
    }

    @Override
    public String system() {
        return "losslab's software switch";
    }

    @Override
    public boolean has(ModelData model) {
        return GnmiModels.isLosslab(model);
    }

    @Override
    public GnmiDialect dialect(Device device) {
        return GnmiModels.dialect(device);
    }

    @Override
    public Set<Aspect> settable() {
        return EnumSet.of(Aspect.PFC, Aspect.PRIORITIES, Aspect.THRESHOLDS);
    }

    @Override
    public String byHand(Aspect aspect, AskedPorts asked) {
        return "map the switch to a softwareSwitch, which marks packets";
    }

    @Override
    public List<Update> leaves(Device device, AskedPorts asked, Set<Aspect> byHand) {
        List<Update> leaves = new ArrayList<>();
        for (PortPfc port : asked.pfc()) {
            String at = "/qos/interfaces/interface[interface-id=%s]/pfc".formatted(port.port());
            if (!byHand.contains(Aspect.THRESHOLDS)) {
                for (HardwareLeaf leaf : SchemeTypes.IN_HARDWARE.leaves()) {
                    String path = at + "/thresholds/config/" + leaf.name();
                    leaves.add(leaf(device, PathText.parse(path), value(leaf, port)));
                }
            }
            if (!byHand.contains(Aspect.PRIORITIES)) {
                enable(leaves, device, port, at);
            }
        }
        return leaves;
    }

    private void enable(List<Update> leaves, Device device, PortPfc port, String at) {
        for (int priority = 0; priority < PriorityMask.COUNT; priority++) {
            String path =
                    at + "/pfc-priorities/pfc-priority[dot1p=%d]/config/enable".formatted(priority);
            boolean enabled = port.priorities().contains(priority);
            leaves.add(leaf(device, PathText.parse(path), enabled));
        }
    }

    private static Object value(HardwareLeaf leaf, PortPfc port) {
        String value = leaf.read(port.pfc());
        return switch (leaf.setting().kind()) {
            case CHOICE -> value;
            case NUMBER -> Double.valueOf(value);
            default -> Long.valueOf(value);
        };
    }

    @Override
    public CounterPaths counters() {
        return CounterPaths.LOSSLAB;
    }
}
