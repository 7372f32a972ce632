package io.losslab.services.bfrt;

import com.google.protobuf.ByteString;
import io.losslab.proto.bfrt.DataField;
import io.losslab.proto.bfrt.KeyField;
import io.losslab.proto.bfrt.TableData;
import java.util.List;
import java.util.Optional;

/**
 * An entry of a table by the names of its fields. A field that was not written is zero, false or
 * empty. Immutable.
 */
public final class SdeRow {
    private final SdeTable table;
    private final SdePlace place;
    private final TableData data;

    SdeRow(SdeTable table, SdePlace place, TableData data) {
        this.table = table;
        this.place = place;
        this.data = data;
    }

    /** The pipe it is in, or 65535: all. */
    public int pipe() {
        return place.pipe();
    }

    /** A number of its key, matched exactly or by its longest prefix. */
    public long key(String name) {
        return keyField(name)
                .map(
                        field ->
                                number(
                                        field.hasLpm()
                                                ? field.getLpm().getValue()
                                                : field.getExact().getValue()))
                .orElse(0L);
    }

    /** How many bits of a field of its key are matched. */
    public int prefixBits(String name) {
        return keyField(name).map(field -> field.getLpm().getPrefixLen()).orElse(0);
    }

    /** Its action; empty where the table has none. */
    public String action() {
        return table.actionName(data.getActionId());
    }

    /** Whether a field was written. */
    public boolean has(String name) {
        return field(name).isPresent();
    }

    public long number(String name) {
        return field(name).map(it -> number(it.getStream())).orElse(0L);
    }

    public boolean flag(String name) {
        return field(name).map(DataField::getBoolVal).orElse(false);
    }

    public String text(String name) {
        return field(name).map(DataField::getStrVal).orElse("");
    }

    /** A list of numbers. */
    public List<Integer> numbers(String name) {
        return field(name).map(it -> it.getIntArrVal().getValList()).orElse(List.of());
    }

    /** A list of flags. */
    public List<Boolean> flags(String name) {
        return field(name).map(it -> it.getBoolArrVal().getValList()).orElse(List.of());
    }

    private Optional<KeyField> keyField(String name) {
        int id = table.keyId(name);
        return place.key().getFieldsList().stream()
                .filter(field -> field.getFieldId() == id)
                .findFirst();
    }

    private Optional<DataField> field(String name) {
        int id = table.fieldId(data.getActionId(), name);
        return data.getFieldsList().stream()
                .filter(field -> id != 0 && field.getFieldId() == id)
                .findFirst();
    }

    static long number(ByteString bytes) {
        long number = 0;
        for (byte octet : bytes) {
            number = number << 8 | octet & 0xFF;
        }
        return number;
    }
}
