package io.losslab.configs.testbed.file;

import io.losslab.api.rpc.ChannelSecurity;
import io.losslab.api.rpc.DeviceAddress;
import io.losslab.configs.language.Fields;
import io.losslab.configs.language.Key;
import io.losslab.configs.testbed.AgentDevices;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.DevicePort;
import io.losslab.configs.testbed.DeviceType;
import io.losslab.configs.testbed.Service;
import io.losslab.configs.testbed.SshLogin;
import io.losslab.configs.yaml.YamlValue;
import io.losslab.traffic.perftest.RdmaDevice;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Makes one device of its mapping. For one device; not thread safe. */
final class DeviceReader {
    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_.-]*");

    private final DeviceCatalog catalog;
    private final YamlValue.Entry entry;
    private final Optional<ChannelSecurity> common;
    private final TlsReader tls;

    /**
     * Makes a reader.
     *
     * @param catalog kinds of device that there are
     * @param common protection of devices that have none of their own; empty where the file's is
     *     wrong, which was reported
     */
    DeviceReader(
            DeviceCatalog catalog,
            YamlValue.Entry entry,
            Optional<ChannelSecurity> common,
            TlsReader tls) {
        this.catalog = catalog;
        this.entry = entry;
        this.common = common;
        this.tls = tls;
    }

    Optional<Device> read() {
        if (!NAME.matcher(entry.key()).matches()) {
            entry.error(
                    "'%s' is not a valid device name".formatted(entry.key()),
                    "a letter, then letters, digits, dots, hyphens or underscores",
                    "");
        }
        return catalog.device()
                .read(entry.value())
                .flatMap(map -> map.get(catalog.kind()).map(kind -> device(map, kind)));
    }

    private Device device(Fields map, DeviceType kind) {
        List<DevicePort> ports =
                map.written(DeviceSections.PORTS)
                        .map(value -> new PortsReader().read(value))
                        .orElse(List.of());
        Map<Service, DeviceAddress> addresses = new HashMap<>();
        for (Service service : kind.services()) {
            map.get(service.key()).ifPresent(address -> addresses.put(service, address));
        }
        Optional<ChannelSecurity> wanted =
                map.has(DeviceSections.TLS)
                        ? map.get(DeviceSections.TLS).flatMap(tls::read)
                        : common;
        Optional<SshLogin> ssh =
                map.get(DeviceSections.SSH_LOGIN).flatMap(fields -> SshReader.read(fields, tls));
        boolean plaintext = wanted.filter(ChannelSecurity.Plaintext.class::isInstance).isPresent();
        Set<Service> tunnelled = tunnelled(map, kind, addresses.keySet(), plaintext);
        if (plaintext) {
            addresses.forEach(
                    (service, address) -> {
                        if (!tunnelled.contains(service)) {
                            PlaintextRule.check(
                                    map.blame(service.key()),
                                    address,
                                    "'tls' of the device or the testbed; or 'ssh' of the device,"
                                            + " through which its services are then reached");
                        }
                    });
        }
        Optional<RdmaDevice> rdma = get(map, DeviceSections.RDMA).flatMap(DeviceReader::rdma);
        Optional<AgentDevices> agent =
                get(map, DeviceSections.STARTED_AGENT)
                        .flatMap(fields -> AgentReader.read(fields, ports));
        return new Device(
                entry.key(),
                kind,
                map.value(DeviceSections.DEVICE_ID),
                addresses,
                ports,
                wanted.orElse(ChannelSecurity.plaintext()),
                get(map, DeviceSections.ELECTION_ID).orElse(1L),
                Duration.ofNanos(map.value(DeviceSections.DEADLINE).nanos()),
                get(map, DeviceSections.ADDRESS),
                ssh,
                kind.settings(map, ports, tls::path),
                ssh.isPresent() ? rdma : Optional.empty(),
                ssh.isPresent() ? agent : Optional.empty(),
                ssh.isPresent() ? tunnelled : Set.of());
    }

    /** The services that go through SSH: those that the file names, or else all without TLS. */
    private static Set<Service> tunnelled(
            Fields map, DeviceType kind, Set<Service> present, boolean plaintext) {
        if (!map.has(DeviceSections.TUNNEL)) {
            return plaintext && map.has(DeviceSections.SSH_LOGIN) ? Set.copyOf(present) : Set.of();
        }
        Map<String, Service> known = new LinkedHashMap<>();
        kind.services().forEach(service -> known.put(service.word(), service));
        Set<Service> tunnelled = new HashSet<>();
        YamlValue list = map.blame(DeviceSections.TUNNEL);
        for (String word : map.get(DeviceSections.TUNNEL).orElse(List.of())) {
            Service service = known.get(word);
            if (service == null) {
                list.unknown(
                        "'%s' is not a gRPC service of %s".formatted(word, kind.traits().title()),
                        word,
                        known.keySet());
            } else if (!present.contains(service)) {
                list.error(
                        "'tunnel' names %s, which the device does not have".formatted(word),
                        "services whose addresses are given",
                        "");
            } else {
                tunnelled.add(service);
            }
        }
        return tunnelled;
    }

    /** What the file says of a key that only some kinds have. */
    private static <T> Optional<T> get(Fields map, Key<T> key) {
        return map.knows(key) ? map.get(key) : Optional.empty();
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
                            map.value(DeviceSections.GID_INDEX).intValue(),
                            map.get(DeviceSections.CPUS).orElse(List.of()).stream()
                                    .map(Long::intValue)
                                    .toList()));
        } catch (IllegalArgumentException e) {
            map.self().error(e.getMessage(), "a device name from ibv_devices, such as mlx5_0", "");
            return Optional.empty();
        }
    }
}
