package io.losslab.orchestrator.pack;

import io.losslab.api.digest.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;

/**
 * A file of a pack.
 *
 * @param path within the pack, with slashes
 * @param role what it is to the run
 * @param description a sentence for users; may be empty
 * @param bytes size
 * @param sha256 hexadecimal
 */
record PackedFile(String path, Role role, String description, long bytes, String sha256) {
    /** By the end of the name. IANA's, as far as there are; Parquet's is registered by Apache. */
    private static final Map<String, String> FORMATS =
            Map.ofEntries(
                    Map.entry("json", "application/json"),
                    Map.entry("yaml", "application/yaml"),
                    Map.entry("yml", "application/yaml"),
                    Map.entry("parquet", "application/vnd.apache.parquet"),
                    Map.entry("html", "text/html"),
                    Map.entry("txt", "text/plain"),
                    Map.entry("cdf", "text/plain"),
                    Map.entry("goal", "text/plain"),
                    Map.entry("csv", "text/csv"),
                    Map.entry("svg", "image/svg+xml"),
                    Map.entry("pdf", "application/pdf"));

    private static final String ANY_FORMAT = "application/octet-stream";

    /** What a file is to the run. */
    enum Role {
        /** The run read it. */
        INPUT,
        /** The run wrote it. */
        RESULT
    }

    /** Describes a file of a results directory. */
    static PackedFile of(Path directory, String path, Role role, String description)
            throws IOException {
        MessageDigest digest = Sha256.begin();
        long bytes;
        try (InputStream in =
                new DigestInputStream(Files.newInputStream(directory.resolve(path)), digest)) {
            bytes = in.transferTo(OutputStream.nullOutputStream());
        }
        return new PackedFile(
                path, role, description, bytes, HexFormat.of().formatHex(digest.digest()));
    }

    /** Media type. */
    String encodingFormat() {
        String name = path.substring(path.lastIndexOf('/') + 1);
        return FORMATS.getOrDefault(name.substring(name.lastIndexOf('.') + 1), ANY_FORMAT);
    }
}
