package io.losslab.configs.testbed;

import io.losslab.api.rpc.ChannelSecurity;
import io.losslab.api.rpc.DeviceAddress;
import io.losslab.api.units.Nanos;
import io.losslab.configs.yaml.Problem;
import io.losslab.configs.yaml.YamlEntry;
import io.losslab.configs.yaml.YamlMap;
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
    private static final Pattern OCTETS = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}");
    private static final int SSH_PORT = 22;

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
        Optional<YamlMap> map = entry.value().map(TestbedFormat.DEVICE);
        if (map.isEmpty()) {
            return Optional.empty();
        }
        Optional<DeviceKind> kind =
                map.get()
                        .get("kind")
                        .flatMap(value -> value.choice(DeviceKind.words()))
                        .flatMap(DeviceKind::of);
        List<DevicePort> ports =
                map.get()
                        .get("ports")
                        .map(value -> new PortsReader().read(value))
                        .orElse(List.of());
        Optional<ChannelSecurity> own = map.get().get("tls").flatMap(tls::read);
        Map<Service, DeviceAddress> addresses = addresses(map.get(), kind);
        Optional<Integer> ipv4 = map.get().get("address").flatMap(DeviceReader::octets);
        Optional<SshLogin> ssh = map.get().get("ssh").flatMap(this::ssh);
        Optional<RdmaDevice> rdma =
                map.get().get("perftest").flatMap(value -> rdma(value, map.get()));
        Optional<AgentDevices> agent =
                map.get().get("agent").flatMap(value -> AgentReader.read(value, map.get(), ports));
        TofinoKeys tofino =
                new TofinoKeys(
                        map.get().get("program").map(this::programs).orElse(Map.of()),
                        map.get().get("bfrtTables").map(this::files).orElse(List.of()),
                        map.get().get("sweep").flatMap(DeviceReader::sweep),
                        map.get()
                                .get("loopPorts")
                                .map(value -> loopPorts(value, ports))
                                .orElse(List.of()));
        kind.ifPresent(known -> checkTofinoKeys(map.get(), known));
        kind.ifPresent(known -> checkHostKeys(map.get(), known));
        long id = map.get().get("deviceId").flatMap(DeviceReader::natural).orElse(1L);
        long electionId = map.get().get("electionId").flatMap(DeviceReader::natural).orElse(1L);
        return kind.map(
                known ->
                        new Device(
                                entry.key(),
                                known,
                                id,
                                addresses,
                                ports,
                                own.orElse(common),
                                electionId,
                                deadline(map.get()),
                                ipv4,
                                ssh,
                                tofino,
                                ssh.isPresent() ? rdma : Optional.empty(),
                                ssh.isPresent() ? agent : Optional.empty()));
    }

    private static Optional<Long> natural(YamlValue value) {
        return value.integer(1, Long.MAX_VALUE);
    }

    private static Duration deadline(YamlMap map) {
        Optional<Duration> deadline =
                map.get("deadline")
                        .flatMap(YamlValue::time)
                        .map(time -> Duration.ofNanos(time.nanos()));
        if (deadline.isPresent() && deadline.get().isZero()) {
            map.getOrSelf("deadline").error("a deadline is above zero");
            return Device.DEFAULT_DEADLINE;
        }
        return deadline.orElse(Device.DEFAULT_DEADLINE);
    }

    private static Map<Service, DeviceAddress> addresses(YamlMap map, Optional<DeviceKind> kind) {
        Map<Service, DeviceAddress> addresses = new EnumMap<>(Service.class);
        for (Service service : Service.values()) {
            Optional<YamlValue> value = map.get(service.word());
            value.flatMap(text -> address(text, service.usualPort()))
                    .ifPresent(address -> addresses.put(service, address));
            if (kind.isEmpty()) {
                continue;
            }
            if (value.isPresent() && !kind.get().serves(service)) {
                value.get()
                        .error(
                                "a device of kind %s has no %s"
                                        .formatted(kind.get().word(), service.word()));
            }
            boolean perftestInstead = service == Service.HOST_AGENT && map.has("perftest");
            if (value.isPresent() && perftestInstead) {
                value.get().error("a host has an agent or perftest, not both");
            }
            boolean started = service == Service.HOST_AGENT && map.has("agent");
            if (value.isPresent() && started) {
                value.get().error("a host has an agent that runs, or one to start, not both");
            }
            if (value.isEmpty()
                    && !perftestInstead
                    && !started
                    && kind.get().required().contains(service)) {
                map.self()
                        .error(
                                "a device of kind %s lacks the address '%s'"
                                        .formatted(kind.get().word(), service.word()),
                                "%s: HOST or HOST:PORT (port %d if absent)"
                                        .formatted(service.word(), service.usualPort()),
                                "");
            }
        }
        return addresses;
    }

    /** A folder with a file PROGRAM.bin for each program, or a file for each. */
    private Map<String, Path> programs(YamlValue value) {
        Map<String, Path> programs = new TreeMap<>();
        if (!value.isMap()) {
            value.word()
                    .map(tls::path)
                    .ifPresent(
                            folder ->
                                    TestbedFormat.PROGRAM
                                            .all()
                                            .forEach(
                                                    name ->
                                                            programs.put(
                                                                    name,
                                                                    folder.resolve(
                                                                            name + ".bin"))));
            return programs;
        }
        Optional<YamlMap> map = value.map(TestbedFormat.PROGRAM);
        for (String name : TestbedFormat.PROGRAM.all()) {
            map.flatMap(keys -> keys.get(name))
                    .flatMap(YamlValue::word)
                    .ifPresent(text -> programs.put(name, tls.path(text)));
        }
        return programs;
    }

    private List<Path> files(YamlValue value) {
        return value.items().stream().flatMap(item -> item.word().stream()).map(tls::path).toList();
    }

    private static Optional<Nanos> sweep(YamlValue value) {
        Optional<Nanos> sweep = value.time();
        if (sweep.isPresent() && sweep.get().nanos() == 0) {
            value.error("a sweep takes longer than nothing");
            return Optional.empty();
        }
        return sweep;
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

    private static void checkTofinoKeys(YamlMap map, DeviceKind kind) {
        for (String key : TestbedFormat.TOFINO_KEYS) {
            if (kind != DeviceKind.TOFINO2 && map.has(key)) {
                map.getOrSelf(key).error("only a tofino2 has '%s'".formatted(key));
            }
        }
    }

    private static void checkHostKeys(YamlMap map, DeviceKind kind) {
        for (String key : List.of("address", "ssh", "perftest", "agent")) {
            if (kind.isSwitch() && map.has(key)) {
                map.getOrSelf(key).error("only a host has '%s'".formatted(key));
            }
        }
        if (!kind.isSwitch() && map.has("electionId")) {
            map.getOrSelf("electionId").error("only a switch has 'electionId'");
        }
    }

    /**
     * HOST:PORT, or HOST alone.
     *
     * @param usualPort of a host alone; 0: it must have one
     */
    static Optional<DeviceAddress> address(YamlValue value, int usualPort) {
        Optional<String> text = value.word();
        if (text.isEmpty()) {
            return Optional.empty();
        }
        boolean alone = !text.get().contains(":") || text.get().endsWith("]");
        try {
            return Optional.of(
                    DeviceAddress.parse(
                            alone && usualPort > 0 ? text.get() + ":" + usualPort : text.get()));
        } catch (IllegalArgumentException e) {
            value.error(
                    "'%s' is no address".formatted(text.get()),
                    usualPort > 0
                            ? "HOST, HOST:PORT or [IPV6]:PORT; port %d if absent"
                                    .formatted(usualPort)
                            : "HOST:PORT or [IPV6]:PORT",
                    "");
            return Optional.empty();
        }
    }

    private static Optional<Integer> octets(YamlValue value) {
        Optional<String> text = value.word();
        if (text.isEmpty()) {
            return Optional.empty();
        }
        int address = 0;
        boolean valid = OCTETS.matcher(text.get()).matches();
        for (String octet : valid ? text.get().split("\\.", -1) : new String[0]) {
            valid &= Integer.parseInt(octet) <= 255;
            address = address << 8 | Integer.parseInt(octet);
        }
        if (!valid) {
            value.error(
                    "'%s' is no address".formatted(text.get()),
                    "four numbers from 0 to 255 such as 10.0.1.1",
                    "");
        }
        return valid ? Optional.of(address) : Optional.empty();
    }

    private static Optional<RdmaDevice> rdma(YamlValue value, YamlMap device) {
        Optional<YamlMap> map = value.map(TestbedFormat.PERFTEST);
        Optional<String> name = map.flatMap(keys -> keys.get("device")).flatMap(YamlValue::word);
        if (!device.has("ssh")) {
            value.error("perftest is started over SSH", "ssh: {address, user, knownHosts}", "");
        }
        if (name.isEmpty()) {
            return Optional.empty();
        }
        long port = number(map.get(), "port", 1, 255);
        long gidIndex = number(map.get(), "gidIndex", 0, 255);
        try {
            return Optional.of(new RdmaDevice(name.get(), (int) port, (int) gidIndex));
        } catch (IllegalArgumentException e) {
            value.error(e.getMessage(), "a name as ibv_devices lists it, such as mlx5_0", "");
            return Optional.empty();
        }
    }

    /** The least where the key is absent. */
    private static long number(YamlMap map, String key, long least, long most) {
        return map.get(key).flatMap(value -> value.integer(least, most)).orElse(least);
    }

    private Optional<SshLogin> ssh(YamlValue value) {
        Optional<YamlMap> map = value.map(TestbedFormat.SSH);
        if (map.isEmpty()) {
            return Optional.empty();
        }
        Optional<DeviceAddress> address =
                map.get().get("address").flatMap(text -> address(text, SSH_PORT));
        Optional<String> user = map.get().get("user").flatMap(YamlValue::word);
        Optional<Path> key = map.get().get("key").flatMap(tls::file);
        Optional<Path> knownHosts = map.get().get("knownHosts").flatMap(tls::file);
        if (address.isEmpty() || user.isEmpty() || knownHosts.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                new SshLogin(
                        address.get().host(),
                        address.get().port(),
                        user.get(),
                        key,
                        knownHosts.get()));
    }
}
