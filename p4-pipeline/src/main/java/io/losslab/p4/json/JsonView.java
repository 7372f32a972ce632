package io.losslab.p4.json;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * A value of a JSON document with its path, such as {@code pipelines[0].tables[3].key[1]}. What is
 * asked of it and is not there is refused with a {@link ProgramException}. Immutable.
 */
public final class JsonView {
    private static final JsonMapper MAPPER =
            JsonMapper.builder()
                    .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .build();

    private final JsonNode node;
    private final String path;

    private JsonView(JsonNode node, String path) {
        this.node = node;
        this.path = path;
    }

    /** Reads a document whose root is an object. */
    public static JsonView parse(byte[] document) {
        if (document.length == 0) {
            throw new ProgramException("", "it is empty; expected BMv2 JSON");
        }
        try {
            JsonView root = new JsonView(MAPPER.readTree(document), "");
            if (!root.node.isObject()) {
                throw new ProgramException("", "expected a JSON object, found " + root.kind());
            }
            return root;
        } catch (JsonProcessingException e) {
            JsonLocation at = e.getLocation();
            throw new ProgramException(
                    "",
                    "not JSON, line %d, column %d: %s"
                            .formatted(
                                    at == null ? 1 : at.getLineNr(),
                                    at == null ? 1 : at.getColumnNr(),
                                    firstLine(e.getOriginalMessage())));
        } catch (IOException e) {
            throw new ProgramException("", "not JSON: " + e.getMessage());
        }
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("");
    }

    /** The value of a key that must be there. */
    public JsonView at(String key) {
        return find(key)
                .orElseThrow(
                        () ->
                                node.isObject()
                                        ? new ProgramException(path, "'" + key + "' is missing")
                                        : wrong("an object with '" + key + "'"));
    }

    /** The value of a key, if it is there and not null. */
    public Optional<JsonView> find(String key) {
        JsonNode found = node.get(key);
        return found == null || found.isNull()
                ? Optional.empty()
                : Optional.of(new JsonView(found, path.isEmpty() ? key : path + "." + key));
    }

    /** An item of an array that must have it. */
    public JsonView at(int index) {
        if (!node.isArray() || index >= node.size()) {
            throw wrong("an array of at least " + (index + 1));
        }
        return new JsonView(node.get(index), path + "[" + index + "]");
    }

    /** The items of an array. */
    public List<JsonView> items() {
        if (!node.isArray()) {
            throw wrong("an array");
        }
        List<JsonView> items = new ArrayList<>();
        for (int i = 0; i < node.size(); i++) {
            items.add(at(i));
        }
        return items;
    }

    /** The items of an array with exactly so many. */
    public List<JsonView> items(int count) {
        List<JsonView> items = items();
        if (items.size() != count) {
            throw wrong("an array of " + count);
        }
        return items;
    }

    /** The items of the array at a key; none if it is absent. */
    public List<JsonView> itemsOf(String key) {
        return find(key).map(JsonView::items).orElse(List.of());
    }

    /** The keys of an object. */
    public List<String> keys() {
        List<String> keys = new ArrayList<>();
        for (Iterator<String> it = node.fieldNames(); it.hasNext(); ) {
            keys.add(it.next());
        }
        return keys;
    }

    public String text() {
        if (!node.isTextual()) {
            throw wrong("a string");
        }
        return node.textValue();
    }

    public String text(String key) {
        return at(key).text();
    }

    public String text(String key, String absent) {
        return find(key).map(JsonView::text).orElse(absent);
    }

    public int number() {
        if (!node.isInt()) {
            throw wrong("a whole number");
        }
        return node.intValue();
    }

    /** A whole number of a range. */
    public int number(int least, int most) {
        int value = number();
        if (value < least || value > most) {
            throw wrong("a number from " + least + " to " + most);
        }
        return value;
    }

    public boolean flag() {
        if (!node.isBoolean()) {
            throw wrong("true or false");
        }
        return node.booleanValue();
    }

    public boolean flag(String key, boolean absent) {
        return find(key).map(JsonView::flag).orElse(absent);
    }

    public boolean isNumber() {
        return node.isInt();
    }

    public boolean isText() {
        return node.isTextual();
    }

    /** A hexadecimal string, with or without {@code 0x}, perhaps with a minus sign. */
    public BigInteger hex() {
        String text = text();
        boolean negative = text.startsWith("-");
        String digits = negative ? text.substring(1) : text;
        digits = digits.startsWith("0x") ? digits.substring(2) : digits;
        if (digits.isEmpty() || digits.chars().anyMatch(c -> Character.digit(c, 16) < 0)) {
            throw wrong("a hexadecimal string");
        }
        BigInteger value = new BigInteger(digits, 16);
        return negative ? value.negate() : value;
    }

    /** Where it is, for messages. */
    public String path() {
        return path;
    }

    /** A refusal that says what was expected here. */
    public ProgramException wrong(String expected) {
        return new ProgramException(path, "expected " + expected + ", found " + shown());
    }

    /** A refusal of this value. */
    public ProgramException refused(String problem) {
        return new ProgramException(path, problem);
    }

    private String shown() {
        String text = node.toString();
        return node.isContainerNode()
                ? kind()
                : text.length() <= 40 ? text : text.substring(0, 40) + "...";
    }

    private String kind() {
        return switch (node.getNodeType()) {
            case ARRAY -> "an array of " + node.size();
            case OBJECT -> "an object";
            case STRING -> "a string";
            case NUMBER -> "a number";
            case BOOLEAN -> "true or false";
            default -> "nothing";
        };
    }
}
