package io.losslab.orchestrator.provision;

import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.DeviceKind;
import io.losslab.configs.testbed.Service;
import io.losslab.flowcontrol.bifrost.BifrostXType;
import io.losslab.orchestrator.plan.SwitchPlan;
import io.losslab.orchestrator.session.CommandFailure;
import io.losslab.proto.v1.BifrostSettings.Mode;
import io.losslab.proto.v1.NamedScheme;
import io.losslab.proto.v1.NoFlowControl;
import io.losslab.proto.v1.PortFlowControl;
import io.losslab.proto.v1.SetBifrostRequest;
import io.losslab.proto.v1.SwitchConfig;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Who runs BifrostX at a device. A software switch runs its upstream end by name, and its
 * downstream end too where no coprocessor can be reached; beside other switches the coprocessor
 * runs both. Pure.
 */
final class CoprocessorChoice {
    private CoprocessorChoice() {}

    /**
     * What goes to a device.
     *
     * @throws CommandFailure where a coprocessor cannot be told a setting
     */
    static SwitchPlan of(Device device, SwitchPlan plan) {
        Set<Integer> ports =
                plan.bifrost().stream()
                        .filter(CoprocessorChoice::isBifrostX)
                        .map(request -> request.getPort().getPort())
                        .collect(Collectors.toSet());
        boolean software = device.kind() == DeviceKind.SOFTWARE_SWITCH;
        if (ports.isEmpty() || software && device.has(Service.COPROCESSOR)) {
            return plan;
        }
        SwitchConfig.Builder config = plan.config().toBuilder();
        for (PortFlowControl.Builder port : config.getPortsBuilderList()) {
            if (!ports.contains(port.getPort())) {
                continue;
            }
            if (software) {
                port.setNone(NoFlowControl.getDefaultInstance());
            } else {
                withoutName(device, plan, port);
            }
        }
        List<SetBifrostRequest> requests =
                software
                        ? plan.bifrost().stream().filter(it -> !isBifrostX(it)).toList()
                        : plan.bifrost();
        return new SwitchPlan(plan.node(), config.build(), requests, plan.routes());
    }

    private static void withoutName(Device device, SwitchPlan plan, PortFlowControl.Builder port) {
        List<NamedScheme> others =
                port.getNamedList().stream()
                        .filter(scheme -> !scheme.getName().equals(BifrostXType.NAME))
                        .toList();
        for (NamedScheme scheme : port.getNamedList()) {
            if (scheme.getName().equals(BifrostXType.NAME)
                    && !BifrostXType.isWorkConserving(scheme.getSettingsMap())) {
                throw CommandFailure.usage(
                        "%s is to run bifrostX at port %d of %s with alloc paper, which a coprocessor cannot be told"
                                .formatted(device.name(), port.getPort(), plan.node().name()),
                        "leave out alloc, or place %s on a softwareSwitch"
                                .formatted(plan.node().name()));
            }
        }
        port.clearNamed().addAllNamed(others);
    }

    private static boolean isBifrostX(SetBifrostRequest request) {
        return request.getSettings().getMode() == Mode.BIFROST_X;
    }
}
