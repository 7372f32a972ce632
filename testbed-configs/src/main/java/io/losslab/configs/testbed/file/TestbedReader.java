package io.losslab.configs.testbed.file;

import io.losslab.api.frame.ClassMap;
import io.losslab.api.rpc.ChannelSecurity;
import io.losslab.api.rpc.DeviceAddress;
import io.losslab.api.units.FiberLength;
import io.losslab.api.units.Nanos;
import io.losslab.configs.language.Fields;
import io.losslab.configs.language.Key;
import io.losslab.configs.testbed.Cable;
import io.losslab.configs.testbed.CableEnd;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.DevicePort;
import io.losslab.configs.testbed.LeaseSite;
import io.losslab.configs.testbed.NodePlace;
import io.losslab.configs.testbed.Service;
import io.losslab.configs.testbed.Testbed;
import io.losslab.configs.yaml.Problem;
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
    private final DeviceCatalog catalog;
    private final String file;
    private final TlsReader tls;
    private final Map<String, Device> devices = new LinkedHashMap<>();
    private final Map<List<Object>, String> deviceByService = new HashMap<>();
    private final List<Cable> cables = new ArrayList<>();
    private final Map<String, Cable> cableByEnd = new HashMap<>();

    /**
     * Makes a reader.
     *
     * @param catalog kinds of device that there are
     * @param file the testbed's, for messages
     * @param folder that relative paths in it start from
     */
    TestbedReader(DeviceCatalog catalog, String file, Path folder) {
        this.catalog = catalog;
        this.file = file;
        this.tls = new TlsReader(folder);
    }

    /** Reads a testbed; what is wrong is reported, and the result is then of no use. */
    Optional<Testbed> read(YamlValue value) {
        return catalog.testbed().read(value).flatMap(this::testbed);
    }

    private Optional<Testbed> testbed(Fields map) {
        Optional<ChannelSecurity> common =
                map.has(TestbedSections.COMMON_TLS)
                        ? map.get(TestbedSections.COMMON_TLS).flatMap(tls::read)
                        : Optional.of(ChannelSecurity.plaintext());
        ChannelSecurity security = common.orElse(ChannelSecurity.plaintext());
        List<YamlValue.Entry> written = map.get(catalog.devices()).orElse(List.of());
        for (YamlValue.Entry entry : written) {
            new DeviceReader(catalog, entry, common, tls)
                    .read()
                    .ifPresent(device -> add(device, entry.value()));
        }
        if (map.get(catalog.devices()).isPresent() && written.isEmpty()) {
            map.blame(catalog.devices()).error("there is no device");
        }
        map.get(TestbedSections.CABLES)
                .map(YamlValue::items)
                .orElse(List.of())
                .forEach(item -> TestbedSections.CABLE.read(item).ifPresent(this::cable));
        List<NodePlace> places = new ArrayList<>();
        for (YamlValue.Entry entry : map.get(TestbedSections.NODES).orElse(List.of())) {
            place(entry).ifPresent(places::add);
        }
        ClassMap classes = ClassMapReader.read(map);
        Optional<DeviceAddress> clock = map.get(TestbedSections.CLOCK);
        if (clock.isPresent() && common.equals(Optional.of(ChannelSecurity.plaintext()))) {
            PlaintextRule.check(
                    map.blame(TestbedSections.CLOCK), clock.get(), "'tls' of the testbed");
        }
        Optional<LeaseSite> lease =
                map.get(LeaseReader.KEY).flatMap(new LeaseReader(devices, tls)::read);
        return map.get(TestbedSections.TESTBED_NAME)
                .map(
                        name ->
                                new Testbed(
                                        name,
                                        file,
                                        map.get(TestbedSections.TITLE).orElse(""),
                                        List.copyOf(devices.values()),
                                        cables,
                                        places,
                                        classes,
                                        clock.map(address -> new Testbed.Clock(address, security)),
                                        lease));
    }

    private void add(Device device, YamlValue blamed) {
        devices.put(device.name(), device);
        device.addresses()
                .forEach(
                        (service, address) -> {
                            // A machine behind one login may be several hosts, each with its NIC.
                            if (!service.equals(Service.SSH)
                                    && !device.tunnelled().contains(service)) {
                                claim(device, service, address, blamed);
                            }
                        });
    }

    private void claim(Device device, Service service, DeviceAddress address, YamlValue blamed) {
        List<Object> place = List.of(service, address, device.id());
        String other = deviceByService.putIfAbsent(place, device.name());
        if (other != null) {
            String message = "%s and %s are one device: both have %s %s with deviceId %d";
            blamed.error(
                    message.formatted(
                            other, device.name(), service.key().name(), address, device.id()));
        }
    }

    private void cable(Fields map) {
        Optional<CableEnd> from = end(map, TestbedSections.FROM);
        Optional<CableEnd> to = end(map, TestbedSections.TO);
        if (from.isEmpty() || to.isEmpty()) {
            return;
        }
        if (from.get().sameAs(to.get())) {
            map.blame(TestbedSections.TO)
                    .error("the cable connects %s to itself".formatted(from.get()));
            return;
        }
        if (!from.get().port().speed().equals(to.get().port().speed())) {
            map.self()
                    .error(
                            "the ends have different speeds: %s has %s, %s has %s"
                                    .formatted(
                                            from.get(),
                                            from.get().port().speed(),
                                            to.get(),
                                            to.get().port().speed()),
                            "the same speed at both ends",
                            "");
            return;
        }
        Cable cable = new Cable(cables.size(), from.get(), to.get(), delay(map));
        boolean fromIsFree = claims(cable.from(), cable, map.blame(TestbedSections.FROM));
        boolean toIsFree = claims(cable.to(), cable, map.blame(TestbedSections.TO));
        if (fromIsFree && toIsFree) {
            cables.add(cable);
        }
    }

    private boolean claims(CableEnd end, Cable cable, YamlValue blamed) {
        Cable other = cableByEnd.putIfAbsent(end.toString(), cable);
        if (other != null) {
            blamed.error("%s already has a cable, %s".formatted(end, other));
        }
        return other == null;
    }

    private Optional<CableEnd> end(Fields map, Key<String> key) {
        Optional<String> text = map.get(key);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        YamlValue value = map.blame(key);
        int slash = text.get().indexOf('/');
        if (slash < 1 || slash == text.get().length() - 1) {
            value.error("'%s' is not a port".formatted(text.get()), "DEVICE/PORT", "");
            return Optional.empty();
        }
        Optional<Device> device = known(value, text.get().substring(0, slash));
        return device.flatMap(found -> port(value, found, text.get().substring(slash + 1)))
                .map(port -> new CableEnd(device.get(), port));
    }

    private Optional<Device> known(YamlValue blamed, String name) {
        Device device = devices.get(name);
        if (device == null) {
            blamed.unknown("unknown device '%s'".formatted(name), name, devices.keySet());
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

    private static Optional<Nanos> delay(Fields map) {
        return map.get(TestbedSections.LENGTH)
                .map(FiberLength::delay)
                .or(() -> map.get(TestbedSections.DELAY));
    }

    /** A device's name, or a mapping where the ports are given too. */
    private Optional<NodePlace> place(YamlValue.Entry entry) {
        YamlValue value = entry.value();
        if (!value.isMap()) {
            return value.word()
                    .flatMap(name -> known(value, name))
                    .map(device -> new NodePlace(entry.key(), device, List.of()));
        }
        Optional<Fields> map = TestbedSections.NODE.read(value);
        Optional<Device> device =
                map.flatMap(keys -> keys.get(TestbedSections.NODE_DEVICE))
                        .flatMap(name -> known(map.get().blame(TestbedSections.NODE_DEVICE), name));
        if (device.isEmpty()) {
            return Optional.empty();
        }
        YamlValue blamed = map.get().blame(TestbedSections.NODE_PORTS);
        List<DevicePort> ports = new ArrayList<>();
        for (YamlValue item :
                map.get().get(TestbedSections.NODE_PORTS).map(YamlValue::items).orElse(List.of())) {
            item.word().flatMap(label -> port(item, device.get(), label)).ifPresent(ports::add);
        }
        for (DevicePort port : ports) {
            if (!cableByEnd.containsKey(device.get().name() + "/" + port.label())) {
                String message = "%s/%s has no cable";
                blamed.report(
                        Problem.error(
                                blamed.at(),
                                value.path(),
                                message.formatted(device.get().name(), port.label())));
            }
        }
        return Optional.of(new NodePlace(entry.key(), device.get(), ports));
    }
}
