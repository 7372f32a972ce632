package io.losslab.driver.bfrt;

import io.losslab.proto.bfrt.Update;
import java.util.List;
import java.util.Map;

/** A register array of a program. */
public final class RegisterTable {
    private static final String INDEX = "$REGISTER_INDEX";

    private final BfRtClient client;
    private final String table;
    private final String field;

    /**
     * A register of the program that the client is bound to.
     *
     * @param table such as {@code pipe.SwitchIngress.depth}
     * @param field such as {@code SwitchIngress.depth.f1}
     */
    public RegisterTable(BfRtClient client, String table, String field) {
        this.client = client;
        this.table = table;
        this.field = field;
    }

    /** Sets a cell in all pipes and reads it back. */
    public void write(int index, long value) {
        client.write(
                BfRtClient.ALL_PIPES,
                Update.Type.MODIFY,
                table,
                List.of(at(index).with(field, value)));
        List<Long> read = read(index);
        if (!read.stream().allMatch(each -> each == value)) {
            throw client.refused(
                    "table %s, %s=%d is not in force as sent: %s was sent as %d and reads %s"
                            .formatted(table, INDEX, index, field, value, read));
        }
    }

    /** A cell, from the chip: one value for each pipe that has the register. */
    public List<Long> read(int index) {
        Object value =
                client.read(BfRtClient.ALL_PIPES, table, at(index).key()).data().get(field);
        if (value instanceof List<?> pipes) {
            return pipes.stream().map(Long.class::cast).toList();
        }
        return value instanceof Long one ? List.of(one) : List.of();
    }

    private static TableRow at(int index) {
        return TableRow.at(Map.of(INDEX, (long) index));
    }
}
