package io.losslab.configs.testbed;

import io.losslab.configs.language.Fields;
import io.losslab.configs.language.Key;
import io.losslab.configs.language.Section;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** What a kind of device says of itself to testbed files: its word and its keys. */
public interface DeviceType {
    /** The value of key {@code kind} that stands for it. */
    String word();

    /** What it is, for messages: {@code a softwareSwitch}. */
    String title();

    /** What it is, a sentence for users. */
    String meaning();

    /** Whether switches of a topology stand on it; on others a host does. */
    default boolean isSwitch() {
        return true;
    }

    /** Services whose addresses must be given. */
    List<Service> required();

    /** Services whose addresses may be given. */
    default List<Service> optional() {
        return List.of();
    }

    /** All services it may have. */
    default List<Service> services() {
        return Stream.concat(required().stream(), optional().stream()).toList();
    }

    /** Its keys in addition to those of all devices and of its services. */
    default List<Key<?>> keys() {
        return List.of();
    }

    /** All that only a device of this kind has, with the rules by which it goes together. */
    default Section section() {
        List<Key<?>> all = new ArrayList<>();
        required().forEach(service -> all.add(service.key().mandatory()));
        optional().forEach(service -> all.add(service.key()));
        all.addAll(keys());
        return Section.of(word(), title(), meaning(), all);
    }

    /**
     * Makes of its keys what {@link Device#settings} gives back; what is wrong is reported.
     *
     * @param ports of the device
     * @param path makes a path of a text; relative ones start from the testbed file
     * @return empty where it has no keys of its own
     */
    default Optional<Object> settings(
            Fields keys, List<DevicePort> ports, Function<String, Path> path) {
        return Optional.empty();
    }
}
