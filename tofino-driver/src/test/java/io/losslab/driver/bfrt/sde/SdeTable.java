package io.losslab.driver.bfrt.sde;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.ByteString;

import io.losslab.proto.bfrt.DataField;
import io.losslab.proto.bfrt.KeyField;
import io.losslab.proto.bfrt.TableData;
import io.losslab.proto.bfrt.TableEntry;
import io.losslab.proto.bfrt.TableKey;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** What the SDE takes for a table, by the table's JSON. Refuses by an {@link SdeRefusal}. */
final class SdeTable {
    private final JsonNode json;
    private final SdeOperations operations;

    SdeTable(JsonNode json) {
        this.json = json;
        this.operations = SdeOperations.of(json.get("table_type").asText());
    }

    int id() {
        return (int) json.get("id").longValue();
    }

    String name() {
        return json.get("name").asText();
    }

    String type() {
        return json.get("table_type").asText();
    }

    long size() {
        return json.path("size").asLong();
    }

    SdeOperations operations() {
        return operations;
    }

    /** The traffic manager counts its entries in each pipe. */
    boolean isOfOnePipe() {
        return type().startsWith("Tm");
    }

    /** The packet generator is not read from the hardware. */
    boolean isReadFromHardware() {
        return !type().startsWith("Pktgen");
    }

    void requireKey(TableKey key) {
        Set<Integer> given = new HashSet<>();
        for (KeyField field : key.getFieldsList()) {
            JsonNode schema = byId(json.get("key"), field.getFieldId());
            if (schema == null
                    || !matches(schema, field)
                    || !values(field).stream().allMatch(value -> isKeyValue(schema, value))
                    || !given.add(field.getFieldId())) {
                throw SdeRefusal.invalid(
                        "Failed to create key for field:%d table:%s"
                                .formatted(field.getFieldId(), name()));
            }
        }
        // A field that is left out stands for anything where it is not matched exactly.
        for (JsonNode field : json.get("key")) {
            if (field.get("match_type").asText().equals("Exact")
                    && !given.contains(field.get("id").asInt())) {
                throw SdeRefusal.invalid(
                        "Failed to create key for field:%d table:%s"
                                .formatted(field.get("id").asInt(), name()));
            }
        }
    }

    void requireData(TableData data) {
        List<JsonNode> fields = fields(data.getActionId());
        Set<Integer> given = new HashSet<>();
        for (DataField field : data.getFieldsList()) {
            JsonNode around = around(fields, field.getFieldId());
            if (around == null || !given.add(field.getFieldId())) {
                throw SdeRefusal.invalid(
                        "Table data allocation failed for table : %s".formatted(name()));
            }
            if (around.path("read_only").asBoolean() || !takes(inner(around, field), field)) {
                throw SdeRefusal.invalid(
                        "SetValue failed for field:%d table:%s"
                                .formatted(field.getFieldId(), name()));
            }
        }
    }

    /** Fields without which an entry cannot be added. */
    void requireComplete(TableEntry entry) {
        Set<Integer> given = new HashSet<>();
        entry.getData().getFieldsList().forEach(field -> given.add(field.getFieldId()));
        for (JsonNode around : fields(entry.getData().getActionId())) {
            boolean mandatory =
                    around.path("mandatory").asBoolean()
                            || type().equals("PortConfigure")
                                    && Set.of("$SPEED", "$FEC")
                                            .contains(around.at("/singleton/name").asText());
            if (mandatory && alternatives(around).stream().noneMatch(given::contains)) {
                throw SdeRefusal.invalid("Table Add failed table:%s".formatted(name()));
            }
        }
    }

    boolean hasActions() {
        return json.path("action_specs").size() > 0;
    }

    int firstAction() {
        return hasActions() ? json.get("action_specs").get(0).get("id").asInt() : 0;
    }

    /** A table's entry that was not set: zeros, first choices, empty lists. */
    TableData untouched() {
        TableData.Builder data = TableData.newBuilder().setActionId(firstAction());
        for (JsonNode around : fields(firstAction())) {
            if (!around.has("oneof")) {
                data.addFields(untouched(inner(around)));
            }
        }
        return data.build();
    }

    private static DataField untouched(JsonNode schema) {
        DataField.Builder field = DataField.newBuilder().setFieldId(schema.get("id").asInt());
        boolean list = schema.path("repeated").asBoolean();
        String type = schema.at("/type/type").asText();
        switch (type) {
            case "bool":
                return list
                        ? field.setBoolArrVal(DataField.BoolArray.getDefaultInstance()).build()
                        : field.setBoolVal(false).build();
            case "string":
                return list
                        ? field.setStrArrVal(DataField.StrArray.getDefaultInstance()).build()
                        : field.setStrVal(schema.at("/type/choices/0").asText("")).build();
            case "float":
                return field.setFloatVal(0).build();
            case "", "enum":
                return field.build();
            default:
                return list
                        ? field.setIntArrVal(DataField.IntArray.getDefaultInstance()).build()
                        : field.setStream(ByteString.copyFrom(new byte[(bits(schema) + 7) / 8]))
                                .build();
        }
    }

    private List<JsonNode> fields(int actionId) {
        List<JsonNode> fields = new ArrayList<>();
        json.get("data").forEach(fields::add);
        if (actionId != 0) {
            JsonNode action = byId(json.path("action_specs"), actionId);
            if (action == null) {
                throw SdeRefusal.invalid(
                        "Table data allocation failed for table : %s".formatted(name()));
            }
            action.get("data").forEach(fields::add);
        }
        return fields;
    }

    private static JsonNode around(List<JsonNode> fields, int id) {
        return fields.stream()
                .filter(each -> alternatives(each).contains(id))
                .findFirst()
                .orElse(null);
    }

    private static Set<Integer> alternatives(JsonNode around) {
        Set<Integer> ids = new TreeSet<>();
        if (around.has("oneof")) {
            around.get("oneof").forEach(each -> ids.add(each.get("id").asInt()));
        } else {
            ids.add(inner(around).get("id").asInt());
        }
        return ids;
    }

    private static JsonNode inner(JsonNode around, DataField field) {
        return around.has("oneof") ? byId(around.get("oneof"), field.getFieldId()) : inner(around);
    }

    private static JsonNode inner(JsonNode field) {
        return field.has("singleton") ? field.get("singleton") : field;
    }

    private static boolean matches(JsonNode schema, KeyField field) {
        String match = schema.get("match_type").asText().toUpperCase(Locale.ROOT);
        return field.getMatchTypeCase().name().equals(match)
                && (!field.hasLpm()
                        || field.getLpm().getPrefixLen() >= 0
                                && field.getLpm().getPrefixLen() <= bits(schema));
    }

    private static boolean isKeyValue(JsonNode schema, ByteString value) {
        return schema.at("/type/type").asText().equals("string")
                ? isChosen(schema, value.toStringUtf8())
                : fits(schema, value);
    }

    private static boolean takes(JsonNode schema, DataField field) {
        boolean list = schema.path("repeated").asBoolean();
        return switch (schema.at("/type/type").asText()) {
            case "bool" -> list ? field.hasBoolArrVal() : field.hasBoolVal();
            case "string" ->
                    list
                            ? field.hasStrArrVal()
                            : field.hasStrVal() && isChosen(schema, field.getStrVal());
            case "float" -> field.hasFloatVal();
            case "", "enum" -> false;
            default ->
                    list
                            ? field.hasIntArrVal()
                            : field.hasStream() && fits(schema, field.getStream());
        };
    }

    /** As many bytes as the field is wide, and no bit above its width. */
    private static boolean fits(JsonNode schema, ByteString value) {
        int bits = bits(schema);
        return value.size() == (bits + 7) / 8
                && (bits % 8 == 0 || (value.byteAt(0) & 0xFF) >> bits % 8 == 0);
    }

    private static int bits(JsonNode schema) {
        String type = schema.at("/type/type").asText();
        return type.equals("bytes")
                ? schema.at("/type/width").asInt()
                : Integer.parseInt(type.replaceAll("\\D", ""));
    }

    private static boolean isChosen(JsonNode schema, String value) {
        JsonNode choices = schema.at("/type/choices");
        List<String> names = new ArrayList<>();
        choices.forEach(choice -> names.add(choice.asText()));
        return names.isEmpty() || names.contains(value);
    }

    private static List<ByteString> values(KeyField field) {
        return switch (field.getMatchTypeCase()) {
            case LPM -> List.of(field.getLpm().getValue());
            case TERNARY -> List.of(field.getTernary().getValue(), field.getTernary().getMask());
            case RANGE -> List.of(field.getRange().getLow(), field.getRange().getHigh());
            case EXACT -> List.of(field.getExact().getValue());
            default -> Collections.emptyList();
        };
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
