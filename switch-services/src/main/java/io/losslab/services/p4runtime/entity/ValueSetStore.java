package io.losslab.services.p4runtime.entity;

import com.google.rpc.Code;
import io.losslab.proto.p4.config.v1.ValueSet;
import io.losslab.proto.p4.v1.Entity;
import io.losslab.proto.p4.v1.Update;
import io.losslab.proto.p4.v1.ValueSetEntry;
import io.losslab.proto.p4.v1.ValueSetMember;
import io.losslab.services.p4runtime.program.KeySchema;
import io.losslab.services.p4runtime.program.MatchKey;
import io.losslab.services.p4runtime.program.Program;
import io.losslab.services.p4runtime.program.Refusal;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** The parser value sets of a program, empty at first. */
public final class ValueSetStore implements EntityStore {
    private record Declared(ValueSet set, KeySchema key) {}

    private final Map<Integer, Declared> declared = new LinkedHashMap<>();
    private final Map<Integer, ValueSetEntry> entries = new LinkedHashMap<>();
    private final ValueSetListener listener;

    public ValueSetStore(Program program, ValueSetListener listener) {
        this.listener = listener;
        for (ValueSet set : program.valueSets()) {
            int id = set.getPreamble().getId();
            declared.put(id, new Declared(set, program.keyOf(set)));
            entries.put(id, ValueSetEntry.newBuilder().setValueSetId(id).build());
        }
    }

    @Override
    public void write(Update.Type type, Entity entity, Journal journal) throws Refusal {
        EntityStore.requireModify(type, "a value set");
        ValueSetEntry entry = entity.getValueSetEntry();
        int id = requireKnown(entry.getValueSetId());
        Declared found = declared.get(id);
        String name = found.set().getPreamble().getName();
        if (found.set().getSize() > 0 && entry.getMembersCount() > found.set().getSize()) {
            throw new Refusal(
                    Code.RESOURCE_EXHAUSTED,
                    "%s has room for %d members: %d"
                            .formatted(name, found.set().getSize(), entry.getMembersCount()));
        }
        ValueSetEntry.Builder canonical = ValueSetEntry.newBuilder().setValueSetId(id);
        Set<MatchKey> seen = new LinkedHashSet<>();
        for (ValueSetMember member : entry.getMembersList()) {
            MatchKey key = found.key().keyWithoutPriority(member.getMatchList());
            if (!seen.add(key)) {
                throw new Refusal(
                        Code.ALREADY_EXISTS, "%s has a duplicate member: %s".formatted(name, key));
            }
            canonical.addMembers(ValueSetMember.newBuilder().addAllMatch(key.toMatches()));
        }
        journal.put(entries, id, canonical.build());
        listener.valueSetChanged(id, List.copyOf(seen), journal);
    }

    @Override
    public void read(Entity filter, Consumer<Entity> into) throws Refusal {
        int id = filter.getValueSetEntry().getValueSetId();
        if (id != 0) {
            requireKnown(id);
        }
        entries.forEach(
                (each, entry) -> {
                    if (id == 0 || each == id) {
                        into.accept(Entity.newBuilder().setValueSetEntry(entry).build());
                    }
                });
    }

    private int requireKnown(int id) throws Refusal {
        if (!declared.containsKey(id)) {
            throw Refusal.invalid("there is no value set 0x%08x".formatted(id));
        }
        return id;
    }
}
