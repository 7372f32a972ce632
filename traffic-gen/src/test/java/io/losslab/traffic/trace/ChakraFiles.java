package io.losslab.traffic.trace;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Traces in protobuf's text format, encoded by Debian's protoc, which shares no code with us. */
final class ChakraFiles {
    static final Path PROTOC = Path.of("/usr/bin/protoc");
    private static final String SCHEMA = "execution_trace.proto";

    private ChakraFiles() {}

    /**
     * Writes the file of a rank.
     *
     * @param nodes fields of {@code Trace} behind its metadata
     */
    static Path write(Path folder, int rank, String nodes) throws IOException {
        Path schema = folder.resolve(SCHEMA);
        if (!Files.exists(schema)) {
            Files.write(schema, ChakraFiles.class.getResourceAsStream(SCHEMA).readAllBytes());
        }
        Process protoc =
                new ProcessBuilder(
                                PROTOC.toString(),
                                "--encode=Trace",
                                "--proto_path=" + folder,
                                schema.toString())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        try (OutputStream text = protoc.getOutputStream()) {
            text.write(
                    ("metadata { version: '1.0' attr { name: 'schema' string_val: '1.1.0' } }\n"
                                    + nodes)
                            .getBytes(StandardCharsets.UTF_8));
        }
        byte[] encoded = protoc.getInputStream().readAllBytes();
        if (encoded.length == 0) {
            throw new IllegalArgumentException("protoc refused " + nodes);
        }
        Path file = folder.resolve("trace.%d.et".formatted(rank));
        Files.write(file, records(ByteBuffer.wrap(encoded)));
        return file;
    }

    /** Records of a message stand behind a byte with their field; those of a file do not. */
    private static byte[] records(ByteBuffer message) {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        while (message.hasRemaining()) {
            message.get();
            int length = 0;
            int shift = 0;
            int next;
            do {
                next = message.get();
                file.write(next);
                length |= (next & 0x7F) << shift;
                shift += 7;
            } while (next < 0);
            byte[] record = new byte[length];
            message.get(record);
            file.writeBytes(record);
        }
        return file.toByteArray();
    }
}
