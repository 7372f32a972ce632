package io.losslab.services.bfrt;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.ByteString;
import io.losslab.proto.bfrt.DataField;
import io.losslab.proto.bfrt.TableData;
import io.losslab.proto.bfrt.TableEntry;
import io.losslab.proto.bfrt.TableKey;
import io.losslab.proto.bfrt.Update;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** All entries of a chip with its tables. Refuses by an {@link SdeRefusal}. Not thread safe. */
public final class SdeEntries {
    static final int ALL_PIPES = 0xFFFF;

    private final Map<Integer, SdeTable> tables = new HashMap<>();
    private final Map<String, SdeTable> byName = new HashMap<>();
    private final Map<SdePlace, TableData> entries = new LinkedHashMap<>();
    private final SdeReadings readings;
    private final SdeReferences references = new SdeReferences(entries, this::table);
    private final SdeGroups groups = new SdeGroups(this);

    /** What the hardware makes of a field, by table id and field id, as text. */
    private final Map<String, ByteString> rounding = new TreeMap<>();

    /**
     * No entries yet.
     *
     * @param documents bf-rt JSON of all tables
     * @param hardware what is measured rather than written
     */
    SdeEntries(List<String> documents, SdeMeter hardware) {
        readings = new SdeReadings(hardware);
        for (String document : documents) {
            try {
                for (JsonNode table : new ObjectMapper().readTree(document).get("tables")) {
                    SdeTable made = new SdeTable(table);
                    tables.put(made.id(), made);
                    byName.put(made.name(), made);
                    byName.putIfAbsent(made.nameInPipeline(), made);
                }
            } catch (JsonProcessingException e) {
                throw SdeRefusal.invalid("Failed to add device during warm_init");
            }
        }
    }

    /** Every entry that was made, in the order in which they were. */
    public Map<SdePlace, TableData> all() {
        return Collections.unmodifiableMap(entries);
    }

    /** Names of the tables by which packets are matched, without that of their pipeline. */
    public Set<String> matchTables() {
        Set<String> names = new TreeSet<>();
        for (SdeTable table : tables.values()) {
            if (table.type().startsWith("MatchAction")) {
                names.add(table.nameInPipeline());
            }
        }
        return names;
    }

    /**
     * The entries of a table in all pipes, without the default entry.
     *
     * @param name with or without that of its pipeline: {@code ingress.routes}
     * @return none where there is no such table
     */
    public List<SdeRow> rows(String name) {
        SdeTable table = byName.get(name);
        List<SdeRow> rows = new ArrayList<>();
        entries.forEach(
                (place, data) -> {
                    if (table != null
                            && place.table() == table.id()
                            && place.key().getFieldsCount() > 0) {
                        rows.add(new SdeRow(table, place, data));
                    }
                });
        return rows;
    }

    /**
     * The entry of a table of fixed entries, of the whole chip, as it began where nothing was
     * written.
     *
     * @param key one text; empty where the table has one entry, without a key
     * @return empty where there is no such table
     */
    public Optional<SdeRow> fixedRow(String name, String key) {
        return Optional.ofNullable(byName.get(name))
                .map(
                        table -> {
                            SdePlace place = new SdePlace(table.id(), ALL_PIPES, table.key(key));
                            return new SdeRow(
                                    table,
                                    place,
                                    entries.getOrDefault(place, table.untouched(place.key())));
                        });
    }

    SdeTable table(int id) {
        SdeTable table = tables.get(id);
        if (table == null) {
            throw SdeRefusal.missing("Table not found for id " + Integer.toUnsignedString(id));
        }
        return table;
    }

    /** The hardware is new, and counts anew. */
    public void beginCounting() {
        readings.begin();
    }

    /** Makes an entry without any check. */
    public void preset(int table, int pipe, TableKey key, TableData data) {
        entries.put(new SdePlace(table, pipe, key), data);
    }

    /** From now on the field becomes this, whatever is written. */
    public void round(int table, int field, ByteString value) {
        rounding.put(table + "/" + field, value);
    }

    void apply(int pipe, Update update) {
        TableEntry entry = update.getEntity().getTableEntry();
        SdeTable table = table(entry.getTableId());
        if (entry.getIsDefaultEntry() && entry.getKey().getFieldsCount() > 0) {
            throw SdeRefusal.invalid("Non-empty key for default entry");
        }
        if (entry.hasKey()) {
            table.requireKey(entry.getKey());
        }
        table.requireData(entry.getData());
        switch (update.getType()) {
            case INSERT -> insert(table, pipe, entry);
            case MODIFY -> modify(table, pipe, entry);
            case INSERT_OR_MODIFY -> insertOrModify(table, pipe, entry);
            case DELETE -> delete(table, pipe, entry);
            default -> throw SdeRefusal.invalid("Invalid update type");
        }
    }

    private void insert(SdeTable table, int pipe, TableEntry entry) {
        if (entry.getIsDefaultEntry()) {
            throw SdeRefusal.unsupported(
                    "INSERT of default entry is not supported. Please use MODIFY instead table:"
                            + table.name());
        }
        String failed = "Table Add failed table:" + table.name();
        requireSupported(table, Update.Type.INSERT, failed);
        requireKeyed(table, entry);
        requirePipe(table, pipe, failed);
        table.requireComplete(entry);
        SdePlace place = new SdePlace(table.id(), pipe, entry.getKey());
        if (entries.containsKey(place)) {
            throw SdeRefusal.exists(failed);
        }
        long held = entries.keySet().stream().filter(it -> it.table() == table.id()).count();
        if (held >= table.size() && table.size() > 0) {
            throw SdeRefusal.full(failed);
        }
        references.requireResolved(table, entry, failed);
        put(
                table,
                place,
                TableData.getDefaultInstance(),
                groups.ofDescriptor(table, place, entry.getData(), failed),
                failed);
    }

    private void modify(SdeTable table, int pipe, TableEntry entry) {
        boolean isDefault = entry.getIsDefaultEntry();
        String failed =
                (isDefault ? "Table Default entry set failed" : "Table Entry modify failed")
                        + " table:"
                        + table.name();
        if (isDefault) {
            if (!table.operations().defaults()) {
                throw SdeRefusal.unsupported(failed);
            }
        } else {
            requireSupported(table, Update.Type.MODIFY, failed);
            requireKeyed(table, entry);
        }
        requirePipe(table, pipe, failed);
        SdePlace place = new SdePlace(table.id(), pipe, entry.getKey());
        TableData before = entries.get(place);
        if (before == null && !isDefault && !table.operations().isFixed()) {
            throw SdeRefusal.missing(failed);
        }
        references.requireResolved(table, entry, failed);
        references.requireSamePort(table, before, entry.getData(), failed);
        groups.requireCounted(table, place, failed);
        table.requireCleared(entry.getData(), failed);
        TableData held = before == null ? table.untouched(place.key()) : before;
        put(
                table,
                place,
                SdeGenerator.base(table, place, held, entry.getData(), failed),
                entry.getData(),
                failed);
    }

    private void insertOrModify(SdeTable table, int pipe, TableEntry entry) {
        String failed = "Table AddOrMod failed table:" + table.name();
        requireKeyed(table, entry);
        requireSupported(table, Update.Type.INSERT_OR_MODIFY, failed);
        if (entries.containsKey(new SdePlace(table.id(), pipe, entry.getKey()))) {
            modify(table, pipe, entry);
        } else {
            insert(table, pipe, entry);
        }
    }

    private void delete(SdeTable table, int pipe, TableEntry entry) {
        if (!entry.hasKey()) {
            clear(table, pipe);
            return;
        }
        String failed = "Table Entry delete failed table:" + table.name();
        requireSupported(table, Update.Type.DELETE, failed);
        SdePlace place = new SdePlace(table.id(), pipe, entry.getKey());
        if (!entries.containsKey(place)) {
            throw SdeRefusal.missing(failed);
        }
        references.requireFree(table, entry.getKey(), failed);
        remove(table, place);
    }

    private void clear(SdeTable table, int pipe) {
        String failed = "Table Clear failed table:" + table.name();
        requireSupported(table, Update.Type.DELETE, failed);
        List<SdePlace> cleared =
                entries.keySet().stream()
                        .filter(it -> it.table() == table.id() && it.pipe() == pipe)
                        .filter(it -> it.key().getFieldsCount() > 0)
                        .toList();
        cleared.forEach(it -> references.requireFree(table, it.key(), failed));
        cleared.forEach(it -> remove(table, it));
    }

    private void remove(SdeTable table, SdePlace place) {
        groups.free(table, place, entries.remove(place));
    }

    /** The entries that a read asks for: that of a key, the default entry, or all. */
    List<TableEntry> read(int pipe, TableEntry asked) {
        SdeTable table = table(asked.getTableId());
        if (asked.hasKey()) {
            table.requireKey(asked.getKey());
        }
        String failed = "Entry not found in table:" + table.name();
        if (asked.getTableFlags().getFromHw() && !table.isReadFromHardware()) {
            throw SdeRefusal.unsupported(failed);
        }
        List<TableEntry> found = new ArrayList<>();
        if (!asked.hasKey() && !asked.getIsDefaultEntry()) {
            entries.forEach(
                    (place, data) -> {
                        if (place.table() == table.id()
                                && place.pipe() == pipe
                                && place.key().getFieldsCount() > 0) {
                            found.add(read(table, pipe, place.key(), data));
                        }
                    });
            (readings.measures(table) ? table.cells() : List.<TableKey>of())
                    .forEach(key -> found.add(read(table, pipe, key, table.untouched(key))));
            return found;
        }
        requirePipe(table, pipe, failed);
        TableData held = entries.get(new SdePlace(table.id(), pipe, asked.getKey()));
        if (held == null
                && (asked.getIsDefaultEntry()
                        ? table.operations().defaults()
                        : table.operations().isFixed())) {
            held = table.untouched(asked.getKey());
        }
        if (held != null) {
            found.add(read(table, pipe, asked.getKey(), held));
        } else if (!asked.getIsDefaultEntry()) {
            throw SdeRefusal.missing(failed);
        }
        return found;
    }

    private TableEntry read(SdeTable table, int pipe, TableKey key, TableData data) {
        TableEntry.Builder entry =
                TableEntry.newBuilder()
                        .setTableId(table.id())
                        .setData(readings.over(table, new SdePlace(table.id(), pipe, key), data));
        return key.getFieldsCount() == 0
                ? entry.setIsDefaultEntry(true).build()
                : entry.setKey(key).build();
    }

    private static void requireSupported(SdeTable table, Update.Type type, String failed) {
        if (!table.operations().updates().contains(type)) {
            throw SdeRefusal.unsupported(failed);
        }
    }

    private static void requireKeyed(SdeTable table, TableEntry entry) {
        if (!entry.hasKey()) {
            throw SdeRefusal.invalid("Table key cannot be empty table:" + table.name());
        }
    }

    private static void requirePipe(SdeTable table, int pipe, String failed) {
        if (table.isOfOnePipe()
                && pipe == ALL_PIPES
                && !table.type().startsWith("TmPort")
                && !table.type().startsWith("TmPool")
                && !table.type().equals("TmCfg")) {
            throw SdeRefusal.invalid(failed);
        }
    }

    /**
     * Fields that are written, over those that were there; another action begins anew, and without
     * one that which is there stays.
     */
    private void put(
            SdeTable table, SdePlace place, TableData before, TableData change, String failed) {
        int action = change.getActionId() == 0 ? before.getActionId() : change.getActionId();
        Map<Integer, DataField> fields = new TreeMap<>();
        if (before.getActionId() == action || before.getActionId() == 0) {
            before.getFieldsList().forEach(field -> fields.put(field.getFieldId(), field));
        }
        for (DataField field : change.getFieldsList()) {
            ByteString rounded = rounding.get(table.id() + "/" + field.getFieldId());
            fields.put(
                    field.getFieldId(),
                    rounded == null
                            ? groups.kept(table, action, table.asRead(field))
                            : field.toBuilder().setStream(rounded).build());
        }
        TableData data =
                TableData.newBuilder().setActionId(action).addAllFields(fields.values()).build();
        groups.requireOwnPriorities(table, place, data, failed);
        groups.requireProfile(table, place, data, failed);
        SdeGenerator.requireValid(table, place, change, failed);
        if (readings.wrote(table, place, change)) {
            return;
        }
        if (table.operations().isFixed() && data.equals(table.untouched(place.key()))) {
            entries.remove(place);
        } else {
            entries.put(place, data);
        }
    }
}
