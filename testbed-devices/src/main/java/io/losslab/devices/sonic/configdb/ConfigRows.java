package io.losslab.devices.sonic.configdb;

import com.google.protobuf.NullValue;
import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Rows of a table of CONFIG_DB that are read and set together: one row, all rows of a port in a
 * table that is indexed, or all rows whose keys begin alike.
 *
 * @param demand what is asked of them
 * @param table name of the table
 * @param scope key of the row, or of the port, or what the keys begin with and an asterisk
 * @param indexed whether the scope is the port of an indexed table
 * @param rows fields by key; a value that is not text is kept as it is
 */
public record ConfigRows(
        Demand demand, String table, String scope, boolean indexed, Map<String, Struct> rows) {
    private static final String DEMAND = "demand";
    private static final String TABLE = "table";
    private static final String SCOPE = "scope";
    private static final String INDEXED = "indexed";
    private static final String ROWS = "rows";

    /** What is asked of rows. */
    public enum Demand {
        /** They are to be as given; none: there is to be none. */
        EXACT,
        /** As exact, but as large as the switch's own lossless profiles say, where it has some. */
        FITTED,
        /** They are to have the given fields, and not those that are null; all else stays. */
        MERGED,
        /** They must have the given fields already; they are not set. */
        REQUIRED,
        /** They must be there; what setting others makes of them is undone with the others. */
        KEPT,
        /** Nothing: they were only looked at. */
        SEEN
    }

    public ConfigRows {
        rows = new TreeMap<>(rows);
    }

    /** One row with exactly these fields. */
    public static ConfigRows exact(ConfigTable table, String key, Map<String, String> fields) {
        return new ConfigRows(
                Demand.EXACT, table.name(), key, table.indexed(), Map.of(key, struct(fields)));
    }

    /** A profile of lossless priority groups, {@link LosslessProfile}. */
    public static ConfigRows lossless(String key, Map<String, String> fields) {
        return new ConfigRows(
                Demand.FITTED,
                ConfigTable.BUFFER_PROFILE.name(),
                key,
                false,
                Map.of(key, struct(fields)));
    }

    /** The same with other rows. */
    ConfigRows with(Map<String, Struct> others) {
        return new ConfigRows(demand, table, scope, indexed, others);
    }

    /** No such row. */
    public static ConfigRows none(ConfigTable table, String key) {
        return new ConfigRows(Demand.EXACT, table.name(), key, table.indexed(), Map.of());
    }

    /** A row with these fields among others. */
    public static ConfigRows merged(ConfigTable table, String key, Map<String, String> fields) {
        return new ConfigRows(
                Demand.MERGED, table.name(), key, table.indexed(), Map.of(key, struct(fields)));
    }

    /** A row that is there, with these fields among others. */
    public static ConfigRows required(ConfigTable table, String key, Map<String, String> fields) {
        return new ConfigRows(
                Demand.REQUIRED, table.name(), key, table.indexed(), Map.of(key, struct(fields)));
    }

    /** A row that is there, and that the switch may change while others are set. */
    public static ConfigRows kept(ConfigTable table, String key) {
        return new ConfigRows(
                Demand.KEPT, table.name(), key, table.indexed(), Map.of(key, struct(Map.of())));
    }

    /** Rows that the switch may make and change by itself; they are restored with the others. */
    public static ConfigRows restored(ConfigTable table, String prefix) {
        return new ConfigRows(Demand.MERGED, table.name(), prefix + "*", false, Map.of());
    }

    /**
     * Fields of a port's indexes.
     *
     * @param table one that is indexed
     * @param fields of each index
     */
    public static ConfigRows indexed(
            ConfigTable table, String port, Map<Integer, Map<String, String>> fields) {
        Map<String, Struct> rows = new TreeMap<>();
        fields.forEach((index, own) -> rows.put(port + "|" + index, struct(own)));
        return new ConfigRows(Demand.MERGED, table.name(), port, true, rows);
    }

    /**
     * These of an indexed table, with a field that some indexes are not to have; a row that has no
     * other is removed.
     */
    public ConfigRows without(String field, Collection<Integer> indexes) {
        Value none = Value.newBuilder().setNullValue(NullValue.NULL_VALUE).build();
        Map<String, Struct> all = new TreeMap<>(rows);
        for (int index : indexes) {
            Struct old = all.getOrDefault(scope + "|" + index, Struct.getDefaultInstance());
            all.put(scope + "|" + index, old.toBuilder().putFields(field, none).build());
        }
        return new ConfigRows(demand, table, scope, indexed, all);
    }

    /** As a message of a state. */
    Struct message() {
        Struct.Builder all = Struct.newBuilder();
        rows.forEach((key, fields) -> all.putFields(key, value(fields)));
        return Struct.newBuilder()
                .putFields(DEMAND, text(demand.name().toLowerCase(Locale.ROOT)))
                .putFields(TABLE, text(table))
                .putFields(SCOPE, text(scope))
                .putFields(INDEXED, Value.newBuilder().setBoolValue(indexed).build())
                .putFields(ROWS, value(all.build()))
                .build();
    }

    static boolean isMessage(Struct message) {
        return message.containsFields(SCOPE);
    }

    static ConfigRows of(Struct message) {
        Map<String, Struct> rows = new TreeMap<>();
        message.getFieldsOrThrow(ROWS)
                .getStructValue()
                .getFieldsMap()
                .forEach((key, fields) -> rows.put(key, fields.getStructValue()));
        return new ConfigRows(
                Demand.valueOf(
                        message.getFieldsOrThrow(DEMAND).getStringValue().toUpperCase(Locale.ROOT)),
                message.getFieldsOrThrow(TABLE).getStringValue(),
                message.getFieldsOrThrow(SCOPE).getStringValue(),
                message.getFieldsOrThrow(INDEXED).getBoolValue(),
                rows);
    }

    /** Names table and scope. */
    String name() {
        return table + "|" + scope;
    }

    /** The same rows as they are in a table; they are a state to go back to, unless only seen. */
    ConfigRows readFrom(Struct tableNow) {
        Map<String, Struct> found = new TreeMap<>();
        tableNow.getFieldsMap()
                .forEach(
                        (key, fields) -> {
                            if (covers(key)) {
                                found.put(key, fields.getStructValue());
                            }
                        });
        boolean set = demand != Demand.REQUIRED && demand != Demand.SEEN;
        return new ConfigRows(set ? Demand.EXACT : Demand.SEEN, table, scope, indexed, found);
    }

    boolean mustBeThere() {
        return demand == Demand.REQUIRED || demand == Demand.KEPT;
    }

    /** Whether a key of the table is one of these rows'. */
    boolean covers(String key) {
        if (scope.endsWith("*")) {
            return key.startsWith(scope.substring(0, scope.length() - 1));
        }
        return indexed ? key.startsWith(scope + "|") : key.equals(scope);
    }

    /** What the rows are to be where they are so now. */
    Map<String, Struct> target(Map<String, Struct> now) {
        return switch (demand) {
            case EXACT, FITTED -> rows;
            case MERGED -> indexed ? IndexedRows.merged(scope, now, rows) : merged(now);
            case REQUIRED, KEPT, SEEN -> now;
        };
    }

    /**
     * The same where others have been set since: what these do not say is as it was before. Rows
     * that ports share are left as they are, since the switch changes them for other ports.
     */
    ConfigRows over(ConfigRows before) {
        boolean shared = scope.endsWith("*") || table.equals(ConfigTable.CABLE_LENGTH.name());
        return demand == Demand.MERGED && !shared
                ? new ConfigRows(Demand.EXACT, table, scope, indexed, target(before.rows()))
                : this;
    }

    private Map<String, Struct> merged(Map<String, Struct> now) {
        Map<String, Struct> all = new TreeMap<>(now);
        rows.forEach((key, fields) -> all.merge(key, fields, ConfigRows::with));
        return all;
    }

    /** Fields with others in place of those of their names; null removes one. */
    static Struct with(Struct old, Struct more) {
        Struct.Builder all = old.toBuilder();
        more.getFieldsMap()
                .forEach(
                        (name, value) -> {
                            if (value.hasNullValue()) {
                                all.removeFields(name);
                            } else {
                                all.putFields(name, value);
                            }
                        });
        return all.build();
    }

    private static Struct struct(Map<String, String> fields) {
        Struct.Builder struct = Struct.newBuilder();
        fields.forEach((name, field) -> struct.putFields(name, text(field)));
        return struct.build();
    }

    static Value text(String text) {
        return Value.newBuilder().setStringValue(text).build();
    }

    static Value value(Struct struct) {
        return Value.newBuilder().setStructValue(struct).build();
    }
}
