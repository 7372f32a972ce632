package io.losslab.devices.ssh;

import io.losslab.api.digest.Sha256;
import io.losslab.devices.failure.CommandFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Optional;

/**
 * The host agent as one tar.gz, and how it is recognised.
 *
 * @param file on this machine
 * @param sha256 of its bytes, 64 hexadecimal digits
 */
public record AgentArchive(Path file, String sha256) {
    private static final String NAME = "losslab-agent.tar.gz";
    private static final String PROPERTY = "losslab.agent";

    public AgentArchive {
        if (!sha256.matches("[0-9a-f]{64}")) {
            throw new IllegalArgumentException("not a SHA-256: " + sha256);
        }
    }

    /** Reads a file. */
    public static AgentArchive of(Path file) {
        try {
            byte[] digest = Sha256.of(Files.readAllBytes(file));
            return new AgentArchive(file, HexFormat.of().formatHex(digest));
        } catch (IOException e) {
            throw new UncheckedIOException("%s cannot be read".formatted(file), e);
        }
    }

    /**
     * Finds it: next to the jars of the program, or where a property says.
     *
     * @throws CommandFailure where it is not there
     */
    public static AgentArchive find() {
        Path file =
                Optional.ofNullable(System.getProperty(PROPERTY))
                        .map(Path::of)
                        .orElseGet(AgentArchive::nextToTheProgram);
        if (!Files.isRegularFile(file)) {
            throw CommandFailure.usage(
                    "the host agent's archive was not found: %s".formatted(file),
                    "build it with 'mvn -pl dpdk-host-agent -am package', or set its path with LOSSLAB_JAVA_OPTS=-D%s=FILE"
                            .formatted(PROPERTY));
        }
        return of(file);
    }

    private static Path nextToTheProgram() {
        var source = AgentArchive.class.getProtectionDomain().getCodeSource();
        try {
            return Path.of(source.getLocation().toURI()).getParent().resolveSibling(NAME);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(
                    "the location of the program has no file system path", e);
        }
    }
}
