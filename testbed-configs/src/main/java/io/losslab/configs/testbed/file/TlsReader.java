package io.losslab.configs.testbed.file;

import io.losslab.api.rpc.ChannelSecurity;
import io.losslab.configs.language.Fields;
import io.losslab.configs.yaml.YamlValue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Reads {@code tls} sections: names of files. The files are opened only by the channels. */
final class TlsReader {
    private final Path folder;

    /** A reader whose relative paths start from a folder. */
    TlsReader(Path folder) {
        this.folder = folder;
    }

    Optional<ChannelSecurity> read(Fields map) {
        Optional<Path> trust = map.written(TestbedSections.TRUST).flatMap(this::file);
        Optional<Path> cert = map.written(TestbedSections.CERT).flatMap(this::file);
        Optional<Path> key = map.written(TestbedSections.PRIVATE_KEY).flatMap(this::file);
        if (!map.isSound()) {
            return Optional.empty();
        }
        return Optional.of(
                cert.isPresent()
                        ? ChannelSecurity.mutualTls(
                                trust.orElseThrow(), cert.get(), key.orElseThrow())
                        : ChannelSecurity.tls(trust.orElseThrow()));
    }

    /** A path that a testbed file names. */
    Path path(String text) {
        return folder.resolve(text).normalize();
    }

    /** A path; a file that is not there is a warning, since it may be made later. */
    Optional<Path> file(YamlValue value) {
        Optional<Path> path = TestbedSections.FILE.reader().apply(value).map(this::path);
        if (path.isPresent() && !Files.isReadable(path.get())) {
            value.warning("cannot read file %s".formatted(path.get()));
        }
        return path;
    }
}
