package io.losslab.orchestrator.provision;

import com.google.protobuf.Message;
import io.losslab.orchestrator.testbed.Device;
import java.util.List;

/**
 * A state that a part of a device is to have.
 *
 * @param device the device
 * @param part of it
 * @param state as the part reads it
 */
public record Wanted(Device device, Part part, List<Message> state) {
    public Wanted {
        state = List.copyOf(state);
    }

    String key() {
        return device.name() + " " + part.name();
    }
}
