package io.losslab.services.p4runtime.entity.table;

import com.google.rpc.Code;
import io.losslab.proto.p4.v1.Action;
import io.losslab.proto.p4.v1.CounterData;
import io.losslab.proto.p4.v1.MeterConfig;
import io.losslab.proto.p4.v1.TableAction;
import io.losslab.proto.p4.v1.TableEntry;
import io.losslab.proto.p4.v1.Update;
import io.losslab.services.p4runtime.entity.EntityStore;
import io.losslab.services.p4runtime.entity.Journal;
import io.losslab.services.p4runtime.entity.MeterLimits;
import io.losslab.services.p4runtime.program.MatchKey;
import io.losslab.services.p4runtime.program.Refusal;
import io.losslab.services.p4runtime.program.TableSchema;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** The entries of one table, and its default entry. */
final class TableEntries {
    private final TableSchema schema;
    private final Optional<ProfileEntries> implementation;
    private final TableBinding binding;
    private final Map<MatchKey, StoredEntry> entries = new LinkedHashMap<>();
    private StoredEntry defaultEntry;

    TableEntries(
            TableSchema schema, Optional<ProfileEntries> implementation, TableBinding binding) {
        this.schema = schema;
        this.implementation = implementation;
        this.binding = binding;
        this.defaultEntry = initialDefault();
        binding.initial().forEach((key, action) -> entries.put(key, initial(key, action)));
    }

    private StoredEntry initial(MatchKey key, TableAction action) {
        TableEntry entry =
                TableEntry.newBuilder()
                        .setTableId(schema.id())
                        .addAllMatch(key.toMatches())
                        .setPriority(key.priority())
                        .setAction(action)
                        .setIsConst(schema.isConst())
                        .build();
        return new StoredEntry(key, entry, CounterData.getDefaultInstance(), Optional.empty());
    }

    TableSchema schema() {
        return schema;
    }

    /** What packets have met the entries so far. */
    EntryCounts counts() throws Refusal {
        return binding.counts();
    }

    Collection<StoredEntry> all() {
        return entries.values();
    }

    /** The entry that a key names; NOT_FOUND where there is none. */
    StoredEntry existing(TableEntry named) throws Refusal {
        if (named.getIsDefaultAction()) {
            return defaultEntry;
        }
        return existing(schema.key().key(named.getMatchList(), named.getPriority()));
    }

    /** Puts an entry in place of the one with its key; its direct meter stays as it is. */
    void replace(StoredEntry entry, Journal journal) {
        if (entry.key() == null) {
            StoredEntry old = defaultEntry;
            defaultEntry = entry;
            journal.add(() -> defaultEntry = old);
            return;
        }
        journal.put(entries, entry.key(), entry);
    }

    /** Puts an entry whose direct meter is configured anew, and so full. */
    void replaceWithMeter(StoredEntry entry, Journal journal) {
        binding.putMeter(entry.key(), entry.meter(), journal);
        replace(entry, journal);
    }

    /** Puts a written entry; a direct meter of the same configuration keeps its tokens. */
    private void replace(StoredEntry old, StoredEntry entry, Journal journal) {
        Optional<MeterConfig> before = old == null ? Optional.empty() : old.meter();
        if (entry.meter().equals(before)) {
            replace(entry, journal);
        } else {
            replaceWithMeter(entry, journal);
        }
    }

    void write(Update.Type type, TableEntry entry, Journal journal) throws Refusal {
        if (entry.getIsConst()) {
            throw Refusal.invalid("is_const must not be set in a write");
        }
        if (entry.getIsDefaultAction()) {
            writeDefault(type, entry, journal);
            return;
        }
        if (schema.isConst() && !(type == Update.Type.MODIFY && changesResourcesOnly(entry))) {
            throw new Refusal(
                    Code.PERMISSION_DENIED,
                    schema.name()
                            + " is constant: of its entries, only direct resources can be modified,"
                            + " without an action");
        }
        MatchKey key = schema.key().key(entry.getMatchList(), entry.getPriority());
        switch (type) {
            case INSERT -> insert(key, entry, journal);
            case MODIFY -> modify(existing(key), entry, journal);
            case DELETE -> delete(existing(key), journal);
            default -> EntityStore.requireType(type);
        }
    }

    /** Whether nothing but key and direct resources is set. */
    private boolean changesResourcesOnly(TableEntry entry) {
        TableEntry rest =
                entry.toBuilder()
                        .clearMatch()
                        .clearPriority()
                        .clearCounterData()
                        .clearMeterConfig()
                        .clearMeterCounterData()
                        .build();
        return rest.equals(TableEntry.newBuilder().setTableId(schema.id()).build());
    }

    void read(TableEntry filter, Consumer<TableEntry> into) throws Refusal {
        checkFilter(filter);
        if (filter.getIsDefaultAction()) {
            Refusal.invalidIf(filter.getMatchCount() != 0, "the default entry has no match");
            select(List.of(defaultEntry), filter, into);
        } else if (filter.getMatchCount() == 0) {
            select(entries.values(), filter, into);
        } else {
            select(withKeyOf(filter), filter, into);
        }
    }

    /** Entries with the filter's match; at any priority where it names none. */
    private List<StoredEntry> withKeyOf(TableEntry filter) throws Refusal {
        if (schema.key().wantsPriority() && filter.getPriority() == 0) {
            MatchKey wanted = schema.key().keyWithoutPriority(filter.getMatchList());
            return entries.values().stream().filter(it -> it.key().hasFieldsOf(wanted)).toList();
        }
        MatchKey key = schema.key().key(filter.getMatchList(), filter.getPriority());
        StoredEntry found = entries.get(key);
        return found == null ? List.of() : List.of(found);
    }

    private void insert(MatchKey key, TableEntry entry, Journal journal) throws Refusal {
        if (schema.key().fields().isEmpty()) {
            throw Refusal.invalid(schema.name() + " has no key: it has the default entry only");
        }
        if (entries.containsKey(key)) {
            throw new Refusal(
                    Code.ALREADY_EXISTS, "%s has an entry for %s".formatted(schema.name(), key));
        }
        if (schema.size() > 0 && entries.size() >= schema.size()) {
            throw new Refusal(
                    Code.RESOURCE_EXHAUSTED,
                    "%s is full: %d entries".formatted(schema.name(), entries.size()));
        }
        checkAttributes(entry);
        Refusal.invalidIf(!entry.hasAction(), "the entry has no action");
        store(null, key, entry, checkAction(entry.getAction()), journal);
    }

    private void modify(StoredEntry old, TableEntry entry, Journal journal) throws Refusal {
        checkAttributes(entry);
        TableAction action =
                entry.hasAction() ? checkAction(entry.getAction()) : old.entry().getAction();
        store(old, old.key(), entry, action, journal);
    }

    private void store(
            StoredEntry old, MatchKey key, TableEntry sent, TableAction action, Journal journal)
            throws Refusal {
        if (implementation.isPresent()) {
            TableAction before = old == null ? null : old.entry().getAction();
            implementation.get().use(action, before, journal);
        }
        binding.put(key, action, journal);
        StoredEntry stored = stored(old, key, sent, action);
        replace(old, stored, journal);
        if (schema.timesEntries()) {
            binding.putTimeout(key, stored.entry(), journal);
        }
    }

    private StoredEntry stored(StoredEntry old, MatchKey key, TableEntry sent, TableAction action)
            throws Refusal {
        TableEntry entry = sent;
        boolean plain = !sent.hasCounterData() && !sent.hasMeterConfig();
        boolean canonicalKey = key == null || key.wasSentCanonical();
        if (!plain || !canonicalKey || !sent.getAction().equals(action)) {
            TableEntry.Builder canonical =
                    sent.toBuilder()
                            .setAction(action)
                            .setIsConst(old != null && old.entry().getIsConst())
                            .clearCounterData()
                            .clearMeterConfig();
            if (!canonicalKey) {
                canonical.clearMatch().addAllMatch(key.toMatches());
            }
            entry = canonical.build();
        }
        CounterData offset = old == null ? sent.getCounterData() : old.countOffset();
        Optional<MeterConfig> meter =
                sent.hasMeterConfig() ? Optional.of(sent.getMeterConfig()) : Optional.empty();
        StoredEntry stored = new StoredEntry(key, entry, offset, meter);
        return old != null && sent.hasCounterData()
                ? stored.withCount(sent.getCounterData(), counts())
                : stored;
    }

    private void delete(StoredEntry old, Journal journal) throws Refusal {
        if (implementation.isPresent()) {
            implementation.get().use(null, old.entry().getAction(), journal);
        }
        binding.remove(old.key(), journal);
        journal.put(entries, old.key(), null);
    }

    private void writeDefault(Update.Type type, TableEntry entry, Journal journal) throws Refusal {
        Refusal.invalidIf(type != Update.Type.MODIFY, "the default entry can only be modified");
        Refusal.invalidIf(
                entry.getMatchCount() != 0 || entry.getPriority() != 0,
                "the default entry has no match and no priority");
        if (schema.hasConstDefault()) {
            throw new Refusal(
                    Code.PERMISSION_DENIED,
                    "the default action of %s is constant".formatted(schema.name()));
        }
        checkAttributes(entry);
        if (!entry.hasAction()) {
            binding.resetDefault(journal);
            replace(defaultEntry, initialDefault(), journal);
            return;
        }
        Refusal.invalidIf(
                !entry.getAction().hasAction(), "the default entry must have a plain action");
        Action action = schema.checkDefaultAction(entry.getAction().getAction());
        binding.checkDefault(action);
        binding.putDefault(action, journal);
        TableAction canonical = TableAction.newBuilder().setAction(action).build();
        replace(defaultEntry, stored(defaultEntry, null, entry, canonical), journal);
    }

    private TableAction checkAction(TableAction action) throws Refusal {
        if (implementation.isPresent()) {
            return implementation.get().checkUse(schema, action);
        }
        if (!action.hasAction()) {
            throw Refusal.invalid(
                    "%s has no action profile: an entry has a plain action"
                            .formatted(schema.name()));
        }
        Action canonical = schema.checkEntryAction(action.getAction());
        return canonical.equals(action.getAction())
                ? action
                : TableAction.newBuilder().setAction(canonical).build();
    }

    /** Everything of a written entry that is neither key nor action. */
    private void checkAttributes(TableEntry entry) throws Refusal {
        if (entry.hasMeterConfig()) {
            if (schema.meter().isEmpty()) {
                throw Refusal.invalid(schema.name() + " has no direct meter");
            }
            MeterLimits.check(schema.meter().get().getSpec(), entry.getMeterConfig());
        }
        if (entry.hasMeterCounterData()) {
            throw schema.meter().isEmpty()
                    ? Refusal.invalid(schema.name() + " has no direct meter")
                    : MeterLimits.noColourCounters();
        }
        if (entry.hasCounterData() && schema.counter().isEmpty()) {
            throw Refusal.invalid(schema.name() + " has no direct counter");
        }
        checkIdle(entry);
        Refusal.invalidIf(
                entry.hasTimeSinceLastHit(), "time_since_last_hit must not be set in a write");
    }

    private void checkFilter(TableEntry filter) throws Refusal {
        if (filter.hasAction() && (implementation.isPresent() || !filter.getAction().hasAction())) {
            throw Refusal.invalid(
                    "entries of %s cannot be selected by such an action; only those of a table"
                                    .formatted(schema.name())
                            + " without profile can, by action id");
        }
        if (filter.hasMeterCounterData()) {
            throw MeterLimits.noColourCounters();
        }
        Refusal.invalidIf(
                filter.hasCounterData() && schema.counter().isEmpty(),
                schema.name() + " has no direct counter");
        Refusal.invalidIf(
                filter.hasMeterConfig() && schema.meter().isEmpty(),
                schema.name() + " has no direct meter");
        checkIdle(filter);
    }

    private void checkIdle(TableEntry entry) throws Refusal {
        boolean timed = entry.getIdleTimeoutNs() != 0 || entry.hasTimeSinceLastHit();
        Refusal.invalidIf(timed && !schema.timesEntries(), schema.name() + " has no idle timeout");
        Refusal.invalidIf(
                timed && entry.getIsDefaultAction(), "the default entry has no idle timeout");
        Refusal.invalidIf(entry.getIdleTimeoutNs() < 0, "an idle timeout must not be negative");
    }

    @SuppressWarnings("deprecation") // controller_metadata: old controllers mark entries with it
    private void select(Collection<StoredEntry> among, TableEntry filter, Consumer<TableEntry> into)
            throws Refusal {
        EntryCounts counts = filter.hasCounterData() ? counts() : EntryCounts.NONE;
        Map<MatchKey, Long> idleNanos =
                filter.hasTimeSinceLastHit() ? binding.idleNanos() : Map.of();
        for (StoredEntry stored : among) {
            TableEntry entry = stored.entry();
            boolean selected =
                    (filter.getPriority() == 0 || entry.getPriority() == filter.getPriority())
                            && (filter.getMetadata().isEmpty()
                                    || entry.getMetadata().equals(filter.getMetadata()))
                            && (filter.getControllerMetadata() == 0
                                    || entry.getControllerMetadata()
                                            == filter.getControllerMetadata())
                            && (!filter.hasAction()
                                    || entry.getAction().getAction().getActionId()
                                            == filter.getAction().getAction().getActionId());
            if (selected) {
                into.accept(stored.answer(filter, counts, idleNanos));
            }
        }
    }

    private StoredEntry existing(MatchKey key) throws Refusal {
        StoredEntry found = entries.get(key);
        if (found == null) {
            throw new Refusal(
                    Code.NOT_FOUND, "%s has no entry for %s".formatted(schema.name(), key));
        }
        return found;
    }

    private StoredEntry initialDefault() {
        TableEntry.Builder entry =
                TableEntry.newBuilder().setTableId(schema.id()).setIsDefaultAction(true);
        binding.initialDefault()
                .or(schema::initialDefault)
                .ifPresent(action -> entry.setAction(TableAction.newBuilder().setAction(action)));
        return new StoredEntry(
                null, entry.build(), CounterData.getDefaultInstance(), Optional.empty());
    }
}
