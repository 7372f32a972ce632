package io.losslab.configs.testbed.file;

import io.losslab.api.units.DataRate;
import io.losslab.configs.language.Fields;
import io.losslab.configs.testbed.DevicePort;
import io.losslab.configs.testbed.PortQueues;
import io.losslab.configs.yaml.YamlValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the ports of a device: {@code LABEL: SPEED}, {@code FIRST..LAST: SPEED}, or {@code LABEL:
 * {speed, number, name}}. For one device; not thread safe.
 */
final class PortsReader {
    private static final Pattern RANGE = Pattern.compile("([0-9]{1,4})\\.\\.([0-9]{1,4})");
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");
    private final List<DevicePort> ports = new ArrayList<>();
    private final Map<String, YamlValue.Entry> byLabel = new HashMap<>();
    private final Map<Integer, String> labelByNumber = new HashMap<>();
    private final Map<String, String> labelByName = new HashMap<>();

    List<DevicePort> read(YamlValue value) {
        List<YamlValue.Entry> entries = value.entries();
        entries.forEach(this::port);
        if (value.isMap() && entries.isEmpty()) {
            value.error("the device has no ports");
        }
        return ports;
    }

    private void port(YamlValue.Entry entry) {
        Matcher range = RANGE.matcher(entry.key());
        if (range.matches()) {
            range(entry, Integer.parseInt(range.group(1)), Integer.parseInt(range.group(2)));
            return;
        }
        YamlValue value = entry.value();
        Optional<Fields> map = value.isMap() ? TestbedSections.PORT.read(value) : Optional.empty();
        Optional<DataRate> speed =
                value.isMap() ? map.flatMap(keys -> keys.get(TestbedSections.SPEED)) : value.rate();
        Optional<Integer> number =
                map.filter(keys -> keys.has(TestbedSections.NUMBER)).isPresent()
                        ? map.get().get(TestbedSections.NUMBER).map(Long::intValue)
                        : numberOf(entry);
        String name = map.flatMap(keys -> keys.get(TestbedSections.PORT_NAME)).orElse(entry.key());
        Optional<PortQueues> queues =
                map.flatMap(keys -> keys.get(TestbedSections.PORT_QUEUES))
                        .flatMap(PortsReader::queues);
        if (speed.isPresent() && number.isPresent()) {
            add(entry, new DevicePort(entry.key(), number.get(), name, speed.get(), queues));
        }
    }

    private static Optional<PortQueues> queues(Fields map) {
        return map.isSound()
                ? Optional.of(
                        new PortQueues(
                                map.value(TestbedSections.QUEUE_GROUP).intValue(),
                                map.value(TestbedSections.FIRST_QUEUE).intValue(),
                                map.value(TestbedSections.QUEUE_COUNT).intValue()))
                : Optional.empty();
    }

    private static Optional<Integer> numberOf(YamlValue.Entry entry) {
        if (NUMBER.matcher(entry.key()).matches() && Integer.parseInt(entry.key()) > 0) {
            return Optional.of(Integer.parseInt(entry.key()));
        }
        entry.value()
                .error(
                        "port '%s' requires a number".formatted(entry.key()),
                        "{speed: ..., number: its number in P4Runtime and the agents}",
                        "");
        return Optional.empty();
    }

    private void range(YamlValue.Entry entry, int first, int last) {
        Optional<DataRate> speed = entry.value().rate();
        if (first < 1 || last < first) {
            entry.value()
                    .error(
                            "'%s' is not a range of ports".formatted(entry.key()),
                            "FIRST..LAST, counted from 1",
                            "");
            return;
        }
        for (int number = first; speed.isPresent() && number <= last; number++) {
            String label = String.valueOf(number);
            add(entry, new DevicePort(label, number, label, speed.get()));
        }
    }

    private void add(YamlValue.Entry entry, DevicePort port) {
        if (byLabel.putIfAbsent(port.label(), entry) != null) {
            entry.value().error("duplicate port %s".formatted(port.label()));
            return;
        }
        String other = labelByNumber.putIfAbsent(port.number(), port.label());
        if (other != null) {
            entry.value()
                    .error(
                            "ports %s and %s have the same number %d"
                                    .formatted(other, port.label(), port.number()));
            return;
        }
        String namesake = labelByName.putIfAbsent(port.name(), port.label());
        if (namesake != null) {
            entry.value()
                    .error(
                            "ports %s and %s have the same name '%s'"
                                    .formatted(namesake, port.label(), port.name()));
            return;
        }
        ports.add(port);
    }
}
