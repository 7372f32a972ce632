package io.losslab.orchestrator.device.coprocessor;

import io.losslab.configs.plan.SwitchPlan;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Service;
import io.losslab.driver.bifrost.BifrostCoprocessorClient;
import io.losslab.flowcontrol.bifrost.BifrostXType;
import io.losslab.orchestrator.device.Assignment;
import io.losslab.orchestrator.device.DesiredState;
import io.losslab.orchestrator.device.Inspection;
import io.losslab.orchestrator.session.CommandFailure;
import io.losslab.proto.v1.BifrostSettings.Mode;
import io.losslab.proto.v1.NamedScheme;
import io.losslab.proto.v1.PortFlowControl;
import io.losslab.proto.v1.SetBifrostRequest;
import io.losslab.proto.v1.SwitchConfig;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** A coprocessor that stands beside a switch and runs Bifrost for it, both ends of BifrostX too. */
public final class Coprocessor {
    private Coprocessor() {}

    /** Asks it. Any answer about its first port, that nothing runs there too, says it is there. */
    public static void inspect(Inspection inspection) {
        Device device = inspection.device();
        int port = device.ports().get(0).number();
        inspection.ask(
                Service.COPROCESSOR,
                channel ->
                        new BifrostCoprocessorClient(channel, device.id())
                                .find(port)
                                .map(settings -> "Bifrost is enabled on port " + port)
                                .orElse("answers"));
    }

    /**
     * What it is to run, as a state of its own.
     *
     * @return empty where that is nothing
     * @throws CommandFailure where the device has none
     */
    public static Optional<DesiredState> desired(Assignment assignment) {
        List<SetBifrostRequest> bifrost = required(assignment);
        return bifrost.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new DesiredState(
                                assignment.device(), new CoprocessorPart(), List.copyOf(bifrost)));
    }

    /**
     * What it is to run.
     *
     * @throws CommandFailure where that is something, and the device has none
     */
    public static List<SetBifrostRequest> required(Assignment assignment) {
        Device device = assignment.device();
        List<SetBifrostRequest> bifrost = assignment.bifrost();
        if (!bifrost.isEmpty() && !device.has(Service.COPROCESSOR)) {
            throw CommandFailure.usage(
                    "%s needs a coprocessor to run Bifrost on port %d"
                            .formatted(device.name(), bifrost.get(0).getPort().getPort()),
                    "set 'coprocessor' of %s in the testbed file".formatted(device.name()));
        }
        return bifrost;
    }

    /**
     * A plan of a switch that does not run BifrostX itself.
     *
     * @throws CommandFailure where a coprocessor cannot be told a setting
     */
    public static SwitchPlan runsBifrostX(Device device, SwitchPlan plan) {
        Set<Integer> ports = bifrostXPorts(plan);
        SwitchConfig.Builder config = plan.config().toBuilder();
        for (PortFlowControl.Builder port : config.getPortsBuilderList()) {
            if (ports.contains(port.getPort())) {
                withoutName(device, plan, port);
            }
        }
        return new SwitchPlan(plan.node(), config.build(), plan.bifrost(), plan.routes());
    }

    /** Ports at which a coprocessor is planned to run BifrostX. */
    public static Set<Integer> bifrostXPorts(SwitchPlan plan) {
        return plan.bifrost().stream()
                .filter(Coprocessor::isBifrostX)
                .map(request -> request.getPort().getPort())
                .collect(Collectors.toSet());
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
                        "%s: bifrostX on port %d of %s has 'alloc: paper', which a coprocessor does not support"
                                .formatted(device.name(), port.getPort(), plan.node().name()),
                        "remove 'alloc', or map %s to a softwareSwitch"
                                .formatted(plan.node().name()));
            }
        }
        port.clearNamed().addAllNamed(others);
    }

    /** Whether a request is for BifrostX. */
    public static boolean isBifrostX(SetBifrostRequest request) {
        return request.getSettings().getMode() == Mode.BIFROST_X;
    }
}
