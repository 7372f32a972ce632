package io.losslab.orchestrator.device.commodity;

import com.google.protobuf.Message;
import io.losslab.api.gnmi.PathText;
import io.losslab.api.topology.PortRef;
import io.losslab.configs.binding.Binding;
import io.losslab.configs.plan.SwitchPlan;
import io.losslab.configs.testbed.Device;
import io.losslab.flowcontrol.hardware.HardwareLeaf;
import io.losslab.flowcontrol.hardware.HardwareScheme;
import io.losslab.flowcontrol.registry.SchemeTypes;
import io.losslab.flowcontrol.setting.PriorityMask;
import io.losslab.flowcontrol.setting.Settings;
import io.losslab.orchestrator.session.CommandFailure;
import io.losslab.proto.gnmi.TypedValue;
import io.losslab.proto.gnmi.Update;
import io.losslab.proto.v1.NamedScheme;
import io.losslab.proto.v1.PortFlowControl;
import java.util.ArrayList;
import java.util.List;

/**
 * PFC of a commodity switch as gNMI leaves: enabled priorities, as openconfig-qos-ext has them, and
 * thresholds, which are the augmentation losslab-flow-control. Ports without flow control are left
 * as they are. Pure.
 */
final class InterfaceLeaves {
    private static final HardwareScheme PFC = SchemeTypes.IN_HARDWARE;
    private static final int PRIORITIES = PriorityMask.COUNT;

    private final Binding binding;
    private final Device device;
    private final List<Message> leaves = new ArrayList<>();

    InterfaceLeaves(Binding binding, Device device) {
        this.binding = binding;
        this.device = device;
    }

    /**
     * Leaves of all switches on the device.
     *
     * @throws CommandFailure where a port is to run what such a switch does not
     */
    List<Message> of(List<SwitchPlan> plans) {
        for (SwitchPlan plan : plans) {
            for (PortFlowControl port : plan.config().getPortsList()) {
                String name = binding.end(new PortRef(plan.node(), port.getPort())).port().name();
                for (NamedScheme scheme : port.getSchemesList()) {
                    if (!scheme.getName().equals(PFC.name())) {
                        throw CommandFailure.usage(
                                "%s port %s: a device of kind commodity does not support %s"
                                        .formatted(device.name(), name, scheme.getName()),
                                "map %s to a softwareSwitch, or choose pfc or bifrost"
                                        .formatted(plan.node().name()));
                    }
                    pfc(name, new Settings(scheme.getSettingsMap()));
                }
            }
        }
        return leaves;
    }

    private void pfc(String port, Settings pfc) {
        String at = "/qos/interfaces/interface[interface-id=%s]/pfc".formatted(port);
        for (HardwareLeaf leaf : PFC.leaves()) {
            put(at + "/thresholds/config/" + leaf.name(), value(leaf, leaf.read(pfc)));
        }
        for (int priority = 0; priority < PRIORITIES; priority++) {
            put(
                    at + "/pfc-priorities/pfc-priority[dot1p=%d]/config/enable".formatted(priority),
                    TypedValue.newBuilder()
                            .setBoolVal((pfc.priorities() >> priority & 1) != 0)
                            .build());
        }
    }

    private static TypedValue value(HardwareLeaf leaf, String value) {
        TypedValue.Builder typed = TypedValue.newBuilder();
        return switch (leaf.setting().kind()) {
            case CHOICE -> typed.setStringVal(value).build();
            case NUMBER -> typed.setDoubleVal(Double.parseDouble(value)).build();
            default -> typed.setUintVal(Long.parseLong(value)).build();
        };
    }

    private void put(String path, TypedValue value) {
        leaves.add(Update.newBuilder().setPath(PathText.parse(path)).setVal(value).build());
    }
}
