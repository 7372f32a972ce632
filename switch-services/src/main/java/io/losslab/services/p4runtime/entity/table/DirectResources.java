package io.losslab.services.p4runtime.entity.table;

import io.losslab.proto.p4.v1.DirectCounterEntry;
import io.losslab.proto.p4.v1.DirectMeterEntry;
import io.losslab.proto.p4.v1.Entity;
import io.losslab.proto.p4.v1.TableEntry;
import io.losslab.proto.p4.v1.Update;
import io.losslab.services.p4runtime.entity.EntityStore;
import io.losslab.services.p4runtime.entity.Journal;
import io.losslab.services.p4runtime.entity.MeterLimits;
import io.losslab.services.p4runtime.program.Refusal;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** The direct counters and direct meters of the entries of all tables. */
public final class DirectResources implements EntityStore {
    private final TableStore tables;

    public DirectResources(TableStore tables) {
        this.tables = tables;
    }

    @Override
    public void write(Update.Type type, Entity entity, Journal journal) throws Refusal {
        if (entity.hasDirectCounterEntry()) {
            EntityStore.requireModify(type, "a direct counter");
            writeCounter(entity.getDirectCounterEntry(), journal);
        } else {
            EntityStore.requireModify(type, "a direct meter");
            writeMeter(entity.getDirectMeterEntry(), journal);
        }
    }

    @Override
    public void read(Entity filter, Consumer<Entity> into) throws Refusal {
        if (filter.hasDirectCounterEntry()) {
            readCounters(filter.getDirectCounterEntry().getTableEntry(), into);
            return;
        }
        if (filter.getDirectMeterEntry().hasCounterData()) {
            throw MeterLimits.noColourCounters();
        }
        TableEntry named = filter.getDirectMeterEntry().getTableEntry();
        for (TableEntries table : tables(named, DirectResources::hasMeter, "meter")) {
            for (StoredEntry found : select(table, named)) {
                DirectMeterEntry.Builder meter =
                        DirectMeterEntry.newBuilder().setTableEntry(keyOf(found));
                found.meter().ifPresent(meter::setConfig);
                into.accept(Entity.newBuilder().setDirectMeterEntry(meter).build());
            }
        }
    }

    private void readCounters(TableEntry named, Consumer<Entity> into) throws Refusal {
        for (TableEntries table : tables(named, DirectResources::hasCounter, "counter")) {
            EntryCounts counts = table.counts();
            for (StoredEntry found : select(table, named)) {
                into.accept(
                        Entity.newBuilder()
                                .setDirectCounterEntry(
                                        DirectCounterEntry.newBuilder()
                                                .setTableEntry(keyOf(found))
                                                .setData(found.count(counts)))
                                .build());
            }
        }
    }

    private void writeCounter(DirectCounterEntry entry, Journal journal) throws Refusal {
        TableEntries table = with(entry.getTableEntry(), DirectResources::hasCounter, "counter");
        StoredEntry old = table.existing(entry.getTableEntry());
        if (entry.hasData()) {
            table.replace(old.withCount(entry.getData(), table.counts()), journal);
        }
    }

    private void writeMeter(DirectMeterEntry entry, Journal journal) throws Refusal {
        TableEntries table = with(entry.getTableEntry(), DirectResources::hasMeter, "meter");
        if (entry.hasCounterData()) {
            throw MeterLimits.noColourCounters();
        }
        StoredEntry old = table.existing(entry.getTableEntry());
        if (entry.hasConfig()) {
            MeterLimits.check(table.schema().meter().orElseThrow().getSpec(), entry.getConfig());
        }
        table.replaceWithMeter(
                old.withMeter(
                        entry.hasConfig() ? Optional.of(entry.getConfig()) : Optional.empty()),
                journal);
    }

    /** Table 0 is all that have the resource. */
    private List<TableEntries> tables(
            TableEntry named, Predicate<TableEntries> has, String resource) throws Refusal {
        return named.getTableId() == 0
                ? tables.all().stream().filter(has).toList()
                : List.of(with(named, has, resource));
    }

    /** Without a match all entries of a table. */
    private static Collection<StoredEntry> select(TableEntries table, TableEntry named)
            throws Refusal {
        boolean one = named.getMatchCount() != 0 || named.getIsDefaultAction();
        return one && named.getTableId() != 0 ? List.of(table.existing(named)) : table.all();
    }

    private TableEntries with(TableEntry named, Predicate<TableEntries> has, String resource)
            throws Refusal {
        TableEntries table = tables.table(named.getTableId());
        Refusal.invalidIf(
                !has.test(table), "%s has no direct %s".formatted(table.schema().name(), resource));
        return table;
    }

    private static boolean hasCounter(TableEntries table) {
        return table.schema().counter().isPresent();
    }

    private static boolean hasMeter(TableEntries table) {
        return table.schema().meter().isPresent();
    }

    private static TableEntry keyOf(StoredEntry stored) {
        TableEntry entry = stored.entry();
        return TableEntry.newBuilder()
                .setTableId(entry.getTableId())
                .addAllMatch(entry.getMatchList())
                .setPriority(entry.getPriority())
                .setIsDefaultAction(entry.getIsDefaultAction())
                .build();
    }
}
