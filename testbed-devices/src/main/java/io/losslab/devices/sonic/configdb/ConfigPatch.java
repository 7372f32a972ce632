package io.losslab.devices.sonic.configdb;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.ListValue;
import com.google.protobuf.MessageOrBuilder;
import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import com.google.protobuf.util.JsonFormat;
import io.losslab.configs.testbed.Device;
import io.losslab.devices.failure.CommandFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The changes of rows that lead from one state of CONFIG_DB to another. Rows are changed whole: a
 * patch checks first that each row it replaces or removes is still as it was read. Pure.
 *
 * @param changes in order
 */
record ConfigPatch(List<Change> changes) {
    private static final String ADD = "add";
    private static final String REMOVE = "remove";
    private static final String TEST = "test";

    /**
     * A row that is added, replaced or removed.
     *
     * @param key of the row; empty: all rows of the table, which is empty before or after
     * @param before its fields; empty: it is not there, or that is not known
     * @param after its fields; empty: it is removed
     */
    record Change(
            String table, Optional<String> key, Optional<Struct> before, Optional<Struct> after) {
        /** Elements of the row's path. */
        List<String> path() {
            return key.map(row -> List.of(table, row)).orElse(List.of(table));
        }

        private int turn() {
            if (!table.equals(ConfigTable.CABLE_LENGTH.name())) {
                return 0;
            }
            return withoutCable(after) > withoutCable(before) ? -1 : 1;
        }

        /** How many ports have no cable in a row, or in all rows of a table. */
        private static long withoutCable(Optional<Struct> fields) {
            return fields.stream()
                    .flatMap(struct -> struct.getFieldsMap().values().stream())
                    .mapToLong(
                            value ->
                                    value.hasStructValue()
                                            ? withoutCable(Optional.of(value.getStructValue()))
                                            : value.getStringValue().equals(ConfigTable.NO_CABLE)
                                                    ? 1
                                                    : 0)
                    .sum();
        }
    }

    ConfigPatch {
        changes = List.copyOf(changes);
    }

    /**
     * The changes between two states.
     *
     * @param now as it was read; what it says nothing of is taken for absent
     * @throws CommandFailure where a row that the switch must have is not so
     */
    static ConfigPatch between(Device device, ConfigState now, ConfigState goal) {
        Map<String, List<Change>> byTable = new TreeMap<>();
        Map<String, Integer> before = new TreeMap<>();
        for (ConfigRows rows : goal.fittedTo(device.name(), now).rows().values()) {
            Optional<ConfigRows> read = Optional.ofNullable(now.rows().get(rows.name()));
            Map<String, Struct> old = read.map(ConfigRows::rows).orElse(Map.of());
            if (rows.mustBeThere() && read.isPresent()) {
                require(device, rows, old);
            }
            before.merge(rows.table(), old.size(), Integer::sum);
            List<Change> own = byTable.computeIfAbsent(rows.table(), name -> new ArrayList<>());
            own.addAll(changes(rows.table(), old, rows.target(old)));
        }
        List<Change> all = new ArrayList<>();
        byTable.forEach(
                (table, changes) ->
                        all.addAll(
                                now.others().getOrDefault(table, true)
                                        ? changes
                                        : whole(device, table, before.get(table), changes)));
        return new ConfigPatch(all);
    }

    private static void require(Device device, ConfigRows rows, Map<String, Struct> old) {
        rows.rows()
                .forEach(
                        (key, fields) -> {
                            Struct found = old.get(key);
                            if (found == null) {
                                throw CommandFailure.usage(
                                        "%s has no %s|%s in CONFIG_DB"
                                                .formatted(device.name(), rows.table(), key),
                                        "check the names in the testbed file; 'show"
                                                + " runningconfiguration all' on the switch lists those"
                                                + " that it has");
                            }
                            fields.getFieldsMap()
                                    .forEach((name, value) -> require(device, rows, found, name));
                        });
    }

    private static void require(Device device, ConfigRows rows, Struct found, String name) {
        Value wanted = rows.rows().get(rows.scope()).getFieldsOrThrow(name);
        Value value = found.getFieldsOrDefault(name, Value.getDefaultInstance());
        if (!value.equals(wanted)) {
            throw CommandFailure.usage(
                    "%s: %s of %s is %s on the switch, but the experiment needs %s"
                            .formatted(
                                    device.name(),
                                    name,
                                    rows.name(),
                                    value.getStringValue(),
                                    wanted.getStringValue()),
                    "SONiC does not change it while it runs: change the experiment, or"
                            + " config_db.json of the switch and reload it");
        }
    }

    private static List<Change> changes(
            String table, Map<String, Struct> old, Map<String, Struct> target) {
        List<Change> changes = new ArrayList<>();
        old.forEach(
                (key, fields) -> {
                    if (!target.containsKey(key)) {
                        changes.add(
                                new Change(
                                        table,
                                        Optional.of(key),
                                        Optional.of(fields),
                                        Optional.empty()));
                    }
                });
        target.forEach(
                (key, fields) -> {
                    if (!fields.equals(old.get(key))) {
                        changes.add(
                                new Change(
                                        table,
                                        Optional.of(key),
                                        Optional.ofNullable(old.get(key)),
                                        Optional.of(fields)));
                    }
                });
        return changes;
    }

    /** An empty table cannot be in CONFIG_DB: the first rows make it, the last ones end it. */
    private static List<Change> whole(
            Device device, String table, int rowsBefore, List<Change> changes) {
        long added = changes.stream().filter(each -> each.before().isEmpty()).count();
        long removed = changes.stream().filter(each -> each.after().isEmpty()).count();
        Struct.Builder rows = Struct.newBuilder();
        if (rowsBefore == 0 && added > 0) {
            changes.forEach(
                    each ->
                            rows.putFields(
                                    each.key().orElseThrow(),
                                    ConfigRows.value(each.after().orElseThrow())));
            return List.of(
                    new Change(
                            table, Optional.empty(), Optional.empty(), Optional.of(rows.build())));
        }
        if (rowsBefore > 0 && rowsBefore + added == removed) {
            requireThatItCanComeBack(device, table);
            changes.forEach(
                    each ->
                            rows.putFields(
                                    each.key().orElseThrow(),
                                    ConfigRows.value(each.before().orElseThrow())));
            return List.of(
                    new Change(
                            table, Optional.empty(), Optional.of(rows.build()), Optional.empty()));
        }
        return changes;
    }

    /** SONiC takes rows of the watchdog one by one, for a table that there is. */
    private static void requireThatItCanComeBack(Device device, String table) {
        if (table.equals(ConfigTable.PFC_WD.name())) {
            throw CommandFailure.usage(
                    "%s: the PFC watchdog runs on ports of this experiment only, and SONiC could not start it again"
                            .formatted(device.name()),
                    "run 'sudo pfcwd interval 400' on the switch, or set 'pfcWatchdog: keep' in the testbed file");
        }
    }

    boolean isEmpty() {
        return changes.isEmpty();
    }

    /**
     * The same in patches to apply one after the other, since SONiC orders a patch by itself: a
     * port is taken from the buffer manager, by the length of its cable, before all else changes,
     * and is given back to it after all else.
     */
    List<ConfigPatch> inTurn() {
        Map<Integer, List<Change>> turns =
                changes.stream()
                        .collect(
                                Collectors.groupingBy(
                                        Change::turn, TreeMap::new, Collectors.toList()));
        return turns.values().stream().map(ConfigPatch::new).toList();
    }

    boolean changesTablesOf(ConfigPatch other) {
        return changes.stream()
                .anyMatch(
                        own ->
                                other.changes.stream()
                                        .anyMatch(each -> each.table().equals(own.table())));
    }

    /** Operations of RFC 6902. */
    ListValue operations() {
        ListValue.Builder list = ListValue.newBuilder();
        for (Change change : changes) {
            change.before().ifPresent(fields -> list.addValues(operation(TEST, change, fields)));
        }
        for (Change change : changes) {
            list.addValues(
                    change.after()
                            .map(fields -> operation(ADD, change, fields))
                            .orElseGet(() -> operation(REMOVE, change, null)));
        }
        return list.build();
    }

    /** The same as text. */
    String json() {
        return text(operations());
    }

    /** A message of JSON as text. */
    static String text(MessageOrBuilder message) {
        try {
            return JsonFormat.printer().omittingInsignificantWhitespace().print(message);
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException("a patch that is not JSON", e);
        }
    }

    /** How many rows of each table it changes. */
    String summary() {
        Map<String, Long> rows =
                changes.stream()
                        .collect(
                                Collectors.groupingBy(
                                        Change::table, TreeMap::new, Collectors.counting()));
        return rows.entrySet().stream()
                .map(entry -> entry.getKey() + " " + entry.getValue())
                .collect(Collectors.joining(", "));
    }

    private static Value operation(String name, Change change, Struct value) {
        Struct.Builder operation =
                Struct.newBuilder()
                        .putFields("op", ConfigRows.text(name))
                        .putFields("path", ConfigRows.text(pointer(change.path())));
        if (value != null) {
            operation.putFields("value", ConfigRows.value(value));
        }
        return ConfigRows.value(operation.build());
    }

    /** A JSON Pointer (RFC 6901). */
    static String pointer(List<String> path) {
        return path.stream().map(element -> "/" + escaped(element)).collect(Collectors.joining());
    }

    /** An element of a JSON Pointer. */
    static String escaped(String element) {
        return element.replace("~", "~0").replace("/", "~1");
    }
}
