package io.losslab.services.p4runtime.entity;

import com.google.rpc.Code;
import io.losslab.proto.p4.config.v1.Digest;
import io.losslab.proto.p4.v1.DigestEntry;
import io.losslab.proto.p4.v1.Entity;
import io.losslab.proto.p4.v1.Update;
import io.losslab.services.p4runtime.program.Program;
import io.losslab.services.p4runtime.program.Refusal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Which digests of a program are on, and how they are sent. */
public final class DigestStore implements EntityStore {
    private final Map<Integer, String> names = new LinkedHashMap<>();
    private final Map<Integer, DigestEntry> enabled = new LinkedHashMap<>();

    public DigestStore(Program program) {
        for (Digest digest : program.digests()) {
            names.put(digest.getPreamble().getId(), digest.getPreamble().getName());
        }
    }

    /** How a digest is sent; empty where it is off. */
    public Optional<DigestEntry.Config> config(int digestId) {
        return Optional.ofNullable(enabled.get(digestId)).map(DigestEntry::getConfig);
    }

    public boolean knows(int digestId) {
        return names.containsKey(digestId);
    }

    @Override
    public void write(Update.Type type, Entity entity, Journal journal) throws Refusal {
        EntityStore.requireType(type);
        DigestEntry entry = entity.getDigestEntry();
        int id = entry.getDigestId();
        requireKnown(id);
        DigestEntry old = enabled.get(id);
        if (type == Update.Type.INSERT && old != null) {
            throw new Refusal(Code.ALREADY_EXISTS, names.get(id) + " is already enabled");
        }
        if (type != Update.Type.INSERT && old == null) {
            throw new Refusal(Code.NOT_FOUND, names.get(id) + " is not enabled");
        }
        if (type != Update.Type.DELETE) {
            checkConfig(entry.getConfig());
        }
        journal.put(enabled, id, type == Update.Type.DELETE ? null : entry);
    }

    @Override
    public void read(Entity filter, Consumer<Entity> into) throws Refusal {
        int id = filter.getDigestEntry().getDigestId();
        if (id != 0) {
            requireKnown(id);
        }
        enabled.forEach(
                (each, entry) -> {
                    if (id == 0 || each == id) {
                        into.accept(Entity.newBuilder().setDigestEntry(entry).build());
                    }
                });
    }

    private void requireKnown(int id) throws Refusal {
        if (!names.containsKey(id)) {
            throw Refusal.invalid("there is no digest 0x%08x".formatted(id));
        }
    }

    private static void checkConfig(DigestEntry.Config config) throws Refusal {
        Refusal.invalidIf(
                config.getMaxTimeoutNs() < 0
                        || config.getMaxListSize() < 0
                        || config.getAckTimeoutNs() < 0,
                "times and sizes of a digest must not be negative");
    }
}
