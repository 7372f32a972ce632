package io.losslab.devices.software;

import com.google.protobuf.Message;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Service;
import io.losslab.devices.DeviceCall;
import io.losslab.devices.DeviceSession;
import io.losslab.devices.Need;
import io.losslab.devices.Part;
import io.losslab.devices.coprocessor.BifrostCalls;
import io.losslab.driver.switchcontrol.SwitchControlClient;
import io.losslab.proto.v1.EcnConfig;
import io.losslab.proto.v1.PortFlowControl;
import io.losslab.proto.v1.SetBifrostRequest;
import io.losslab.proto.v1.SwitchConfig;
import io.losslab.proto.v1.SwitchControlGrpc;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Buffer and flow control of a software switch: a {@link SwitchConfig}, then the {@link
 * SetBifrostRequest}s of the ports it leaves to the coprocessor. They are one part, since setting a
 * port ends the Bifrost that ran there. A port that stays with the coprocessor, and is to run none,
 * is cleared.
 */
final class FlowControlPart implements Part {
    @Override
    public String name() {
        return "flowControl";
    }

    @Override
    public Service service() {
        return Service.SWITCH_CONTROL;
    }

    @Override
    public List<Message> vocabulary() {
        return List.of(SwitchConfig.getDefaultInstance(), SetBifrostRequest.getDefaultInstance());
    }

    @Override
    public List<Message> read(DeviceSession session, List<Message> about) {
        SwitchConfig config = client(session).configuration();
        List<Message> state = new ArrayList<>();
        state.add(config);
        for (PortFlowControl port : config.getPortsList()) {
            if (port.getCoprocessor()) {
                BifrostCalls.read(session, port.getPort()).ifPresent(state::add);
            }
        }
        return state;
    }

    @Override
    public List<DeviceCall> calls(Device device, List<Message> present, List<Message> wanted) {
        if (wanted.isEmpty()) {
            return List.of();
        }
        SwitchConfig goal = (SwitchConfig) wanted.get(0);
        List<DeviceCall> calls = new ArrayList<>();
        List<SetBifrostRequest> kept = bifrost(present);
        if (!present.isEmpty()) {
            goal = endingMarks(goal, (SwitchConfig) present.get(0));
        }
        if (present.isEmpty() || !SwitchControlClient.covers((SwitchConfig) present.get(0), goal)) {
            calls.add(
                    DeviceCall.unary(
                            device,
                            Service.SWITCH_CONTROL,
                            SwitchControlGrpc.getConfigureSwitchMethod(),
                            goal));
            kept = others(kept, goal);
        }
        for (SetBifrostRequest ended : ended(kept, goal, bifrost(wanted))) {
            calls.add(BifrostCalls.clear(device, ended.getPort()));
        }
        for (SetBifrostRequest request : bifrost(wanted)) {
            if (!kept.contains(request)) {
                calls.add(BifrostCalls.set(device, request));
            }
        }
        return calls;
    }

    /** Ports that leave flow control to the coprocessor only once they are set are asked too. */
    @Override
    public List<Need> needs(Device device, List<Message> wanted) {
        List<Need> needs = new ArrayList<>(Part.super.needs(device, wanted));
        needs.add(
                new Need(
                        "read Bifrost",
                        session ->
                                bifrost(wanted)
                                        .forEach(
                                                each ->
                                                        BifrostCalls.read(
                                                                session,
                                                                each.getPort().getPort()))));
        return needs;
    }

    static SwitchControlClient client(DeviceSession session) {
        return new SwitchControlClient(
                session.channel(Service.SWITCH_CONTROL), session.device().id());
    }

    /** The goal with marking switched off at ports that mark now and are not to. */
    private static SwitchConfig endingMarks(SwitchConfig goal, SwitchConfig now) {
        SwitchConfig.Builder complete = goal.toBuilder();
        now.getEcnMap()
                .forEach(
                        (port, marking) -> {
                            if (!goal.containsEcn(port)
                                    && !marking.equals(EcnConfig.getDefaultInstance())) {
                                complete.putEcn(port, EcnConfig.getDefaultInstance());
                            }
                        });
        return complete.build();
    }

    private static List<SetBifrostRequest> others(
            List<SetBifrostRequest> running, SwitchConfig set) {
        Set<Integer> named = named(set);
        return running.stream()
                .filter(request -> !named.contains(request.getPort().getPort()))
                .toList();
    }

    /** What runs at ports that a goal names, and is wanted neither so nor otherwise. */
    private static List<SetBifrostRequest> ended(
            List<SetBifrostRequest> running, SwitchConfig goal, List<SetBifrostRequest> wanted) {
        Set<Integer> named = named(goal);
        return running.stream()
                .filter(request -> named.contains(request.getPort().getPort()))
                .filter(
                        request ->
                                wanted.stream()
                                        .noneMatch(it -> it.getPort().equals(request.getPort())))
                .toList();
    }

    private static Set<Integer> named(SwitchConfig config) {
        return config.getPortsList().stream()
                .map(PortFlowControl::getPort)
                .collect(Collectors.toSet());
    }

    private static List<SetBifrostRequest> bifrost(List<Message> state) {
        return state.stream().skip(1).map(SetBifrostRequest.class::cast).toList();
    }
}
