package io.losslab.configs.testbed.file;

import io.losslab.configs.language.Fields;
import io.losslab.configs.language.Key;
import io.losslab.configs.language.Section;
import io.losslab.configs.language.Type;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.LeaseSite;
import io.losslab.configs.testbed.SshLogin;
import io.losslab.configs.yaml.YamlValue;
import java.util.Map;
import java.util.Optional;

/** Reads where a testbed's lease is kept: a device's name, or a mapping. */
final class LeaseReader {
    private static final Key<String> DEVICE =
            Key.optional("device", Type.WORD, "Device that keeps it.").like("server1");
    private static final Key<Fields> LOGIN =
            Key.optional(
                    "ssh",
                    DeviceSections.SSH.type(),
                    "Login to a host that keeps it and is no device of the testbed.");
    private static final Key<String> FOLDER =
            Key.optional(
                            "folder",
                            Type.parsed(
                                    "absolute path",
                                    "/.+",
                                    "folder",
                                    "an absolute path",
                                    text -> Optional.of(text).filter(it -> it.startsWith("/"))),
                            "Folder in which a host that is logged in to keeps it.")
                    .ifAbsent("`losslab-lease` in the host's `TMPDIR`, or in `/tmp`");
    private static final Section LEASE =
            Section.of(
                            "lease",
                            "a lease's place",
                            "Where the lease of the testbed is kept, which gives it one user at a"
                                    + " time.",
                            DEVICE,
                            LOGIN,
                            FOLDER)
                    .withOneOf(DEVICE, LOGIN);

    static final Key<YamlValue> KEY =
            Key.optional(
                            "lease",
                            Type.either(Type.WORD, LEASE.type())
                                    .called("a device, or the place in detail"),
                            "Where the testbed's lease is kept. Files that share devices must"
                                    + " name the same place.")
                    .ifAbsent(
                            "the virtual clock's server, or the first device that has `ssh`,"
                                    + " `hostAgent`, or `switchControl`")
                    .like("server1");

    private final Map<String, Device> devices;
    private final TlsReader files;

    /** A reader that knows the devices of the testbed. */
    LeaseReader(Map<String, Device> devices, TlsReader files) {
        this.devices = devices;
        this.files = files;
    }

    Optional<LeaseSite> read(YamlValue value) {
        if (!value.isMap()) {
            return value.word()
                    .flatMap(name -> device(value, name))
                    .map(device -> LeaseSite.of(device, Optional.empty()));
        }
        return LEASE.read(value).filter(Fields::isSound).flatMap(this::site);
    }

    private Optional<LeaseSite> site(Fields map) {
        Optional<String> folder = map.get(FOLDER);
        if (map.has(DEVICE)) {
            return device(map.blame(DEVICE), map.value(DEVICE))
                    .map(device -> LeaseSite.of(device, folder));
        }
        Optional<SshLogin> login = SshReader.read(map.value(LOGIN), files);
        return login.map(ssh -> new LeaseSite(Optional.empty(), Optional.of(ssh), folder));
    }

    private Optional<Device> device(YamlValue blamed, String name) {
        Device device = devices.get(name);
        if (device == null) {
            blamed.unknown("unknown device '%s'".formatted(name), name, devices.keySet());
        } else if (!LeaseSite.canKeep(device)) {
            blamed.error(
                    "%s cannot keep a lease".formatted(name),
                    "a device with 'ssh', or with 'hostAgent' or 'switchControl' of losslab",
                    "");
            return Optional.empty();
        }
        return Optional.ofNullable(device);
    }
}
