package io.losslab.driver.bfrt.table;

import java.util.List;

/**
 * An action of a table.
 *
 * @param id of the action
 * @param name such as {@code dev_port}
 * @param fields its own data, in addition to those of the table
 */
public record TableAction(int id, String name, List<TableField> fields) {
    public TableAction {
        fields = List.copyOf(fields);
    }
}
