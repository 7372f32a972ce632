package io.losslab.orchestrator.device.commodity;

import com.google.protobuf.Message;
import io.losslab.api.gnmi.PathText;
import io.losslab.api.topology.PortRef;
import io.losslab.configs.plan.SwitchPlan;
import io.losslab.configs.testbed.Device;
import io.losslab.orchestrator.binding.Binding;
import io.losslab.orchestrator.session.CommandFailure;
import io.losslab.proto.gnmi.TypedValue;
import io.losslab.proto.gnmi.Update;
import io.losslab.proto.v1.PfcConfig;
import io.losslab.proto.v1.PortFlowControl;
import java.util.ArrayList;
import java.util.List;

/**
 * PFC of a commodity switch as gNMI leaves: enabled priorities, as openconfig-qos-ext has them, and
 * thresholds, which are the augmentation losslab-flow-control. Ports without flow control are left
 * as they are. Pure.
 */
final class InterfaceLeaves {
    private static final int PRIORITIES = 8;

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
                if (port.getNamedCount() > 0) {
                    throw new CommandFailure(
                            "%s port %s: a device of kind commodity does not support %s"
                                    .formatted(device.name(), name, port.getNamed(0).getName()),
                            "map %s to a softwareSwitch, or choose pfc or bifrost"
                                    .formatted(plan.node().name()),
                            2,
                            null);
                }
                if (port.hasPfc()) {
                    pfc(name, port.getPfc());
                }
            }
        }
        return leaves;
    }

    private void pfc(String port, PfcConfig pfc) {
        String at = "/qos/interfaces/interface[interface-id=%s]/pfc".formatted(port);
        String thresholds = at + "/thresholds/config/";
        put(thresholds + "mode", text(pfc.getThreshold().name()));
        put(thresholds + "xoff-bytes", number(pfc.getXoffBytes()));
        put(thresholds + "xon-bytes", number(pfc.getXonBytes()));
        put(thresholds + "alpha", TypedValue.newBuilder().setDoubleVal(pfc.getAlpha()).build());
        put(thresholds + "resume-offset-bytes", number(pfc.getResumeOffsetBytes()));
        put(thresholds + "headroom-bytes", number(pfc.getHeadroomBytes()));
        put(thresholds + "pause-timer", text(pfc.getTimer().name()));
        for (int priority = 0; priority < PRIORITIES; priority++) {
            put(
                    at + "/pfc-priorities/pfc-priority[dot1p=%d]/config/enable".formatted(priority),
                    TypedValue.newBuilder()
                            .setBoolVal((pfc.getPriorities() >> priority & 1) != 0)
                            .build());
        }
    }

    private void put(String path, TypedValue value) {
        leaves.add(Update.newBuilder().setPath(PathText.parse(path)).setVal(value).build());
    }

    private static TypedValue number(long value) {
        return TypedValue.newBuilder().setUintVal(value).build();
    }

    private static TypedValue text(String value) {
        return TypedValue.newBuilder().setStringVal(value).build();
    }
}
