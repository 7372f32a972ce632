package io.losslab.driver.bfrt.program;

import io.losslab.driver.bfrt.table.BfRtSchema;
import io.losslab.driver.bfrt.table.TableField;
import io.losslab.driver.bfrt.table.TableSchema;
import io.losslab.proto.bfrt.DataField;
import io.losslab.proto.bfrt.Entity;
import io.losslab.proto.bfrt.KeyField;
import io.losslab.proto.bfrt.TableData;
import io.losslab.proto.bfrt.TableEntry;
import io.losslab.proto.bfrt.Update;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The tables of a device in which a controller keeps its entries, in the order in which entries are
 * added: those that others refer to first. Registers, counters and what the chip fills itself are
 * not among them. Immutable.
 */
public final class ProgramTables {
    private static final List<String> ORDER =
            List.of(
                    "PreNode",
                    "PreMgid",
                    "Action",
                    "Selector",
                    "MatchAction_Direct",
                    "MatchAction_Indirect",
                    "MatchAction_Indirect_Selector");
    private static final String MATCH = "MatchAction";

    /** What of a table's own data an entry is made of; the rest is counted or derived. */
    private static final Set<String> SET =
            Set.of(
                    ProgramRows.MEMBER,
                    ProgramRows.GROUP,
                    "$ACTION_MEMBER_STATUS",
                    "$MAX_GROUP_SIZE",
                    "$MULTICAST_RID",
                    "$MULTICAST_LAG_ID",
                    "$DEV_PORT",
                    "$MULTICAST_NODE_ID",
                    "$MULTICAST_NODE_L1_XID_VALID",
                    "$MULTICAST_NODE_L1_XID");

    private final BfRtSchema schema;

    /**
     * The tables of a device.
     *
     * @param schema of its program and its fixed tables
     */
    public ProgramTables(BfRtSchema schema) {
        this.schema = schema;
    }

    /** The tables, in order. */
    public List<TableSchema> inOrder() {
        return schema.tables().stream()
                .filter(table -> ORDER.contains(table.type()))
                .sorted(Comparator.comparingInt(table -> ORDER.indexOf(table.type())))
                .toList();
    }

    /** An entry that was read, as it would be written. */
    public TableEntry asWritten(TableEntry read) {
        TableSchema table = schema.table(read.getTableId()).orElseThrow();
        String action =
                read.getData().getActionId() == 0
                        ? ""
                        : table.action(read.getData().getActionId()).orElseThrow().name();
        List<TableField> fields = table.fieldsOf(action);
        boolean isSet = isUnordered(table, read.getData());
        TableData.Builder data = TableData.newBuilder().setActionId(read.getData().getActionId());
        for (DataField field : read.getData().getFieldsList()) {
            boolean written =
                    fields.stream()
                            .filter(it -> it.id() == field.getFieldId())
                            .anyMatch(it -> isWritten(table, it));
            boolean empty = field.getValueCase() == DataField.ValueCase.VALUE_NOT_SET;
            if (written && !empty) {
                data.addFields(isSet ? sorted(field) : field);
            }
        }
        return TableEntry.newBuilder()
                .setTableId(read.getTableId())
                .setKey(read.getKey())
                .setData(data)
                .build();
    }

    private static boolean isWritten(TableSchema table, TableField field) {
        return table.data().contains(field)
                ? SET.contains(field.name())
                : !field.name().startsWith("$");
    }

    /** Ports, and members that are all active, are sets: the device tells them in any order. */
    private static boolean isUnordered(TableSchema table, TableData data) {
        return switch (table.type()) {
            case "PreNode" -> true;
            case "Selector" ->
                    data.getFieldsList().stream()
                            .filter(DataField::hasBoolArrVal)
                            .noneMatch(it -> it.getBoolArrVal().getValList().contains(false));
            default -> false;
        };
    }

    private static DataField sorted(DataField field) {
        if (!field.hasIntArrVal()) {
            return field;
        }
        DataField.Builder sorted = field.toBuilder();
        sorted.getIntArrValBuilder()
                .clearVal()
                .addAllVal(field.getIntArrVal().getValList().stream().sorted().toList());
        return sorted.build();
    }

    /**
     * Updates that lead from some entries to others. Where entries that others refer to differ, all
     * are made anew.
     */
    public List<Update> updates(List<TableEntry> present, List<TableEntry> wanted) {
        Map<Entity, TableEntry> before = byKey(present);
        Map<Entity, TableEntry> after = byKey(wanted);
        boolean anew = !referredTo(before).equals(referredTo(after));
        List<Update> deletions = new ArrayList<>();
        List<Update> settings = new ArrayList<>();
        before.forEach(
                (key, entry) -> {
                    if (anew || !after.containsKey(key)) {
                        deletions.add(update(Update.Type.DELETE, key.getTableEntry()));
                    }
                });
        after.forEach(
                (key, entry) -> {
                    TableEntry old = before.get(key);
                    if (anew || old == null) {
                        settings.add(update(Update.Type.INSERT, entry));
                    } else if (!old.equals(entry)) {
                        settings.add(update(Update.Type.MODIFY, entry));
                    }
                });
        Collections.reverse(deletions);
        deletions.addAll(settings);
        return deletions;
    }

    private Map<Entity, TableEntry> referredTo(Map<Entity, TableEntry> entries) {
        Map<Entity, TableEntry> referredTo = new LinkedHashMap<>(entries);
        referredTo
                .values()
                .removeIf(
                        entry ->
                                schema.table(entry.getTableId())
                                        .filter(table -> table.type().startsWith(MATCH))
                                        .isPresent());
        return referredTo;
    }

    /** By table and key; fields of both key and data may be told in any order. */
    private static Map<Entity, TableEntry> byKey(List<TableEntry> entries) {
        Map<Entity, TableEntry> byKey = new LinkedHashMap<>();
        for (TableEntry entry : entries) {
            TableEntry.Builder key = TableEntry.newBuilder().setTableId(entry.getTableId());
            key.getKeyBuilder()
                    .addAllFields(
                            entry.getKey().getFieldsList().stream()
                                    .sorted(Comparator.comparingInt(KeyField::getFieldId))
                                    .toList());
            TableEntry.Builder whole = key.clone();
            whole.getDataBuilder()
                    .setActionId(entry.getData().getActionId())
                    .addAllFields(
                            entry.getData().getFieldsList().stream()
                                    .sorted(Comparator.comparingInt(DataField::getFieldId))
                                    .toList());
            byKey.put(Entity.newBuilder().setTableEntry(key).build(), whole.build());
        }
        return byKey;
    }

    private static Update update(Update.Type type, TableEntry entry) {
        return Update.newBuilder()
                .setType(type)
                .setEntity(Entity.newBuilder().setTableEntry(entry))
                .build();
    }
}
