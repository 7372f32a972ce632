package io.losslab.services.p4runtime.forwarding;

import io.losslab.proto.p4.v1.ActionProfileGroup;
import io.losslab.proto.p4.v1.ActionProfileMember;
import io.losslab.proto.p4.v1.CloneSessionEntry;
import io.losslab.proto.p4.v1.DigestEntry;
import io.losslab.proto.p4.v1.DirectCounterEntry;
import io.losslab.proto.p4.v1.DirectMeterEntry;
import io.losslab.proto.p4.v1.Entity;
import io.losslab.proto.p4.v1.MeterEntry;
import io.losslab.proto.p4.v1.MulticastGroupEntry;
import io.losslab.proto.p4.v1.PacketReplicationEngineEntry;
import io.losslab.proto.p4.v1.RegisterEntry;
import io.losslab.proto.p4.v1.TableEntry;
import io.losslab.proto.p4.v1.Update;
import io.losslab.proto.p4.v1.ValueSetEntry;
import io.losslab.services.p4runtime.entity.Journal;
import io.losslab.services.p4runtime.program.Refusal;
import io.losslab.services.p4runtime.program.TableSchema;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes all that one pipeline holds into another that holds nothing, in an order that references
 * allow. Counters are not among it.
 */
final class CarryOver {
    private final Pipeline from;
    private final Pipeline to;

    CarryOver(Pipeline from, Pipeline to) {
        this.from = from;
        this.to = to;
    }

    /**
     * @throws Refusal INVALID_ARGUMENT where an entity has no place in the other pipeline
     */
    void run() throws Refusal {
        insertAll(
                member -> member.setActionProfileMember(ActionProfileMember.getDefaultInstance()));
        insertAll(group -> group.setActionProfileGroup(ActionProfileGroup.getDefaultInstance()));
        deleteInitialEntries();
        insertAll(entry -> entry.setTableEntry(TableEntry.getDefaultInstance()));
        modifyDefaults();
        insertAll(
                group ->
                        group.setPacketReplicationEngineEntry(
                                PacketReplicationEngineEntry.newBuilder()
                                        .setMulticastGroupEntry(
                                                MulticastGroupEntry.getDefaultInstance())));
        insertAll(
                session ->
                        session.setPacketReplicationEngineEntry(
                                PacketReplicationEngineEntry.newBuilder()
                                        .setCloneSessionEntry(
                                                CloneSessionEntry.getDefaultInstance())));
        insertAll(digest -> digest.setDigestEntry(DigestEntry.getDefaultInstance()));
        modifyAll(it -> it.setDirectCounterEntry(DirectCounterEntry.getDefaultInstance()));
        modifyAll(it -> it.setDirectMeterEntry(DirectMeterEntry.getDefaultInstance()));
        modifyAll(it -> it.setMeterEntry(MeterEntry.getDefaultInstance()));
        modifyAll(it -> it.setRegisterEntry(RegisterEntry.getDefaultInstance()));
        modifyAll(it -> it.setValueSetEntry(ValueSetEntry.getDefaultInstance()));
    }

    /** Entries that a program puts and a controller may change are as they were before. */
    private void deleteInitialEntries() throws Refusal {
        List<Entity> entities = new ArrayList<>();
        to.read(wildcard(it -> it.setTableEntry(TableEntry.getDefaultInstance())), entities::add);
        writeAll(Update.Type.DELETE, entities);
    }

    /** A default entry that cannot be written is the program's own. */
    private void modifyDefaults() throws Refusal {
        for (TableSchema table : from.program().tables().values()) {
            if (!table.hasConstDefault()) {
                TableEntry wanted =
                        TableEntry.newBuilder()
                                .setTableId(table.id())
                                .setIsDefaultAction(true)
                                .build();
                modifyAll(it -> it.setTableEntry(wanted));
            }
        }
    }

    /** Sets a filter that selects everything of a kind. */
    private interface Wildcard {
        Entity.Builder set(Entity.Builder filter);
    }

    private void insertAll(Wildcard kind) throws Refusal {
        writeAll(Update.Type.INSERT, kind);
    }

    private void modifyAll(Wildcard kind) throws Refusal {
        writeAll(Update.Type.MODIFY, kind);
    }

    private void writeAll(Update.Type type, Wildcard kind) throws Refusal {
        List<Entity> entities = new ArrayList<>();
        from.read(wildcard(kind), entities::add);
        writeAll(type, entities);
    }

    private static Entity wildcard(Wildcard kind) {
        return kind.set(Entity.newBuilder()).build();
    }

    /** Constant entries are the program's own. */
    private void writeAll(Update.Type type, List<Entity> entities) throws Refusal {
        entities.removeIf(it -> it.getTableEntry().getIsConst());
        Journal journal = new Journal();
        for (Entity entity : entities) {
            try {
                to.apply(Update.newBuilder().setType(type).setEntity(entity).build(), journal);
            } catch (Refusal refusal) {
                throw Refusal.invalid(
                        "existing state cannot be preserved: " + refusal.getMessage());
            }
        }
    }
}
