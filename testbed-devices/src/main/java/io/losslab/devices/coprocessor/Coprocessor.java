package io.losslab.devices.coprocessor;

import io.losslab.api.topology.Node;
import io.losslab.configs.plan.SwitchPlan;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Service;
import io.losslab.devices.Assignment;
import io.losslab.devices.DesiredState;
import io.losslab.devices.Inspection;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.driver.bifrost.BifrostCoprocessorClient;
import io.losslab.flowcontrol.Trait;
import io.losslab.flowcontrol.setting.SettingProblem;
import io.losslab.proto.v1.NamedScheme;
import io.losslab.proto.v1.PortFlowControl;
import io.losslab.proto.v1.SetBifrostRequest;
import io.losslab.proto.v1.SwitchConfig;
import io.losslab.roce.service.SchemeChoice;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A coprocessor attached to a switch and runs Bifrost for it, both ends of BifrostX too. */
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
                                .map(scheme -> "Bifrost is enabled on port " + port)
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
     * A plan of a switch that leaves both ends of links to its coprocessor.
     *
     * @throws CommandFailure where the coprocessor cannot run what is planned
     */
    public static SwitchPlan runsBothEnds(Device device, SwitchPlan plan) {
        SwitchConfig.Builder config = plan.config().toBuilder();
        for (PortFlowControl.Builder port : config.getPortsBuilderList()) {
            List<NamedScheme> others = new ArrayList<>();
            for (NamedScheme scheme : port.getSchemesList()) {
                SchemeChoice choice = SchemeChoice.of(scheme);
                if (choice.type().has(Trait.RUNS_ON_COPROCESSOR)) {
                    String place = "on port %d of %s".formatted(port.getPort(), plan.node().name());
                    requireRunnable(device, plan.node(), choice, place);
                } else {
                    others.add(scheme);
                }
            }
            port.clearSchemes().addAllSchemes(others);
        }
        return new SwitchPlan(plan.node(), config.build(), plan.bifrost(), plan.routes());
    }

    /** A plan of a software switch that has no coprocessor: it runs itself what it can. */
    public static SwitchPlan runsNothing(SwitchPlan plan) {
        List<SetBifrostRequest> left = new ArrayList<>();
        Set<Integer> own = new HashSet<>();
        for (SetBifrostRequest request : plan.bifrost()) {
            if (SchemeChoice.of(request.getScheme()).type().has(Trait.RUNS_WITHOUT_COPROCESSOR)) {
                own.add(request.getPort().getPort());
            } else {
                left.add(request);
            }
        }
        SwitchConfig.Builder config = plan.config().toBuilder();
        config.getPortsBuilderList().stream()
                .filter(port -> own.contains(port.getPort()))
                .forEach(PortFlowControl.Builder::clearCoprocessor);
        return new SwitchPlan(plan.node(), config.build(), left, plan.routes());
    }

    private static void requireRunnable(
            Device device, Node node, SchemeChoice choice, String place) {
        for (SettingProblem problem : choice.type().problemsOfCoprocessor(choice.settings())) {
            throw CommandFailure.usage(
                    "%s: %s %s %s"
                            .formatted(
                                    device.name(), choice.type().name(), place, problem.message()),
                    "remove '%s', or map %s to a softwareSwitch"
                            .formatted(problem.field(), node.name()));
        }
    }
}
