package io.losslab.orchestrator.provision;

import com.google.protobuf.Message;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Service;
import java.util.List;

/**
 * A part of a device's state that is read, set and set back as a whole. Stateless.
 *
 * <p>A state is a list of messages; the empty list is the state of a device that nobody has set.
 * The calls that lead from one state to another are computed here and nowhere else: the run, its
 * undoing and the plan take them from the same place.
 */
public interface Part {
    /** Its name in journals and errors, such as {@code forwarding}. */
    String name();

    /** The service that has it, whose address errors carry. */
    Service service();

    /**
     * The state now.
     *
     * @param about a state whose matter is to be read; parts that can read everything ignore it
     */
    List<Message> read(DeviceSession session, List<Message> about);

    /** Calls that lead from one state to another, in order; none where they are alike. */
    List<DeviceCall<?, ?>> calls(Device device, List<Message> present, List<Message> wanted);

    /** Whether it is read and set as a whole, whatever a state is about. */
    default boolean isWhole() {
        return true;
    }

    /** Whether two messages of states are about the same matter; a whole part has only one. */
    default boolean isSameMatter(Message one, Message other) {
        return true;
    }

    /** Calls that ask the device whether it would take a state, without setting anything. */
    default List<DeviceCall<?, ?>> checks(Device device, List<Message> wanted) {
        return List.of();
    }

    /** A state without secrets of great length, for an error: what stands in the device. */
    String describe(List<Message> state);
}
