package io.losslab.devices.sonic.configdb;

import com.google.protobuf.Struct;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Rows of a port by queue or priority group. A row may stand for several of them in a row, as
 * {@code Ethernet0|3-4}; where these are to differ, the row is split.
 *
 * <p>A switch that unbinds all of a row that goes, as SONiC's QosOrch does, must see that before
 * the rows that take its place. SONiC sees to that, whatever the order of a patch: it removes rows
 * in a step of its own before it adds others of their port, and pauses for a second after each
 * step. Source: sonic-utilities, patch_sorter.py and change_applier.py.
 */
final class IndexedRows {
    private static final Pattern INDEXES = Pattern.compile("(\\d{1,2})(?:-(\\d{1,2}))?");

    private IndexedRows() {}

    /**
     * Rows in which some indexes have some fields.
     *
     * @param now rows by key, such as {@code Ethernet0|3-4}
     * @param wanted rows by key, each of one index
     */
    static Map<String, Struct> merged(
            String port, Map<String, Struct> now, Map<String, Struct> wanted) {
        Map<Integer, Struct> open = new TreeMap<>();
        wanted.forEach((key, fields) -> open.put(Integer.valueOf(indexes(port, key)), fields));
        Map<String, Struct> all = new TreeMap<>();
        for (Map.Entry<String, Struct> row : now.entrySet()) {
            Matcher range = INDEXES.matcher(indexes(port, row.getKey()));
            if (!range.matches()) {
                all.put(row.getKey(), row.getValue());
                continue;
            }
            int first = Integer.parseInt(range.group(1));
            int last = range.group(2) == null ? first : Integer.parseInt(range.group(2));
            all.putAll(split(port, row, first, last, open));
        }
        open.forEach(
                (index, fields) ->
                        put(
                                all,
                                port + "|" + index,
                                ConfigRows.with(Struct.getDefaultInstance(), fields)));
        return all;
    }

    /** A row whose last field is removed goes too. */
    private static void put(Map<String, Struct> rows, String key, Struct fields) {
        if (fields.getFieldsCount() > 0) {
            rows.put(key, fields);
        }
    }

    /** A row in pieces of equal fields, if it changes; what it settles is no longer open. */
    private static Map<String, Struct> split(
            String port,
            Map.Entry<String, Struct> row,
            int first,
            int last,
            Map<Integer, Struct> open) {
        Map<Integer, Struct> fields = new TreeMap<>();
        for (int index = first; index <= last; index++) {
            Struct wanted = open.remove(index);
            fields.put(
                    index,
                    wanted == null ? row.getValue() : ConfigRows.with(row.getValue(), wanted));
        }
        if (fields.values().stream().allMatch(row.getValue()::equals)) {
            return Map.of(row.getKey(), row.getValue());
        }
        Map<String, Struct> pieces = new TreeMap<>();
        int from = first;
        for (int index = first + 1; index <= last + 1; index++) {
            if (!fields.get(from).equals(fields.get(index))) {
                String range = from == index - 1 ? "" + from : from + "-" + (index - 1);
                put(pieces, port + "|" + range, fields.get(from));
                from = index;
            }
        }
        return pieces;
    }

    private static String indexes(String port, String key) {
        return key.substring(port.length() + 1);
    }
}
