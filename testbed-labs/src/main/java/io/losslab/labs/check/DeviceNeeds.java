package io.losslab.labs.check;

import io.losslab.configs.testbed.Device;
import io.losslab.devices.Assignment;
import io.losslab.devices.ChannelSource;
import io.losslab.devices.DesiredState;
import io.losslab.devices.DeviceKind;
import io.losslab.devices.DeviceSession;
import io.losslab.devices.Need;
import io.losslab.devices.Sessions;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.driver.DeviceException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** All that the cells of an experiment need of one device, each once. Not thread safe. */
final class DeviceNeeds {
    private final Map<List<Object>, List<Need>> needs = new LinkedHashMap<>();
    private final Set<String> problems = new LinkedHashSet<>();
    private final Set<String> notes = new LinkedHashSet<>();
    private int met;
    private int all;

    /** A cell runs on the device; what it cannot be is a problem. */
    void add(Assignment assignment) {
        DeviceKind kind = DeviceKind.of(assignment.device());
        try {
            for (DesiredState state : kind.desired(assignment)) {
                if (!state.endsWithTheRun()) {
                    needs.computeIfAbsent(
                            List.of(state.part().name(), state.state()),
                            first -> state.part().needs(state.device(), state.state()));
                }
            }
            kind.needs(assignment)
                    .forEach(need -> needs.putIfAbsent(List.of(need.what()), List.of(need)));
        } catch (CommandFailure e) {
            problems.add(CommandFailure.line(e));
        }
    }

    /** The device cannot be asked, or is not what it is to be. */
    void problem(CommandFailure e) {
        problems.add(CommandFailure.line(e));
    }

    void problem(DeviceException e) {
        problems.add(e.getMessage());
    }

    /** Something that users should know. */
    void note(String text) {
        notes.add(text);
    }

    List<String> notes() {
        return List.copyOf(notes);
    }

    /** Asks the device for everything, whatever it lacks. */
    DeviceNeeds ask(Device device, ChannelSource channels) {
        try (Sessions sessions = new Sessions(channels)) {
            DeviceSession session = sessions.of(device);
            for (List<Need> each : needs.values()) {
                each.forEach(need -> ask(need, session));
            }
        }
        return this;
    }

    private void ask(Need need, DeviceSession session) {
        all++;
        try {
            need.ask().accept(session);
            met++;
        } catch (DeviceException e) {
            problem(e);
        } catch (CommandFailure e) {
            problem(e);
        }
    }

    /** How many there are, and how many the device has. */
    String summary() {
        return "has %d of %d things that the experiment needs".formatted(met, all);
    }

    List<String> problems() {
        return List.copyOf(problems);
    }
}
