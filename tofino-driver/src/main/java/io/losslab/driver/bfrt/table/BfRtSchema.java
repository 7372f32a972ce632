package io.losslab.driver.bfrt.table;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The tables of a device, from bf-rt JSON of its program and of its fixed parts. Immutable. */
public final class BfRtSchema {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int NAMES_SHOWN = 8;

    private final Map<String, TableSchema> byName = new TreeMap<>();
    private final Map<Integer, TableSchema> byId = new HashMap<>();

    private BfRtSchema() {}

    /**
     * Reads one or more documents.
     *
     * @throws IllegalArgumentException where one is no bf-rt JSON, with the table or field at fault
     */
    public static BfRtSchema parse(Collection<String> documents) {
        BfRtSchema schema = new BfRtSchema();
        documents.forEach(schema::add);
        return schema;
    }

    /**
     * The table of a name.
     *
     * @throws IllegalArgumentException that names the tables that end alike
     */
    public TableSchema table(String name) {
        return Optional.ofNullable(byName.get(name)).orElseThrow(() -> unknown(name));
    }

    /** The table of an id. */
    public Optional<TableSchema> table(int id) {
        return Optional.ofNullable(byId.get(id));
    }

    /**
     * These tables and those of one more document.
     *
     * @throws IllegalArgumentException where it is no bf-rt JSON
     */
    public BfRtSchema with(String document) {
        BfRtSchema all = new BfRtSchema();
        byName.values().forEach(all::add);
        all.add(document);
        return all;
    }

    /** All tables, by name. */
    public Collection<TableSchema> tables() {
        return Collections.unmodifiableCollection(byName.values());
    }

    private IllegalArgumentException unknown(String name) {
        String last = name.substring(name.lastIndexOf('.') + 1);
        List<String> alike = byName.keySet().stream().filter(each -> each.endsWith(last)).toList();
        List<String> shown = alike.isEmpty() ? List.copyOf(byName.keySet()) : alike;
        return new IllegalArgumentException(
                "the device has no table '%s'; it has %s%s"
                        .formatted(
                                name,
                                shown.stream().limit(NAMES_SHOWN).toList(),
                                shown.size() > NAMES_SHOWN
                                        ? " and %d more".formatted(shown.size() - NAMES_SHOWN)
                                        : ""));
    }

    private void add(String document) {
        JsonNode root;
        try {
            root = JSON.readTree(document);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(
                    "bf-rt JSON cannot be read: " + e.getOriginalMessage(), e);
        }
        if (!root.path("tables").isArray()) {
            throw new IllegalArgumentException("bf-rt JSON lacks the list 'tables'");
        }
        for (JsonNode table : root.path("tables")) {
            add(table(table));
        }
    }

    private void add(TableSchema table) {
        byName.put(table.name(), table);
        byId.put(table.id(), table);
    }

    private static TableSchema table(JsonNode table) {
        String name = text(table, "name", "a table");
        List<TableAction> actions = new ArrayList<>();
        for (JsonNode action : table.path("action_specs")) {
            actions.add(
                    new TableAction(
                            id(action, name),
                            text(action, "name", name),
                            fields(action.path("data"), name)));
        }
        List<Integer> dependsOn = new ArrayList<>();
        table.path("depends_on").forEach(id -> dependsOn.add((int) id.longValue()));
        return new TableSchema(
                id(table, name),
                name,
                table.path("table_type").asText(""),
                fields(table.path("key"), name),
                fields(table.path("data"), name),
                actions,
                dependsOn);
    }

    /** Fields stand by themselves, in a singleton, or several in a oneof. */
    private static List<TableField> fields(JsonNode list, String table) {
        List<TableField> fields = new ArrayList<>();
        for (JsonNode entry : list) {
            if (entry.has("oneof")) {
                entry.path("oneof").forEach(one -> fields.add(field(one, entry, table)));
            } else {
                fields.add(
                        field(
                                entry.has("singleton") ? entry.get("singleton") : entry,
                                entry,
                                table));
            }
        }
        return fields;
    }

    /** What a container holds is not read: its fields have no values of their own. */
    private static TableField field(JsonNode field, JsonNode around, String table) {
        String name = text(field, "name", table);
        JsonNode type = field.path("type");
        String typeName = type.path("type").asText("");
        List<String> choices = new ArrayList<>();
        type.path("choices").forEach(choice -> choices.add(choice.asText()));
        return new TableField(
                id(field, table),
                name,
                field.path("match_type").asText(""),
                kind(typeName),
                bits(typeName, type),
                choices,
                field.path("repeated").asBoolean(),
                around.path("read_only").asBoolean(),
                around.path("mandatory").asBoolean());
    }

    private static FieldType kind(String type) {
        return switch (type) {
            case "bool" -> FieldType.BOOL;
            case "string" -> FieldType.TEXT;
            case "float" -> FieldType.FLOAT;
            case "bytes",
                    "uint8",
                    "int8",
                    "uint16",
                    "int16",
                    "uint32",
                    "int32",
                    "uint64",
                    "int64" ->
                    FieldType.NUMBER;
            default -> FieldType.OPAQUE;
        };
    }

    /** The width that a number's type ends with, or that stands next to it. */
    private static int bits(String typeName, JsonNode type) {
        return switch (kind(typeName)) {
            case NUMBER ->
                    typeName.equals("bytes")
                            ? type.path("width").asInt()
                            : Integer.parseInt(typeName.substring(typeName.indexOf("int") + 3));
            default -> 0;
        };
    }

    private static int id(JsonNode node, String where) {
        if (!node.path("id").isIntegralNumber()) {
            throw new IllegalArgumentException("bf-rt JSON, %s: no id".formatted(where));
        }
        return (int) node.get("id").longValue();
    }

    private static String text(JsonNode node, String member, String where) {
        if (!node.path(member).isTextual()) {
            throw new IllegalArgumentException("bf-rt JSON, %s: no '%s'".formatted(where, member));
        }
        return node.get(member).textValue();
    }
}
