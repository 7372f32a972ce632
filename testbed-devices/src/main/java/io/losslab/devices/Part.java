package io.losslab.devices;

import com.google.protobuf.Message;
import com.google.protobuf.TextFormat;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Service;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A part of a device's state that is read, set and restored as a whole. Stateless.
 *
 * <p>A state is a list of messages; the empty list is the state of a device that is not configured.
 * A device that is not driven by messages has {@link com.google.protobuf.Struct}s for its settings.
 * The calls that lead from one state to another are computed here and nowhere else: the run, its
 * undoing and the plan take them from the same place.
 */
public interface Part {
    /** Its name in journals and errors, such as {@code forwarding}. */
    String name();

    /** The service that has it; {@link Service#SSH} where it is set by commands. */
    Service service();

    /** Messages of which its states are made, each without content. */
    List<Message> vocabulary();

    /**
     * The state now.
     *
     * @param about a state whose matter is to be read; parts that can read everything ignore it
     */
    List<Message> read(DeviceSession session, List<Message> about);

    /** Calls that lead from one state to another, in order; none where they are alike. */
    List<DeviceCall> calls(Device device, List<Message> present, List<Message> wanted);

    /** Whether it is read and set as a whole, whatever a state is about. */
    default boolean isWhole() {
        return true;
    }

    /** Whether two messages of states are about the same matter; a whole part has only one. */
    default boolean isSameMatter(Message one, Message other) {
        return true;
    }

    /**
     * What is wanted of a matter that has been set before, so that nothing is left of that: a part
     * that leaves some of a matter as it is says here how that was.
     *
     * @param before the matter before it was set at all
     */
    default Message over(Message before, Message wanted) {
        return wanted;
    }

    /**
     * Whether the calls from one state to another reset all other parts of the device too. These
     * are set anew then, also when the device is restored.
     */
    default boolean resetsDevice(List<Message> present, List<Message> wanted) {
        return false;
    }

    /** Whether reading and setting it take so long that devices with it are set side by side. */
    default boolean isSlow() {
        return service().equals(Service.SSH);
    }

    /**
     * What the device has now and is to have again once a state has been set, on it and on all
     * others that are set with it; nothing may be sent before.
     */
    default Recovery recovery(DeviceSession session, List<Message> wanted) {
        return Recovery.NONE;
    }

    /** Calls that ask the device whether it would take a state, without setting anything. */
    default List<DeviceCall> checks(Device device, List<Message> wanted) {
        return List.of();
    }

    /**
     * What a device must have so that a state can be set: that it can be read, and what {@link
     * #checks} asks. Parts that need more, or cannot be asked so before other parts are set, say
     * so.
     */
    default List<Need> needs(Device device, List<Message> wanted) {
        List<Need> needs = new ArrayList<>();
        needs.add(new Need("read " + name(), session -> read(session, wanted)));
        checks(device, wanted).forEach(call -> needs.add(new Need(call.method(), call::send)));
        return needs;
    }

    /** Calls that the first of the others makes by itself, for the plan. */
    default List<DeviceCall> opening(Device device, List<Message> wanted) {
        return List.of();
    }

    /** Why what this session set may have been set by another since; empty: nothing says so. */
    default Optional<String> rival(DeviceSession session) {
        return Optional.empty();
    }

    /** Where the device is reached for it, for errors. */
    default String address(DeviceSession session) {
        return session.address(service());
    }

    /** A state without secrets of great length, for an error: what stands in the device. */
    default String describe(List<Message> state) {
        return state.stream()
                .map(TextFormat.printer()::shortDebugString)
                .collect(Collectors.joining("; "));
    }

    /** Both of two states, for an error. */
    default String setAndRead(List<Message> sent, List<Message> read) {
        return "set %s, read %s"
                .formatted(
                        StateDifference.cut(describe(sent)), StateDifference.cut(describe(read)));
    }

    /** In which fields a state that was read differs from the one that was sent. */
    default String difference(List<Message> sent, List<Message> read) {
        return StateDifference.text(this, sent, read);
    }
}
