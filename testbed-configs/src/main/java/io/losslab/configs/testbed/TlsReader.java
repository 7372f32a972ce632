package io.losslab.configs.testbed;

import io.losslab.api.rpc.ChannelSecurity;
import io.losslab.configs.yaml.YamlMap;
import io.losslab.configs.yaml.YamlValue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Reads {@code tls} sections: names of files. The files are opened by nobody but the channels. */
final class TlsReader {
    private final Path folder;

    /** A reader whose relative paths start from a folder. */
    TlsReader(Path folder) {
        this.folder = folder;
    }

    Optional<ChannelSecurity> read(YamlValue value) {
        Optional<YamlMap> map = value.map(TestbedFormat.TLS);
        if (map.isEmpty()) {
            return Optional.empty();
        }
        Optional<Path> trust = map.get().get("trust").flatMap(this::file);
        Optional<Path> cert = map.get().get("cert").flatMap(this::file);
        Optional<Path> key = map.get().get("key").flatMap(this::file);
        if (map.get().has("cert") != map.get().has("key")) {
            value.error("tls has 'cert' and 'key' together, or neither");
            return Optional.empty();
        }
        if (trust.isEmpty() || map.get().has("cert") && (cert.isEmpty() || key.isEmpty())) {
            return Optional.empty();
        }
        return Optional.of(
                cert.isPresent()
                        ? ChannelSecurity.mutualTls(trust.get(), cert.get(), key.get())
                        : ChannelSecurity.tls(trust.get()));
    }

    /** A path that a testbed file names. */
    Path path(String text) {
        return folder.resolve(text).normalize();
    }

    /** A path; a file that is not there is a warning, since it may be made later. */
    Optional<Path> file(YamlValue value) {
        Optional<Path> path = value.word().map(this::path);
        if (path.isPresent() && !Files.isReadable(path.get())) {
            value.warning("there is no file %s that can be read".formatted(path.get()));
        }
        return path;
    }
}
