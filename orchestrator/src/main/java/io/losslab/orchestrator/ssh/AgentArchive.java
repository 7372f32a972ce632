package io.losslab.orchestrator.ssh;

import io.losslab.api.digest.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * The host agent as one tar.gz, and how it is recognised.
 *
 * @param file on this machine
 * @param sha256 of its bytes, 64 hexadecimal digits
 */
public record AgentArchive(Path file, String sha256) {
    private static final Pattern DIGITS = Pattern.compile("[0-9a-f]{64}");
    private static final int CHUNK_BYTES = 1 << 16;

    public AgentArchive {
        if (!DIGITS.matcher(sha256).matches()) {
            throw new IllegalArgumentException("not a SHA-256: " + sha256);
        }
    }

    /** Reads a file. */
    public static AgentArchive of(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            MessageDigest digest = Sha256.begin();
            try (DigestInputStream read = new DigestInputStream(in, digest)) {
                byte[] chunk = new byte[CHUNK_BYTES];
                while (read.read(chunk) >= 0) {
                    // Reading is what counts.
                }
            }
            return new AgentArchive(file, HexFormat.of().formatHex(digest.digest()));
        } catch (IOException e) {
            throw new UncheckedIOException("%s cannot be read".formatted(file), e);
        }
    }
}
