package io.losslab.driver.bfrt;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.ByteString;
import io.losslab.proto.bfrt.DataField;
import io.losslab.proto.bfrt.KeyField;
import io.losslab.proto.bfrt.TableEntry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a device takes, by the JSON of its tables; knows nothing of the client's classes. */
final class TableRules {
    private final Map<Integer, JsonNode> tables = new HashMap<>();

    TableRules(String... documents) {
        for (String document : documents) {
            try {
                for (JsonNode table : new ObjectMapper().readTree(document).get("tables")) {
                    tables.put((int) table.get("id").longValue(), table);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    String nameOf(int id) {
        return tables.get(id).get("name").asText();
    }

    /** The packet generator is not read from the hardware (bf_rt_pktgen_table_impl.cpp). */
    boolean isReadFromHardware(int id) {
        return !tables.get(id).get("table_type").asText().startsWith("Pktgen");
    }

    /** Tables of the traffic manager have all their entries from the start, but for the PPGs. */
    boolean isFixed(int id) {
        String type = tables.get(id).get("table_type").asText();
        return (type.startsWith("Tm") && !type.equals("TmPpgCfg"))
                || type.startsWith("Pktgen")
                || type.equals("Register")
                || type.equals("Counter");
    }

    /** Why a key and data to be written are wrong; empty if they are not. */
    Optional<String> problem(TableEntry entry) {
        JsonNode table = tables.get(entry.getTableId());
        if (table == null) {
            return Optional.of("table id " + entry.getTableId());
        }
        return keyProblem(table, entry).or(() -> dataProblem(table, entry));
    }

    /** Why a key is wrong. */
    Optional<String> keyProblem(TableEntry entry) {
        JsonNode table = tables.get(entry.getTableId());
        return table == null ? Optional.of("table id") : keyProblem(table, entry);
    }

    private static Optional<String> keyProblem(JsonNode table, TableEntry entry) {
        if (entry.getIsDefaultEntry() || !entry.hasKey()) {
            return entry.hasKey() ? Optional.of("key of a default entry") : Optional.empty();
        }
        if (entry.getKey().getFieldsCount() != table.get("key").size()) {
            return Optional.of("number of key fields");
        }
        for (KeyField field : entry.getKey().getFieldsList()) {
            JsonNode schema = byId(table.get("key"), field.getFieldId());
            if (schema == null) {
                return Optional.of("key field id " + field.getFieldId());
            }
            String match = schema.get("match_type").asText().toUpperCase(java.util.Locale.ROOT);
            if (!field.getMatchTypeCase().name().equals(match)) {
                return Optional.of("match type of " + schema.get("name"));
            }
            for (ByteString value : values(field)) {
                boolean text = schema.at("/type/type").asText().equals("string");
                if (text ? !chosen(schema, value.toStringUtf8()) : !fits(schema, value)) {
                    return Optional.of("value of " + schema.get("name").asText());
                }
            }
        }
        return Optional.empty();
    }

    private static Optional<String> dataProblem(JsonNode table, TableEntry entry) {
        List<JsonNode> fields = new ArrayList<>();
        table.get("data").forEach(fields::add);
        int actionId = entry.getData().getActionId();
        if (table.has("action_specs")) {
            JsonNode action = byId(table.get("action_specs"), actionId);
            if (action == null) {
                return Optional.of("action id " + actionId);
            }
            action.get("data").forEach(fields::add);
        } else if (actionId != 0) {
            return Optional.of("action id " + actionId);
        }
        for (DataField field : entry.getData().getFieldsList()) {
            JsonNode around =
                    fields.stream()
                            .filter(each -> inner(each).get("id").asInt() == field.getFieldId())
                            .findFirst()
                            .orElse(null);
            if (around == null) {
                return Optional.of("data field id " + field.getFieldId());
            }
            JsonNode schema = inner(around);
            if (around.path("read_only").asBoolean() || !takes(schema, field)) {
                return Optional.of("value of " + schema.get("name").asText());
            }
        }
        return Optional.empty();
    }

    private static boolean takes(JsonNode schema, DataField field) {
        boolean list = schema.path("repeated").asBoolean();
        return switch (schema.at("/type/type").asText()) {
            case "bool" -> list ? field.hasBoolArrVal() : field.hasBoolVal();
            case "string" ->
                    list
                            ? field.hasStrArrVal()
                            : field.hasStrVal() && chosen(schema, field.getStrVal());
            case "float" -> field.hasFloatVal();
            default ->
                    list
                            ? field.hasIntArrVal()
                            : field.hasStream() && fits(schema, field.getStream());
        };
    }

    /** As many bytes as the field is wide, and no bit above its width. */
    private static boolean fits(JsonNode schema, ByteString value) {
        String type = schema.at("/type/type").asText();
        int bits =
                type.equals("bytes")
                        ? schema.at("/type/width").asInt()
                        : Integer.parseInt(type.replaceAll("\\D", ""));
        if (value.size() != (bits + 7) / 8) {
            return false;
        }
        return bits % 8 == 0 || (value.byteAt(0) & 0xFF) >> bits % 8 == 0;
    }

    private static boolean chosen(JsonNode schema, String value) {
        JsonNode choices = schema.at("/type/choices");
        if (choices.isMissingNode()) {
            return true;
        }
        for (JsonNode choice : choices) {
            if (choice.asText().equals(value)) {
                return true;
            }
        }
        return false;
    }

    private static List<ByteString> values(KeyField field) {
        return switch (field.getMatchTypeCase()) {
            case LPM -> List.of(field.getLpm().getValue());
            case TERNARY -> List.of(field.getTernary().getValue(), field.getTernary().getMask());
            case RANGE -> List.of(field.getRange().getLow(), field.getRange().getHigh());
            default -> List.of(field.getExact().getValue());
        };
    }

    private static JsonNode inner(JsonNode field) {
        return field.has("singleton") ? field.get("singleton") : field;
    }

    private static JsonNode byId(JsonNode list, int id) {
        for (JsonNode each : list) {
            if ((int) each.get("id").longValue() == id) {
                return each;
            }
        }
        return null;
    }
}
