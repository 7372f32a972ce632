package io.losslab.analysis.timeline;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A message as {@code protoc --decode_raw} shows it: fields by number, without any schema. Read
 * with Debian's protoc, which shares no code with the writer.
 */
final class RawMessage {
    private final Map<Integer, List<Object>> fields = new LinkedHashMap<>();

    /** Decodes a file. */
    static RawMessage decode(Path file) throws IOException {
        Process protoc =
                new ProcessBuilder("/usr/bin/protoc", "--decode_raw")
                        .redirectInput(file.toFile())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        RawMessage whole = new RawMessage();
        Deque<RawMessage> open = new ArrayDeque<>(List.of(whole));
        String text = new String(protoc.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        for (String line : text.lines().toList()) {
            String field = line.strip();
            if (field.equals("}")) {
                open.pop();
            } else if (field.endsWith("{")) {
                RawMessage inner = new RawMessage();
                open.peek().add(field.substring(0, field.indexOf(' ')), inner);
                open.push(inner);
            } else {
                int colon = field.indexOf(": ");
                open.peek().add(field.substring(0, colon), field.substring(colon + 2));
            }
        }
        return whole;
    }

    private void add(String number, Object value) {
        fields.computeIfAbsent(Integer.valueOf(number), any -> new ArrayList<>()).add(value);
    }

    List<RawMessage> messages(int field) {
        return fields.getOrDefault(field, List.of()).stream().map(RawMessage.class::cast).toList();
    }

    Optional<RawMessage> message(int field) {
        return messages(field).stream().findFirst();
    }

    boolean has(int field) {
        return fields.containsKey(field);
    }

    /** A whole number; fixed64 stands in hexadecimal. */
    long number(int field) {
        return Long.decode((String) fields.get(field).get(0));
    }

    String text(int field) {
        String quoted = (String) fields.get(field).get(0);
        return quoted.substring(1, quoted.length() - 1);
    }
}
