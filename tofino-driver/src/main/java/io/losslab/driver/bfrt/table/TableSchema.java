package io.losslab.driver.bfrt.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A table as bf-rt JSON describes it.
 *
 * @param id of the table, unsigned
 * @param name such as {@code tf2.tm.queue.buffer}
 * @param type such as {@code MatchAction_Direct} or {@code TmQueueBuffer}
 * @param key fields of the key; empty where there is only a default entry
 * @param data fields of every action
 * @param actions empty where there are none
 * @param dependsOn ids of the tables whose entries its entries refer to
 */
public record TableSchema(
        int id,
        String name,
        String type,
        List<TableField> key,
        List<TableField> data,
        List<TableAction> actions,
        List<Integer> dependsOn) {
    public TableSchema {
        key = List.copyOf(key);
        data = List.copyOf(data);
        actions = List.copyOf(actions);
        dependsOn = List.copyOf(dependsOn);
    }

    /**
     * Fields that an entry may have.
     *
     * @param action empty: none
     */
    public List<TableField> fieldsOf(String action) {
        List<TableField> fields = new ArrayList<>(data);
        if (!action.isEmpty()) {
            fields.addAll(action(action).fields());
        }
        return fields;
    }

    /**
     * The action of a name.
     *
     * @throws IllegalArgumentException that names those there are
     */
    public TableAction action(String action) {
        return find(actions, TableAction::name, action, "action");
    }

    /** The action of an id. */
    public Optional<TableAction> action(int actionId) {
        return actions.stream().filter(each -> each.id() == actionId).findFirst();
    }

    /**
     * The field of a name.
     *
     * @throws IllegalArgumentException that names those there are
     */
    public TableField field(List<TableField> fields, String field) {
        return find(fields, TableField::name, field, "field");
    }

    private <T> T find(List<T> all, Function<T, String> nameOf, String wanted, String what) {
        return all.stream()
                .filter(each -> nameOf.apply(each).equals(wanted))
                .findFirst()
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "table %s has no %s '%s'; it has %s"
                                                .formatted(
                                                        name,
                                                        what,
                                                        wanted,
                                                        all.stream().map(nameOf).toList())));
    }
}
