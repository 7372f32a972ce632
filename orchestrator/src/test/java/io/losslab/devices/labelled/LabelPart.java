package io.losslab.devices.labelled;

import com.google.protobuf.Message;
import com.google.protobuf.StringValue;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Service;
import io.losslab.devices.DeviceCall;
import io.losslab.devices.DeviceSession;
import io.losslab.devices.Part;
import java.util.List;
import java.util.Map;

/** What a panel shows: one text, or none. */
record LabelPart(Map<String, String> panels) implements Part {
    @Override
    public String name() {
        return "label";
    }

    @Override
    public Service service() {
        return LabelledSwitch.PANEL;
    }

    @Override
    public String address(DeviceSession session) {
        return session.device().address(service()).toString();
    }

    @Override
    public List<Message> vocabulary() {
        return List.of(StringValue.getDefaultInstance());
    }

    @Override
    public List<Message> read(DeviceSession session, List<Message> about) {
        String shown = panels.get(session.device().name());
        return shown == null ? List.of() : List.of(StringValue.of(shown));
    }

    @Override
    public List<DeviceCall> calls(Device device, List<Message> present, List<Message> wanted) {
        if (present.equals(wanted)) {
            return List.of();
        }
        StringValue text =
                wanted.isEmpty() ? StringValue.getDefaultInstance() : (StringValue) wanted.get(0);
        return List.of(
                new DeviceCall(
                        device,
                        LabelledSwitch.PANEL,
                        "panel/Show",
                        text,
                        () -> DeviceCall.line(text),
                        session -> show(device, text.getValue())));
    }

    /** Shows a text; an empty one shows nothing. */
    private void show(Device device, String text) {
        if (text.isEmpty()) {
            panels.remove(device.name());
        } else {
            panels.put(device.name(), text);
        }
    }
}
