package io.losslab.devices.nic;

import com.google.protobuf.Message;
import com.google.protobuf.Struct;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Service;
import io.losslab.devices.DeviceCall;
import io.losslab.devices.DeviceSession;
import io.losslab.devices.Part;
import io.losslab.devices.nic.setting.NicSetting;
import io.losslab.devices.nic.setting.NicSettings;
import io.losslab.devices.nic.setting.NicState;
import io.losslab.devices.nic.tool.NicAnswers;
import io.losslab.devices.nic.tool.NicPort;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Settings of a host's NICs, each a {@link Struct} of texts: name of the NIC, name of the setting,
 * values. A setting that was read is restored as a whole; what a cell wants may be some of it.
 */
public final class NicPart implements Part {
    private static final Logger LOG = LoggerFactory.getLogger(NicPart.class);

    @Override
    public String name() {
        return "nic";
    }

    @Override
    public Service service() {
        return Service.SSH;
    }

    @Override
    public List<Message> vocabulary() {
        return List.of(Struct.getDefaultInstance());
    }

    /**
     * One command over SSH for each port that a state is about. What was set last comes first, so
     * that what was read is restored in that order.
     */
    @Override
    public List<Message> read(DeviceSession session, List<Message> about) {
        NicHost host = NicHost.of(session);
        Map<String, NicAnswers> byName = new LinkedHashMap<>();
        List<Message> state = new ArrayList<>();
        for (Message message : about) {
            NicState asked = NicState.of(message);
            NicPort nic = port(session.device(), asked);
            NicAnswers answers = byName.computeIfAbsent(nic.name(), name -> host.read(nic));
            state.add(
                    new NicState(
                                    nic.name(),
                                    asked.setting(),
                                    NicSettings.of(asked.setting()).read(nic, answers))
                            .message());
        }
        Collections.reverse(state);
        return state;
    }

    @Override
    public List<DeviceCall> calls(Device device, List<Message> present, List<Message> wanted) {
        List<DeviceCall> calls = new ArrayList<>();
        for (Message message : wanted) {
            NicState state = NicState.of(message);
            NicState now =
                    present.stream()
                            .map(NicState::of)
                            .filter(state::isSameMatter)
                            .findFirst()
                            .orElse(new NicState(state.nic(), state.setting(), Map.of()));
            boolean planned = present.isEmpty();
            if (planned || !NicSettings.of(state.setting()).open(now, state).isEmpty()) {
                calls.add(
                        call(
                                device,
                                state.setting(),
                                message,
                                state.nic() + ": " + state.text(),
                                session -> NicHost.of(session).apply(port(device, state), state)));
            }
        }
        return calls;
    }

    /** All that hosts cannot set is found before the first change. */
    @Override
    public List<DeviceCall> checks(Device device, List<Message> wanted) {
        Map<String, List<NicState>> byNic =
                wanted.stream()
                        .map(NicState::of)
                        .collect(
                                Collectors.groupingBy(
                                        NicState::nic, LinkedHashMap::new, Collectors.toList()));
        List<DeviceCall> calls = new ArrayList<>();
        byNic.forEach(
                (name, states) ->
                        calls.add(
                                call(
                                        device,
                                        "check",
                                        Struct.getDefaultInstance(),
                                        "%s: can the host read and set %s"
                                                .formatted(
                                                        name,
                                                        states.stream()
                                                                .map(NicState::setting)
                                                                .collect(Collectors.joining(", "))),
                                        session -> check(session, states))));
        return calls;
    }

    private static void check(DeviceSession session, List<NicState> states) {
        Device device = session.device();
        NicHost host = NicHost.of(session);
        NicPort nic = port(device, states.get(0));
        NicAnswers answers = host.read(nic);
        for (NicState wanted : states) {
            NicSetting setting = NicSettings.of(wanted.setting());
            NicState present = new NicState(nic.name(), setting.name(), setting.read(nic, answers));
            List<String> lacking = wanted.requiredOf(present);
            if (!lacking.isEmpty()) {
                throw host.cannotBeSet(nic, setting, lacking, answers);
            }
            List<String> left = wanted.optionalOf(present);
            if (!left.isEmpty()) {
                LOG.warn(
                        "{}: {}; left as it is",
                        device.name(),
                        NicHost.problem(nic, setting, left, answers));
            }
        }
    }

    private static DeviceCall call(
            Device device,
            String verb,
            Message request,
            String summary,
            java.util.function.Consumer<DeviceSession> sender) {
        return new DeviceCall(device, Service.SSH, "nic/" + verb, request, () -> summary, sender);
    }

    @Override
    public boolean isWhole() {
        return false;
    }

    @Override
    public boolean isSameMatter(Message one, Message other) {
        return NicState.of(one).isSameMatter(NicState.of(other));
    }

    @Override
    public String describe(List<Message> state) {
        return NicState.text(state);
    }

    /** Only the settings that differ. */
    @Override
    public String difference(List<Message> sent, List<Message> read) {
        List<Message> differing = new ArrayList<>();
        List<Message> found = new ArrayList<>();
        for (Message message : sent) {
            NicState state = NicState.of(message);
            read.stream()
                    .filter(each -> isSameMatter(each, message))
                    .filter(
                            each ->
                                    !NicSettings.of(state.setting())
                                            .open(NicState.of(each), state)
                                            .isEmpty())
                    .forEach(
                            each -> {
                                differing.add(message);
                                found.add(each);
                            });
        }
        return "set %s, read %s".formatted(describe(differing), describe(found));
    }

    private static NicPort port(Device device, NicState state) {
        return NicKeys.nics(device).stream()
                .filter(nic -> nic.name().equals(state.nic()))
                .findFirst()
                .orElseThrow(
                        () ->
                                io.losslab.devices.failure.CommandFailure.usage(
                                        "%s has no NIC %s in the testbed file"
                                                .formatted(device.name(), state.nic()),
                                        "use the testbed file that the run was started with"));
    }
}
