package io.losslab.devices;

import com.google.protobuf.Message;
import io.losslab.configs.testbed.Device;
import java.util.ArrayList;
import java.util.List;

/**
 * A state that a part of a device is to have.
 *
 * @param device the device
 * @param part of it
 * @param state as the part reads it
 */
public record DesiredState(Device device, Part part, List<Message> state) {
    public DesiredState {
        state = List.copyOf(state);
    }

    /** Whether it is of an agent that was started for the run: nothing is to be restored. */
    public boolean endsWithTheRun() {
        return device.isStarted(part.service());
    }

    /** Whether its state says something of the matter of a message. */
    public boolean isAbout(Message message) {
        return state.stream().anyMatch(own -> part.isSameMatter(own, message));
    }

    /** With messages more. */
    public DesiredState plus(List<Message> more) {
        List<Message> all = new ArrayList<>(state);
        all.addAll(more);
        return new DesiredState(device, part, all);
    }

    /** Messages of another state about matters that this one says nothing of. */
    public List<Message> missing(List<Message> other) {
        return other.stream().filter(message -> !isAbout(message)).toList();
    }

    /** Names device and part. */
    public String key() {
        return device.name() + " " + part.name();
    }
}
