package io.losslab.devices.sonic.configdb;

import com.google.protobuf.Message;
import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A state of CONFIG_DB, wanted or read.
 *
 * @param checkpoint of the run; empty where the transport has none
 * @param rows by table and scope
 * @param others by table, whether it has rows besides these; not known where a table is missing
 */
record ConfigState(
        Optional<Checkpoint> checkpoint,
        Map<String, ConfigRows> rows,
        Map<String, Boolean> others) {
    private static final String TABLE = "tableOfOthers";
    private static final String OTHERS = "others";

    static ConfigState of(List<Message> messages) {
        Optional<Checkpoint> checkpoint = Optional.empty();
        Map<String, ConfigRows> rows = new LinkedHashMap<>();
        Map<String, Boolean> others = new TreeMap<>();
        for (Message each : messages) {
            Struct message = (Struct) each;
            if (Checkpoint.isMessage(message)) {
                checkpoint = Optional.of(Checkpoint.of(message));
            } else if (ConfigRows.isMessage(message)) {
                ConfigRows read = ConfigRows.of(message);
                rows.put(read.name(), read);
            } else {
                others.put(
                        message.getFieldsOrThrow(TABLE).getStringValue(),
                        message.getFieldsOrThrow(OTHERS).getBoolValue());
            }
        }
        return new ConfigState(checkpoint, rows, others);
    }

    List<Message> messages() {
        List<Message> all = new ArrayList<>();
        checkpoint.ifPresent(each -> all.add(each.message()));
        rows.values().forEach(each -> all.add(each.message()));
        others.forEach(
                (table, some) ->
                        all.add(
                                Struct.newBuilder()
                                        .putFields(TABLE, ConfigRows.text(table))
                                        .putFields(
                                                OTHERS,
                                                Value.newBuilder().setBoolValue(some).build())
                                        .build()));
        return all;
    }

    /**
     * The same, with profiles as the chip needs them.
     *
     * @param device its name, for errors
     * @param now what it has
     */
    ConfigState fittedTo(String device, ConfigState now) {
        Map<String, ConfigRows> fitted = new LinkedHashMap<>();
        rows.forEach((name, each) -> fitted.put(name, fitted(device, now, each)));
        return new ConfigState(checkpoint, fitted, others);
    }

    /** Whether it has profiles that depend on those of the switch. */
    boolean isFitted() {
        return rows.values().stream().anyMatch(each -> each.demand() == ConfigRows.Demand.FITTED);
    }

    private static ConfigRows fitted(String device, ConfigState now, ConfigRows wanted) {
        if (wanted.demand() != ConfigRows.Demand.FITTED) {
            return wanted;
        }
        Map<String, Struct> profiles = new TreeMap<>(wanted.rows());
        profiles.replaceAll(
                (key, asked) ->
                        LosslessProfile.of(device, now, LosslessProfile.text(asked, "pool"))
                                .map(own -> own.fit(asked))
                                .orElse(asked));
        return wanted.with(profiles);
    }

    /** What two messages must have in common to be about the same matter. */
    static String matter(Message message) {
        Struct struct = (Struct) message;
        if (Checkpoint.isMessage(struct)) {
            return Checkpoint.of(struct).name();
        }
        return ConfigRows.isMessage(struct)
                ? ConfigRows.of(struct).name()
                : struct.getFieldsOrThrow(TABLE).getStringValue();
    }

    /**
     * What is now of all that this state is about.
     *
     * @param tables rows by key, by table
     * @param checkpointNow whether its checkpoint is there
     */
    ConfigState readFrom(Struct tables, boolean checkpointNow) {
        Map<String, ConfigRows> found = new LinkedHashMap<>();
        Map<String, Boolean> left = new TreeMap<>();
        for (ConfigRows each : rows.values()) {
            Struct table =
                    tables.getFieldsOrDefault(each.table(), Value.getDefaultInstance())
                            .getStructValue();
            found.put(each.name(), each.readFrom(table));
            left.computeIfAbsent(
                    each.table(),
                    name ->
                            table.getFieldsMap().keySet().stream()
                                    .anyMatch(key -> !has(name, key)));
        }
        return new ConfigState(
                checkpoint.map(each -> new Checkpoint(each.name(), checkpointNow)), found, left);
    }

    private boolean has(String table, String key) {
        return rows.values().stream()
                .anyMatch(each -> each.table().equals(table) && each.covers(key));
    }
}
