package io.losslab.configs.yaml;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/** Reads a user's file; what keeps it from being read becomes a problem. */
public final class TextFile {
    private static final long MOST_BYTES = 16 << 20;
    private static final char BYTE_ORDER_MARK = '\uFEFF';

    /** What is said of a file that is something else. */
    public static final String NO_TEXT = "the file is not UTF-8 text";

    private TextFile() {}

    /** The path that a value names; empty, and reported, where no file can have the name. */
    public static Optional<Path> path(String name, YamlValue value) {
        try {
            return Optional.of(Path.of(name));
        } catch (InvalidPathException e) {
            value.error("no file can have this name: " + e.getReason());
            return Optional.empty();
        }
    }

    /**
     * Text of a file, without a byte-order mark.
     *
     * @param name by which problems call it
     */
    public static Optional<String> read(Path file, String name, Problems problems) {
        try {
            if (Files.isDirectory(file)) {
                problems.add(Problem.error(Position.ofFile(name), "", "this is a directory"));
                return Optional.empty();
            }
            if (Files.exists(file) && !Files.isRegularFile(file)) {
                problems.add(
                        Problem.error(Position.ofFile(name), "", "this is not a regular file"));
                return Optional.empty();
            }
            if (Files.size(file) > MOST_BYTES) {
                problems.add(
                        Problem.error(
                                Position.ofFile(name),
                                "",
                                "the file has %,d B, of which at most %,d B can be read"
                                        .formatted(Files.size(file), MOST_BYTES)));
                return Optional.empty();
            }
            StringWriter text = new StringWriter();
            try (BufferedReader reader = open(file)) {
                reader.transferTo(text);
            }
            return Optional.of(text.toString());
        } catch (CharacterCodingException e) {
            problems.add(Problem.error(Position.ofFile(name), "", NO_TEXT));
        } catch (IOException e) {
            String reason = Files.exists(file) ? "cannot be read" : "does not exist";
            problems.add(Problem.error(Position.ofFile(name), "", "the file " + reason));
        }
        return Optional.empty();
    }

    /** Opens a file that may be long, behind its byte-order mark, if it has one. */
    public static BufferedReader open(Path file) throws IOException {
        BufferedReader reader = Files.newBufferedReader(file);
        try {
            reader.mark(1);
            if (reader.read() != BYTE_ORDER_MARK) {
                reader.reset();
            }
            return reader;
        } catch (IOException e) {
            reader.close();
            throw e;
        }
    }
}
