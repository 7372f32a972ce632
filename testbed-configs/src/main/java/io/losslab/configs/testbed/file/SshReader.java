package io.losslab.configs.testbed.file;

import io.losslab.api.rpc.DeviceAddress;
import io.losslab.configs.language.Fields;
import io.losslab.configs.testbed.SshLogin;
import java.nio.file.Path;
import java.util.Optional;

/** Reads how a host is logged in to. */
final class SshReader {
    private SshReader() {}

    /**
     * Reads it.
     *
     * @param files finds what it names
     * @return empty where something is wrong, which is reported
     */
    static Optional<SshLogin> read(Fields map, TlsReader files) {
        Optional<Path> key = map.written(DeviceSections.SSH_KEY).flatMap(files::file);
        Optional<Path> knownHosts = map.written(DeviceSections.KNOWN_HOSTS).flatMap(files::file);
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
