package io.losslab.configs.testbed;

import io.losslab.api.rpc.ChannelSecurity;
import io.losslab.api.rpc.DeviceAddress;
import io.losslab.api.units.FiberLength;
import io.losslab.api.units.Nanos;
import io.losslab.configs.yaml.Problem;
import io.losslab.configs.yaml.Spelling;
import io.losslab.configs.yaml.YamlEntry;
import io.losslab.configs.yaml.YamlMap;
import io.losslab.configs.yaml.YamlValue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes a testbed of a mapping and reports all that is wrong in it. For one mapping; not thread
 * safe.
 */
final class TestbedReader {
    private final String file;
    private final TlsReader tls;
    private final Map<String, Device> devices = new LinkedHashMap<>();
    private final List<Cable> cables = new ArrayList<>();
    private final Map<String, Cable> cableByEnd = new HashMap<>();

    /**
     * Makes a reader.
     *
     * @param file the testbed's, for messages
     * @param folder that relative paths in it start from
     */
    TestbedReader(String file, Path folder) {
        this.file = file;
        this.tls = new TlsReader(folder);
    }

    /** Reads a testbed; what is wrong is reported, and the result is then of no use. */
    Optional<Testbed> read(YamlValue value) {
        Optional<YamlMap> map = value.map(TestbedFormat.TESTBED);
        if (map.isEmpty()) {
            return Optional.empty();
        }
        ChannelSecurity security =
                map.get().get("tls").flatMap(tls::read).orElse(ChannelSecurity.plaintext());
        Optional<YamlValue> written = map.get().get("devices");
        for (YamlEntry entry : written.map(YamlValue::entries).orElse(List.of())) {
            new DeviceReader(entry, security, tls)
                    .read()
                    .ifPresent(device -> devices.put(device.name(), device));
        }
        if (written.isPresent() && written.get().isMap() && written.get().entries().isEmpty()) {
            written.get().error("there is no device");
        }
        map.get().get("cables").map(YamlValue::items).orElse(List.of()).forEach(this::cable);
        List<NodePlace> places = new ArrayList<>();
        for (YamlEntry entry : map.get().get("nodes").map(YamlValue::entries).orElse(List.of())) {
            place(entry).ifPresent(places::add);
        }
        Optional<DeviceAddress> clock = map.get().get("clock").flatMap(this::clock);
        Optional<String> name = map.get().get("testbed").flatMap(YamlValue::word);
        String title = map.get().get("title").flatMap(YamlValue::text).orElse("");
        return name.map(
                word ->
                        new Testbed(
                                word,
                                file,
                                title,
                                List.copyOf(devices.values()),
                                cables,
                                places,
                                clock.map(address -> new Testbed.Clock(address, security))));
    }

    private Optional<DeviceAddress> clock(YamlValue value) {
        return DeviceReader.address(value, 0);
    }

    private void cable(YamlValue value) {
        Optional<YamlMap> map = value.map(TestbedFormat.CABLE);
        if (map.isEmpty()) {
            return;
        }
        Optional<CableEnd> from = map.get().get("from").flatMap(this::end);
        Optional<CableEnd> to = map.get().get("to").flatMap(this::end);
        Optional<Nanos> delay = delay(map.get());
        if (from.isEmpty() || to.isEmpty()) {
            return;
        }
        if (from.get().sameAs(to.get())) {
            map.get().getOrSelf("to").error("the cable joins %s to itself".formatted(from.get()));
            return;
        }
        if (!from.get().port().speed().equals(to.get().port().speed())) {
            value.error(
                    "the ends run at different speeds: %s at %s, %s at %s"
                            .formatted(
                                    from.get(),
                                    from.get().port().speed(),
                                    to.get(),
                                    to.get().port().speed()),
                    "one speed at both ends",
                    "");
            return;
        }
        Cable cable = new Cable(cables.size(), from.get(), to.get(), delay);
        boolean fromIsFree = claims(cable.from(), cable, map.get().getOrSelf("from"));
        boolean toIsFree = claims(cable.to(), cable, map.get().getOrSelf("to"));
        if (fromIsFree && toIsFree) {
            cables.add(cable);
        }
    }

    private boolean claims(CableEnd end, Cable cable, YamlValue blamed) {
        Cable other = cableByEnd.putIfAbsent(end.toString(), cable);
        if (other != null) {
            blamed.error("%s has a cable already, %s".formatted(end, other));
        }
        return other == null;
    }

    private Optional<CableEnd> end(YamlValue value) {
        Optional<String> text = value.word();
        if (text.isEmpty()) {
            return Optional.empty();
        }
        int slash = text.get().indexOf('/');
        if (slash < 1 || slash == text.get().length() - 1) {
            value.error("'%s' is no port".formatted(text.get()), "DEVICE/PORT", "");
            return Optional.empty();
        }
        Optional<Device> device = known(value, text.get().substring(0, slash));
        return device.flatMap(found -> port(value, found, text.get().substring(slash + 1)))
                .map(port -> new CableEnd(device.get(), port));
    }

    private Optional<Device> known(YamlValue blamed, String name) {
        Device device = devices.get(name);
        if (device == null) {
            blamed.error(
                    "there is no device '%s'".formatted(name),
                    "one of " + String.join(", ", devices.keySet()),
                    Spelling.didYouMean(name, devices.keySet()));
        }
        return Optional.ofNullable(device);
    }

    private static Optional<DevicePort> port(YamlValue blamed, Device device, String label) {
        Optional<DevicePort> port = device.port(label);
        if (port.isEmpty()) {
            List<String> labels = device.ports().stream().map(DevicePort::label).toList();
            blamed.error(
                    "%s has no port '%s'".formatted(device.name(), label),
                    "one of " + String.join(", ", labels),
                    "");
        }
        return port;
    }

    private static Optional<Nanos> delay(YamlMap map) {
        if (map.has("length") && map.has("delay")) {
            map.getOrSelf("delay").error("a cable has a length or a delay, not both");
        }
        return map.has("length")
                ? map.getOrSelf("length").length().map(FiberLength::delay)
                : map.get("delay").flatMap(YamlValue::time);
    }

    /** A device's name, or a mapping where the ports are given too. */
    private Optional<NodePlace> place(YamlEntry entry) {
        YamlValue value = entry.value();
        if (!value.isMap()) {
            return value.word()
                    .flatMap(name -> known(value, name))
                    .map(device -> new NodePlace(entry.key(), device, List.of()));
        }
        Optional<YamlMap> map = value.map(TestbedFormat.NODE);
        Optional<YamlValue> named = map.flatMap(keys -> keys.get("device"));
        Optional<Device> device =
                named.flatMap(YamlValue::word).flatMap(name -> known(named.get(), name));
        if (device.isEmpty()) {
            return Optional.empty();
        }
        List<DevicePort> ports = new ArrayList<>();
        for (YamlValue item : map.get().get("ports").map(YamlValue::items).orElse(List.of())) {
            item.word().flatMap(label -> port(item, device.get(), label)).ifPresent(ports::add);
        }
        for (DevicePort port : ports) {
            if (!cableByEnd.containsKey(device.get().name() + "/" + port.label())) {
                map.get()
                        .getOrSelf("ports")
                        .report(
                                Problem.error(
                                        map.get().getOrSelf("ports").at(),
                                        value.path(),
                                        "no cable is plugged into %s/%s"
                                                .formatted(device.get().name(), port.label())));
            }
        }
        return Optional.of(new NodePlace(entry.key(), device.get(), ports));
    }
}
