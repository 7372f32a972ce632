package io.losslab.p4.table;

import io.losslab.p4.action.Action;
import io.losslab.p4.action.ActionCall;
import io.losslab.p4.extern.MeterArray;
import io.losslab.p4.extern.Resources.DirectMeter;
import io.losslab.p4.packet.Bits;
import io.losslab.p4.packet.PacketState;
import io.losslab.p4.packet.StandardMetadata;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A match-action table. On its switch's thread. */
public final class MatchTable {
    private final String name;
    private final List<KeyField> key;
    private final List<Action> actions;
    private final ActionProfile profile;
    private final DirectMeter meter;
    private final List<InitialEntry> initial = new ArrayList<>();
    private final Lookup lookup;
    private final long[] scratch;
    private final Map<EntryKey, TableEntry> entries = new LinkedHashMap<>();
    private final TableEntry standard = new TableEntry(null, ActionSource.of(null), 0);
    private ActionCall initialDefault;

    /**
     * An empty table.
     *
     * @param actions that its entries may take
     * @param profile null where entries hold their action
     * @param meter null where entries have none
     */
    MatchTable(
            String name,
            List<KeyField> key,
            List<Action> actions,
            ActionProfile profile,
            DirectMeter meter) {
        this.name = name;
        this.key = List.copyOf(key);
        this.actions = List.copyOf(actions);
        this.profile = profile;
        this.meter = meter;
        int words = key.stream().mapToInt(it -> Bits.words(it.widthBits())).sum();
        this.scratch = new long[words];
        this.lookup = lookup(key, words);
    }

    public String name() {
        return name;
    }

    public List<KeyField> key() {
        return key;
    }

    /** Actions that its entries may take. */
    public List<Action> actions() {
        return actions;
    }

    /** An action of it by its name. */
    public Optional<Action> action(String wanted) {
        return actions.stream().filter(it -> it.name().equals(wanted)).findFirst();
    }

    public Optional<ActionProfile> profile() {
        return Optional.ofNullable(profile);
    }

    /** The entries that the program itself puts, in its order. */
    public List<InitialEntry> initial() {
        return initial;
    }

    void putInitial(List<EntryKey.Part> parts, int priority, ActionCall call) {
        TableEntry entry = put(new EntryKey(key, parts, priority), ActionSource.of(call), 0);
        initial.add(new InitialEntry(entry, parts, priority, call));
    }

    /** What the default does by the program itself; empty for nothing. */
    public Optional<ActionCall> initialDefault() {
        return Optional.ofNullable(initialDefault);
    }

    void setInitialDefault(ActionCall call) {
        initialDefault = call;
        standard.setSource(ActionSource.of(call));
    }

    /** The default, which packets meet that match no entry. */
    public TableEntry standard() {
        return standard;
    }

    public Collection<TableEntry> entries() {
        return entries.values();
    }

    /**
     * Puts an entry.
     *
     * @throws IllegalArgumentException where there is one of this key
     */
    public TableEntry put(EntryKey entryKey, ActionSource source, long nowNanos) {
        if (entries.containsKey(entryKey)) {
            throw new IllegalArgumentException("duplicate entry of table " + name);
        }
        TableEntry entry = new TableEntry(entryKey, source, nowNanos);
        entries.put(entryKey, entry);
        lookup.put(entry);
        return entry;
    }

    /** Removes an entry; nothing happens if it is not there. */
    public void remove(TableEntry entry) {
        if (entries.remove(entry.key(), entry)) {
            lookup.remove(entry);
        }
    }

    /** The entry that a packet meets; null where it meets the default. */
    public TableEntry find(PacketState packet) {
        if (entries.isEmpty()) {
            return null;
        }
        for (int i = 0; i < key.size(); i++) {
            key.get(i).put(packet, scratch);
        }
        return lookup.find(scratch);
    }

    /** Has a packet meet an entry, or with null the default; returns the action it took. */
    public ActionCall apply(PacketState packet, TableEntry found) {
        TableEntry entry = found == null ? standard : found;
        entry.onPacket(packet);
        if (meter != null && found != null) {
            int colour =
                    MeterArray.mark(
                            entry.meter(),
                            meter.countsBytes(),
                            packet.arrivedLength,
                            packet.environment().nowNanos());
            StandardMetadata.set(packet, meter.result(), colour);
        }
        ActionCall call = entry.source().pick(packet);
        if (call != null) {
            call.run(packet);
        }
        return call;
    }

    private static Lookup lookup(List<KeyField> key, int words) {
        boolean ordered =
                key.stream()
                        .anyMatch(
                                it ->
                                        it.kind() == MatchKind.TERNARY
                                                || it.kind() == MatchKind.RANGE
                                                || it.kind() == MatchKind.OPTIONAL);
        if (ordered || key.stream().filter(it -> it.kind() == MatchKind.LPM).count() > 1) {
            return new OrderedLookup();
        }
        return key.stream().anyMatch(it -> it.kind() == MatchKind.LPM)
                ? new PrefixLookup(words)
                : new ExactLookup();
    }
}
