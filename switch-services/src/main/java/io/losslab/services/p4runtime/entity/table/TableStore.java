package io.losslab.services.p4runtime.entity.table;

import io.losslab.proto.p4.v1.Entity;
import io.losslab.proto.p4.v1.TableEntry;
import io.losslab.proto.p4.v1.Update;
import io.losslab.services.p4runtime.entity.EntityStore;
import io.losslab.services.p4runtime.entity.Journal;
import io.losslab.services.p4runtime.program.Program;
import io.losslab.services.p4runtime.program.Refusal;
import io.losslab.services.p4runtime.program.TableSchema;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** The tables of a program. */
public final class TableStore implements EntityStore {
    private final Map<Integer, TableEntries> tables = new LinkedHashMap<>();

    /**
     * Empty tables.
     *
     * @param bindings by table id, who carries out its entries; others are only kept
     */
    public TableStore(Program program, ProfileStore profiles, Map<Integer, TableBinding> bindings) {
        for (TableSchema table : program.tables().values()) {
            tables.put(
                    table.id(),
                    new TableEntries(
                            table,
                            table.implementation()
                                    .map(it -> profiles.profile(it.getPreamble().getId())),
                            bindings.getOrDefault(table.id(), TableBinding.NONE)));
        }
    }

    @Override
    public void write(Update.Type type, Entity entity, Journal journal) throws Refusal {
        TableEntry entry = entity.getTableEntry();
        table(entry.getTableId()).write(type, entry, journal);
    }

    @Override
    public void read(Entity filter, Consumer<Entity> into) throws Refusal {
        TableEntry entry = filter.getTableEntry();
        Consumer<TableEntry> wrapped =
                found -> into.accept(Entity.newBuilder().setTableEntry(found).build());
        if (entry.getTableId() != 0) {
            table(entry.getTableId()).read(entry, wrapped);
            return;
        }
        Refusal.invalidIf(
                !entry.equals(TableEntry.getDefaultInstance()),
                "with table_id 0 nothing else can be selected by");
        for (TableEntries table : tables.values()) {
            table.read(entry, wrapped);
        }
    }

    Collection<TableEntries> all() {
        return tables.values();
    }

    TableEntries table(int tableId) throws Refusal {
        TableEntries table = tables.get(tableId);
        if (table == null) {
            StringBuilder known = new StringBuilder();
            tables.forEach(
                    (id, it) ->
                            known.append(known.isEmpty() ? "" : ", ")
                                    .append("%s is 0x%08x".formatted(it.schema().name(), id)));
            throw Refusal.invalid("there is no table 0x%08x; %s".formatted(tableId, known));
        }
        return table;
    }
}
