package io.losslab.devices.labelled;

import com.google.protobuf.StringValue;
import io.losslab.configs.language.Fields;
import io.losslab.configs.language.Key;
import io.losslab.configs.language.Type;
import io.losslab.configs.testbed.DevicePort;
import io.losslab.configs.testbed.Service;
import io.losslab.configs.testbed.file.DeviceSections;
import io.losslab.devices.Assignment;
import io.losslab.devices.DesiredState;
import io.losslab.devices.DeviceKind;
import io.losslab.devices.DeviceSession;
import io.losslab.devices.Inspection;
import io.losslab.devices.Part;
import io.losslab.devices.PortCounters;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * A switch that forwards and counts like another kind's, and has a panel that no gRPC service
 * drives.
 *
 * @param like the kind that it is otherwise like
 * @param panels what the panels show, by device
 */
public record LabelledSwitch(DeviceKind like, Map<String, String> panels) implements DeviceKind {
    static final Service PANEL = new Service("panel", 7, "Panel that shows the label.");
    static final Key<String> LABEL =
            Key.required("label", Type.WORD, "What the panel shows while a cell runs.");

    @Override
    public Traits traits() {
        return new Traits(
                "labelled",
                "a labelled switch",
                "A switch with a panel.",
                true,
                List.of(Service.P4RUNTIME, Service.SWITCH_CONTROL, PANEL),
                like.traits().optional(),
                List.of(DeviceSections.ELECTION_ID, LABEL));
    }

    @Override
    public Optional<Object> settings(
            Fields keys, List<DevicePort> ports, Function<String, Path> path) {
        return keys.get(LABEL).map(StringValue::of);
    }

    @Override
    public void inspect(Inspection inspection) {
        like.inspect(inspection);
        String device = inspection.device().name();
        inspection.ask(PANEL, channel -> "shows '%s'".formatted(panels.get(device)));
    }

    @Override
    public List<DesiredState> desired(Assignment assignment) {
        List<DesiredState> states = new ArrayList<>(like.desired(assignment));
        StringValue label = assignment.device().settings(StringValue.class);
        states.add(new DesiredState(assignment.device(), new LabelPart(panels), List.of(label)));
        return states;
    }

    @Override
    public List<Part> parts() {
        List<Part> parts = new ArrayList<>(like.parts());
        parts.add(new LabelPart(panels));
        return parts;
    }

    @Override
    public Optional<PortCounters> counters(DeviceSession session) {
        return like.counters(session);
    }
}
