package io.losslab.services.bfrt;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.ByteString;
import io.losslab.proto.bfrt.DataField;
import io.losslab.proto.bfrt.KeyField;
import io.losslab.proto.bfrt.TableData;
import io.losslab.proto.bfrt.TableEntry;
import io.losslab.proto.bfrt.TableKey;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What the SDE takes for a table, by the table's JSON. Refuses by an {@link SdeRefusal}. */
final class SdeTable {
    /**
     * Names of a port's values that have another name by which they are read: the first of the
     * alphabet. Source: fecMap of BfRtPortCfgTable, bf_fec_type_e.
     */
    private static final Map<String, String> READ_AS =
            Map.of(
                    "BF_FEC_TYP_RS", "BF_FEC_TYP_REED_SOLOMON",
                    "BF_FEC_TYP_FIRECODE", "BF_FEC_TYP_FC");

    private static final int PIPES = 4;
    private static final int PORT_NUMBERS = 128;
    private static final int PORTS = 72;
    private static final int PORTS_PER_GROUP = 8;
    private static final int QUEUES_PER_GROUP = 128;

    /** What a chip begins with where that is not the first choice of a field. */
    private static final Map<String, String> INITIAL = Map.of("queue_depth_report_mode", "COLOR");

    /** For the default groups of ports. Source: BF_TM_IG_GLB_MIN_LIMIT of the SDE. */
    private static final long DEFAULT_GUARANTEED_CELLS = 0x6000;

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

    /** As the program has it: without the name of its pipeline. */
    String nameInPipeline() {
        return name().substring(name().indexOf('.') + 1);
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
                    || field.hasExact()
                            && !isPlace(schema.get("name").asText(), field.getExact().getValue())
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

    /**
     * Whether a chip has a port, a port group, or a queue of a group. A pipe has 9 groups of 8
     * ports and 128 queues; the numbers of its ports begin at a multiple of 128. Sources:
     * tm_tof2.h, tof2_dev_port_validate.
     */
    private boolean isPlace(String key, ByteString value) {
        if (type().startsWith("MatchAction")) {
            return true;
        }
        long number = SdeRow.number(value);
        return switch (key) {
            case "$DEV_PORT", "dev_port" ->
                    number / PORT_NUMBERS < PIPES && number % PORT_NUMBERS < PORTS;
            case "pg_id" -> number < PORTS / PORTS_PER_GROUP;
            case "pg_queue" -> number < QUEUES_PER_GROUP;
            default -> true;
        };
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

    /** A field as it is read after it was written. */
    DataField asRead(DataField field) {
        boolean renamed = type().equals("PortConfigure") && READ_AS.containsKey(field.getStrVal());
        return renamed
                ? field.toBuilder().setStrVal(READ_AS.get(field.getStrVal())).build()
                : field;
    }

    /** Refuses to write anything but zero to fields that can only be cleared. */
    void requireCleared(TableData data, String failed) {
        for (DataField field : data.getFieldsList()) {
            JsonNode schema = inner(around(fields(data.getActionId()), field.getFieldId()), field);
            if (isClearOnly(schema) && SdeRow.number(field.getStream()) != 0) {
                throw SdeRefusal.invalid(failed);
            }
        }
    }

    private static boolean isClearOnly(JsonNode schema) {
        for (JsonNode annotation : schema.path("annotations")) {
            if (annotation.path("name").asText().equals("clear_only")) {
                return true;
            }
        }
        return false;
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

    /** Keys of all cells of a table of counters; none of other tables. */
    List<TableKey> cells() {
        List<TableKey> keys = new ArrayList<>();
        if (type().equals("Counter")) {
            JsonNode index = json.get("key").get(0);
            for (int cell = 0; cell < size(); cell++) {
                keys.add(
                        TableKey.newBuilder()
                                .addFields(
                                        KeyField.newBuilder()
                                                .setFieldId(index.get("id").asInt())
                                                .setExact(
                                                        KeyField.Exact.newBuilder()
                                                                .setValue(bytes(index, cell))))
                                .build());
            }
        }
        return keys;
    }

    /** The key of one text; empty: that of the only entry. */
    TableKey key(String text) {
        if (text.isEmpty()) {
            return TableKey.getDefaultInstance();
        }
        return TableKey.newBuilder()
                .addFields(
                        KeyField.newBuilder()
                                .setFieldId(json.at("/key/0/id").asInt())
                                .setExact(
                                        KeyField.Exact.newBuilder()
                                                .setValue(ByteString.copyFromUtf8(text))))
                .build();
    }

    /** Id of a field of the key. */
    int keyId(String name) {
        return idOf(json.get("key"), name);
    }

    /** Id of a field of an entry's data; 0: there is none. */
    int fieldId(int actionId, String name) {
        for (JsonNode around : fields(actionId)) {
            for (JsonNode each :
                    around.has("oneof") ? around.get("oneof") : List.of(inner(around))) {
                if (each.path("name").asText().equals(name)) {
                    return each.get("id").asInt();
                }
            }
        }
        return 0;
    }

    /** Names of an entry's fields by id. */
    String keyName(int id) {
        JsonNode field = byId(json.get("key"), id);
        return field == null ? "" : field.get("name").asText();
    }

    /** The name of an action; empty: there is none. */
    String actionName(int actionId) {
        JsonNode action = byId(json.path("action_specs"), actionId);
        return action == null ? "" : action.get("name").asText();
    }

    /** A number in as many bytes as a field of a table without actions is wide. */
    DataField number(int fieldId, long value) {
        JsonNode schema = inner(around(fields(0), fieldId));
        return DataField.newBuilder().setFieldId(fieldId).setStream(bytes(schema, value)).build();
    }

    private static int idOf(JsonNode fields, String name) {
        for (JsonNode field : fields) {
            if (field.get("name").asText().equals(name)) {
                return field.get("id").asInt();
            }
        }
        return 0;
    }

    private static ByteString bytes(JsonNode schema, long value) {
        byte[] bytes = new byte[(bits(schema) + 7) / 8];
        for (int i = 0; i < bytes.length; i++) {
            int shift = 8 * (bytes.length - 1 - i);
            bytes[i] = shift < Long.SIZE ? (byte) (value >> shift) : 0;
        }
        return ByteString.copyFrom(bytes);
    }

    boolean hasActions() {
        return json.path("action_specs").size() > 0;
    }

    int firstAction() {
        return hasActions() ? json.get("action_specs").get(0).get("id").asInt() : 0;
    }

    /**
     * A table's entry that was not set: zeros, first choices but for some, empty lists; by field
     * ids.
     */
    TableData untouched() {
        return untouched(firstAction());
    }

    /** The same with another action. */
    TableData untouched(int action) {
        return TableData.newBuilder()
                .setActionId(action)
                .addAllFields(
                        fields(action).stream()
                                .filter(around -> !around.has("oneof"))
                                .map(around -> untouched(inner(around)))
                                .sorted(Comparator.comparingInt(DataField::getFieldId))
                                .toList())
                .build();
    }

    /** The same at a key: one pool begins with cells, and what comes in with a limit. */
    TableData untouched(TableKey key) {
        if (type().equals("TmPoolCfg") && key.equals(key("IG_EG_GUARANTEED_MIN"))) {
            return untouched(number(fieldId(0, "size_cells"), DEFAULT_GUARANTEED_CELLS));
        }
        int limit = type().equals("TmCfg") ? fieldId(0, "ig_buffer_limit_enable") : 0;
        return limit == 0
                ? untouched()
                : untouched(DataField.newBuilder().setFieldId(limit).setBoolVal(true).build());
    }

    /** The same but for one field. */
    private TableData untouched(DataField field) {
        TableData entry = untouched();
        return entry.toBuilder()
                .clearFields()
                .addAllFields(
                        entry.getFieldsList().stream()
                                .map(each -> each.getFieldId() == field.getFieldId() ? field : each)
                                .toList())
                .build();
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
                        : field.setStrVal(initial(schema)).build();
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

    private static String initial(JsonNode schema) {
        return INITIAL.getOrDefault(
                schema.get("name").asText(), schema.at("/type/choices/0").asText(""));
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
