package io.losslab.configs.testbed;

import io.losslab.configs.language.Fields;
import io.losslab.configs.language.Key;
import io.losslab.configs.language.Section;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** What a kind of device says of itself to testbed files: its word and its keys. */
public interface DeviceType {
    /**
     * The facts of a kind.
     *
     * @param word the value of key {@code kind} that stands for it
     * @param title what it is, for messages: {@code a softwareSwitch}
     * @param meaning what it is, a sentence for users
     * @param isSwitch whether switches of a topology stand on it; on others a host does
     * @param required services whose addresses must be given
     * @param optional services whose addresses may be given
     * @param keys in addition to those of all devices and of its services
     */
    record Traits(
            String word,
            String title,
            String meaning,
            boolean isSwitch,
            List<Service> required,
            List<Service> optional,
            List<Key<?>> keys) {}

    Traits traits();

    default String word() {
        return traits().word();
    }

    default boolean isSwitch() {
        return traits().isSwitch();
    }

    /** All services it may have. */
    default List<Service> services() {
        return Stream.concat(traits().required().stream(), traits().optional().stream()).toList();
    }

    /** All that only a device of this kind has, with the rules by which it goes together. */
    default Section section() {
        List<Key<?>> all = new ArrayList<>();
        Traits traits = traits();
        traits.required().forEach(service -> all.add(service.key().mandatory()));
        traits.optional().forEach(service -> all.add(service.key()));
        all.addAll(traits.keys());
        return Section.of(traits.word(), traits.title(), traits.meaning(), all);
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

    /** The keys of its own that a device has, as a testbed file would give them: YAML by key. */
    default Map<String, String> written(Device device) {
        return Map.of();
    }

    /** Those of these keys on which results depend: not those by which it is logged in to. */
    default Map<String, String> measured(Device device) {
        return written(device);
    }
}
