package io.losslab.configs.testbed;

import io.losslab.api.rpc.ChannelSecurity;
import io.losslab.api.rpc.DeviceAddress;
import io.losslab.configs.language.Fields;
import io.losslab.configs.yaml.Problem;
import io.losslab.configs.yaml.YamlEntry;
import io.losslab.configs.yaml.YamlValue;
import io.losslab.traffic.perftest.RdmaDevice;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Makes one device of its mapping. For one device; not thread safe. */
final class DeviceReader {
    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_.-]*");

    private final YamlEntry entry;
    private final ChannelSecurity common;
    private final TlsReader tls;

    /**
     * Makes a reader.
     *
     * @param common protection of devices that have none of their own
     */
    DeviceReader(YamlEntry entry, ChannelSecurity common, TlsReader tls) {
        this.entry = entry;
        this.common = common;
        this.tls = tls;
    }

    Optional<Device> read() {
        if (!NAME.matcher(entry.key()).matches()) {
            entry.value()
                    .report(
                            Problem.error(
                                            entry.keyAt(),
                                            entry.value().path(),
                                            "'%s' is no name for a device".formatted(entry.key()))
                                    .expecting(
                                            "a letter, then letters, digits, dots, hyphens or"
                                                    + " underscores"));
        }
        return DeviceSections.DEVICE.read(entry.value()).flatMap(this::device);
    }

    private Optional<Device> device(Fields map) {
        List<DevicePort> ports =
                map.written(DeviceSections.PORTS)
                        .map(value -> new PortsReader().read(value))
                        .orElse(List.of());
        Optional<ChannelSecurity> own = map.get(DeviceSections.TLS).flatMap(tls::read);
        Map<Service, DeviceAddress> addresses = new EnumMap<>(Service.class);
        for (Service service : Service.values()) {
            map.get(DeviceSections.of(service))
                    .ifPresent(address -> addresses.put(service, address));
        }
        Optional<SshLogin> ssh = map.get(DeviceSections.SSH_LOGIN).flatMap(this::ssh);
        Optional<RdmaDevice> rdma = map.get(DeviceSections.RDMA).flatMap(DeviceReader::rdma);
        Optional<AgentDevices> agent =
                map.get(DeviceSections.STARTED_AGENT)
                        .flatMap(fields -> AgentReader.read(fields, ports));
        TofinoKeys tofino =
                new TofinoKeys(
                        map.written(DeviceSections.PROGRAMS).map(this::programs).orElse(Map.of()),
                        map.get(DeviceSections.BFRT_TABLES).orElse(List.of()).stream()
                                .map(tls::path)
                                .toList(),
                        map.get(DeviceSections.SWEEP),
                        map.get(DeviceSections.LOOP_PORTS)
                                .map(value -> loopPorts(value, ports))
                                .orElse(List.of()));
        return map.get(DeviceSections.KIND)
                .map(
                        kind ->
                                new Device(
                                        entry.key(),
                                        kind,
                                        map.value(DeviceSections.DEVICE_ID),
                                        addresses,
                                        ports,
                                        own.orElse(common),
                                        map.value(DeviceSections.ELECTION_ID),
                                        Duration.ofNanos(
                                                map.value(DeviceSections.DEADLINE).nanos()),
                                        map.get(DeviceSections.ADDRESS),
                                        ssh,
                                        tofino,
                                        ssh.isPresent() ? rdma : Optional.empty(),
                                        ssh.isPresent() ? agent : Optional.empty()));
    }

    /** A folder with a file PROGRAM.bin for each program, or a file for each. */
    private Map<String, Path> programs(YamlValue value) {
        List<String> names = DeviceSections.PROGRAM.names();
        Map<String, Path> programs = new TreeMap<>();
        if (value.isMap()) {
            DeviceSections.PROGRAM
                    .read(value)
                    .ifPresent(
                            files ->
                                    files.texts()
                                            .forEach(
                                                    (name, file) ->
                                                            programs.put(name, tls.path(file))));
        } else {
            Optional<Path> folder = value.word().map(tls::path);
            folder.ifPresent(
                    path -> names.forEach(name -> programs.put(name, path.resolve(name + ".bin"))));
        }
        return programs;
    }

    private static List<String> loopPorts(YamlValue value, List<DevicePort> ports) {
        List<String> labels = new ArrayList<>();
        for (YamlValue item : value.items()) {
            Optional<String> label = item.word();
            if (label.isPresent()
                    && ports.stream().noneMatch(port -> port.label().equals(label.get()))) {
                item.error("the device has no port '%s'".formatted(label.get()));
            } else {
                label.ifPresent(labels::add);
            }
        }
        return labels;
    }

    private static Optional<RdmaDevice> rdma(Fields map) {
        if (!map.isSound()) {
            return Optional.empty();
        }
        try {
            return Optional.of(
                    new RdmaDevice(
                            map.value(DeviceSections.RDMA_DEVICE),
                            map.value(DeviceSections.RDMA_PORT).intValue(),
                            map.value(DeviceSections.GID_INDEX).intValue()));
        } catch (IllegalArgumentException e) {
            map.self().error(e.getMessage(), "a name as ibv_devices lists it, such as mlx5_0", "");
            return Optional.empty();
        }
    }

    private Optional<SshLogin> ssh(Fields map) {
        Optional<Path> key = map.written(DeviceSections.SSH_KEY).flatMap(tls::file);
        Optional<Path> knownHosts = map.written(DeviceSections.KNOWN_HOSTS).flatMap(tls::file);
        if (!map.isSound() || knownHosts.isEmpty()) {
            return Optional.empty();
        }
        DeviceAddress address = map.value(DeviceSections.SSH_ADDRESS);
        return Optional.of(
                new SshLogin(
                        address.host(),
                        address.port(),
                        map.value(DeviceSections.USER),
                        key,
                        knownHosts.get()));
    }
}
