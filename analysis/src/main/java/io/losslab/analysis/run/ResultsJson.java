package io.losslab.analysis.run;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.exc.ValueInstantiationException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.losslab.api.file.FileTree;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.regex.Pattern;

/**
 * Reads and writes the JSON files of a results directory. Fields a newer version added are passed
 * over; a file is replaced in one step.
 */
public final class ResultsJson {
    private static final JsonMapper MAPPER =
            JsonMapper.builder()
                    .enable(SerializationFeature.INDENT_OUTPUT)
                    .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                    .build();

    /** Where something began whose end is missing, as the reader of a text has it. */
    private static final Pattern START = Pattern.compile(" \\([^(]*\\[Source: .*", Pattern.DOTALL);

    private ResultsJson() {}

    /**
     * Reads a file.
     *
     * @throws IOException where it is missing or not of the type; the message names the file, and
     *     the line where it is damaged
     */
    public static <T> T read(Path file, Class<T> type) throws IOException {
        if (!Files.exists(file)) {
            throw new NoSuchFileException(
                    file.toString(), null, "is missing; is this a results directory?");
        }
        try {
            return MAPPER.readValue(Files.readString(file), type);
        } catch (JsonProcessingException e) {
            throw new IOException(reason(file.toString(), e), e);
        }
    }

    /** Why a file cannot be read, and at which line of it. */
    public static String reason(String file, JsonProcessingException e) {
        if (e instanceof ValueInstantiationException
                && e.getCause() instanceof IllegalArgumentException refused) {
            return file + ": " + refused.getMessage();
        }
        JsonLocation place = e.getLocation();
        return (place == null ? file : file + ":" + place.getLineNr())
                + ": "
                + START.matcher(e.getOriginalMessage()).replaceFirst("");
    }

    /** Writes a file. */
    public static void write(Path file, Object value) throws IOException {
        writeText(file, text(value) + "\n");
    }

    /** The JSON of a value, indented. */
    public static String text(Object value) {
        try {
            return MAPPER.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("cannot write as JSON: " + value.getClass(), e);
        }
    }

    /** The JSON of an array whose elements' are given; it is that of {@link #text}. */
    public static String array(Collection<String> elements) {
        return elements.isEmpty() ? "[ ]" : "[ " + String.join(", ", elements) + " ]";
    }

    /** Writes a text file so that readers see the old or the new one; for one writer. */
    public static void writeText(Path file, String content) throws IOException {
        writeBytes(file, content.getBytes(StandardCharsets.UTF_8));
    }

    /** As {@link #writeText}, also after a loss of power. */
    public static void writeRecord(Path file, String content) throws IOException {
        FileReplacement.write(
                file,
                temporary -> {
                    Files.writeString(temporary, content);
                    FileTree.force(temporary);
                });
    }

    /** Writes a file so that readers see the old or the new one; for one writer. */
    public static void writeBytes(Path file, byte[] content) throws IOException {
        FileReplacement.write(file, temporary -> Files.write(temporary, content));
    }
}
