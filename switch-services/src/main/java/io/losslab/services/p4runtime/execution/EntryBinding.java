package io.losslab.services.p4runtime.execution;

import io.losslab.p4.action.ActionCall;
import io.losslab.p4.runtime.P4Switch;
import io.losslab.p4.table.ActionProfile;
import io.losslab.p4.table.ActionSource;
import io.losslab.p4.table.EntryKey;
import io.losslab.p4.table.InitialEntry;
import io.losslab.p4.table.MatchTable;
import io.losslab.p4.table.TableEntry;
import io.losslab.proto.p4.v1.Action;
import io.losslab.proto.p4.v1.CounterData;
import io.losslab.proto.p4.v1.MeterConfig;
import io.losslab.proto.p4.v1.TableAction;
import io.losslab.services.p4runtime.entity.Journal;
import io.losslab.services.p4runtime.entity.table.EntryCounts;
import io.losslab.services.p4runtime.entity.table.ProfileStore;
import io.losslab.services.p4runtime.entity.table.TableBinding;
import io.losslab.services.p4runtime.program.ActionSchema;
import io.losslab.services.p4runtime.program.MatchKey;
import io.losslab.services.p4runtime.program.Refusal;
import io.losslab.services.p4runtime.program.TableSchema;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Carries out the entries of one table of a program. */
final class EntryBinding implements TableBinding {
    /** A weight must not fill the memory. */
    private static final int MOST_MEMBERS = 4096;

    private final TableSchema schema;
    private final MatchTable table;
    private final Map<Integer, ActionSchema> actions;
    private final ProgramChanges changes;
    private final ProgramReader reader;
    private ProfileStore profiles;

    /** Entries that name a member or group, which may change under them. */
    private final Map<MatchKey, TableAction> references = new LinkedHashMap<>();

    /** What the plane has; touched by its thread only. */
    private final Map<MatchKey, TableEntry> carriedOut = new HashMap<>();

    private final EntryWatches watches;
    private final Map<MatchKey, TableAction> initial = new LinkedHashMap<>();
    private Optional<Action> initialDefault = Optional.empty();

    EntryBinding(
            TableSchema schema,
            MatchTable table,
            Map<Integer, ActionSchema> actions,
            ProgramChanges changes,
            ProgramReader reader,
            IdleListener idle) {
        this.schema = schema;
        this.table = table;
        this.actions = actions;
        this.changes = changes;
        this.reader = reader;
        this.watches = new EntryWatches(idle);
    }

    /** Takes the entries and the default action of the program itself. */
    void adoptInitial() throws Refusal {
        InitialEntries entries = new InitialEntries(schema, actions.values());
        for (InitialEntry entry : table.initial()) {
            MatchKey key = entries.key(entry);
            carriedOut.put(key, entry.entry());
            initial.put(key, entries.action(entry));
        }
        initialDefault = table.initialDefault().flatMap(entries::defaultAction);
    }

    @Override
    public Map<MatchKey, TableAction> initial() {
        return initial;
    }

    @Override
    public Optional<Action> initialDefault() {
        return initialDefault;
    }

    void attach(ProfileStore store) {
        profiles = store;
    }

    @Override
    public void put(MatchKey key, TableAction action, Journal journal) throws Refusal {
        change(key, sourceOf(action), journal);
        boolean refers =
                action.getTypeCase() == TableAction.TypeCase.ACTION_PROFILE_MEMBER_ID
                        || action.getTypeCase() == TableAction.TypeCase.ACTION_PROFILE_GROUP_ID;
        if (refers || references.containsKey(key)) {
            journal.put(references, key, refers ? action : null);
        }
    }

    @Override
    public void remove(MatchKey key, Journal journal) {
        changes.add(
                runs -> {
                    watches.end(key);
                    table.remove(carriedOut.remove(key));
                },
                journal);
        if (references.containsKey(key)) {
            journal.put(references, key, null);
        }
    }

    @Override
    public void checkDefault(Action action) throws Refusal {
        callOf(action);
    }

    @Override
    public void putDefault(Action action, Journal journal) throws Refusal {
        setDefault(callOf(action), journal);
    }

    @Override
    public void resetDefault(Journal journal) {
        setDefault(table.initialDefault().orElse(null), journal);
    }

    private void setDefault(ActionCall call, Journal journal) {
        ActionSource source = ActionSource.of(call);
        changes.add(runs -> table.standard().setSource(source), journal);
    }

    @Override
    public void putMeter(MatchKey key, Optional<MeterConfig> config, Journal journal) {
        changes.add(
                runs -> {
                    TableEntry entry = key == null ? table.standard() : carriedOut.get(key);
                    entry.setMeter(MeterCells.meter(config.orElse(null), runs));
                },
                journal);
    }

    @Override
    public void putTimeout(
            MatchKey key, io.losslab.proto.p4.v1.TableEntry written, Journal journal) {
        changes.add(runs -> watches.put(runs, key, carriedOut.get(key), written), journal);
    }

    @Override
    public Map<MatchKey, Long> idleNanos() throws Refusal {
        return reader.read(
                runs -> {
                    Map<MatchKey, Long> all = new HashMap<>();
                    carriedOut.forEach(
                            (key, entry) -> all.put(key, runs.nowNanos() - entry.lastHitNanos()));
                    return all;
                },
                Map.of());
    }

    @Override
    public EntryCounts counts() throws Refusal {
        Map<MatchKey, CounterData> counts =
                reader.read(
                        runs -> {
                            Map<MatchKey, CounterData> all = new HashMap<>();
                            carriedOut.forEach((key, entry) -> all.put(key, count(entry)));
                            all.put(null, count(table.standard()));
                            return all;
                        },
                        Collections.emptyMap());
        return key -> counts.getOrDefault(key, CounterData.getDefaultInstance());
    }

    /** A member or group of the table's profile has changed. */
    void profileChanged(Journal journal) throws Refusal {
        for (Map.Entry<MatchKey, TableAction> reference : references.entrySet()) {
            change(reference.getKey(), sourceOf(reference.getValue()), journal);
        }
    }

    TableSchema schema() {
        return schema;
    }

    private void change(MatchKey key, ActionSource source, Journal journal) {
        EntryKey entryKey = entryKey(key);
        changes.add(runs -> carryOut(runs, key, entryKey, source), journal);
    }

    private void carryOut(P4Switch runs, MatchKey key, EntryKey entryKey, ActionSource source) {
        TableEntry old = carriedOut.get(key);
        if (old == null) {
            carriedOut.put(key, table.put(entryKey, source, runs.nowNanos()));
        } else {
            old.setSource(source);
        }
    }

    private CounterData count(TableEntry entry) {
        CounterData.Builder data = CounterData.newBuilder();
        if (schema.counter().isPresent()) {
            switch (schema.counter().get().getSpec().getUnit()) {
                case BYTES -> data.setByteCount(entry.bytes());
                case PACKETS -> data.setPacketCount(entry.packets());
                default -> data.setByteCount(entry.bytes()).setPacketCount(entry.packets());
            }
        }
        return data.build();
    }

    private ActionSource sourceOf(TableAction action) throws Refusal {
        if (action.hasAction()) {
            return ActionSource.of(callOf(action.getAction()));
        }
        ActionProfile profile = table.profile().orElseThrow();
        List<ActionCall> members = new ArrayList<>();
        profiles.resolve(
                schema.implementation().orElseThrow().getPreamble().getId(),
                action,
                (member, weight) -> {
                    Refusal.invalidIf(
                            members.size() + weight > MOST_MEMBERS,
                            "the weights sum to more than " + MOST_MEMBERS);
                    members.addAll(Collections.nCopies(weight, callOf(member)));
                });
        return profile.group(members);
    }

    private ActionCall callOf(Action call) throws Refusal {
        ActionSchema action = actions.get(call.getActionId());
        List<BigInteger> values = new ArrayList<>();
        for (ActionSchema.Param param : action.params()) {
            for (Action.Param sent : call.getParamsList()) {
                if (sent.getParamId() == param.id()) {
                    values.add(MatchParts.number(sent.getValue()));
                }
            }
        }
        return table.action(action.name()).orElseThrow().call(values);
    }

    private EntryKey entryKey(MatchKey key) {
        return new EntryKey(table.key(), MatchParts.of(key, schema.key()), key.priority());
    }
}
