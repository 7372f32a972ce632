package io.losslab.services.p4runtime.entity;

import com.google.rpc.Code;
import io.losslab.proto.p4.v1.BackupReplica;
import io.losslab.proto.p4.v1.CloneSessionEntry;
import io.losslab.proto.p4.v1.Entity;
import io.losslab.proto.p4.v1.MulticastGroupEntry;
import io.losslab.proto.p4.v1.PacketReplicationEngineEntry;
import io.losslab.proto.p4.v1.Replica;
import io.losslab.proto.p4.v1.Update;
import io.losslab.services.p4runtime.program.BitString;
import io.losslab.services.p4runtime.program.Refusal;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Multicast groups and clone sessions. */
public final class ReplicationStore implements EntityStore {
    /** Width of {@code egress_rid}, v1model. */
    private static final int MOST_INSTANCE = 0xffff;

    private static final int MOST_GROUP = 0xffff;

    private final SdnPorts ports;
    private final ReplicationListener listener;
    private final Map<Integer, PacketReplicationEngineEntry> groups = new LinkedHashMap<>();
    private final Map<Integer, PacketReplicationEngineEntry> sessions = new LinkedHashMap<>();

    public ReplicationStore(int portCount, ReplicationListener listener) {
        this.ports = new SdnPorts(portCount);
        this.listener = listener;
    }

    @Override
    public void write(Update.Type type, Entity entity, Journal journal) throws Refusal {
        PacketReplicationEngineEntry entry = entity.getPacketReplicationEngineEntry();
        switch (entry.getTypeCase()) {
            case MULTICAST_GROUP_ENTRY -> {
                MulticastGroupEntry group = entry.getMulticastGroupEntry();
                requireId(group.getMulticastGroupId(), "multicast_group_id");
                if (type != Update.Type.DELETE) {
                    checkReplicas(group.getReplicasList());
                }
                put(groups, type, group.getMulticastGroupId(), entry, "multicast group", journal);
                boolean gone = type == Update.Type.DELETE;
                listener.groupChanged(group.getMulticastGroupId(), gone ? null : group, journal);
            }
            case CLONE_SESSION_ENTRY -> {
                CloneSessionEntry session = entry.getCloneSessionEntry();
                requireId(session.getSessionId(), "session_id");
                if (type != Update.Type.DELETE) {
                    checkSession(session);
                }
                put(sessions, type, session.getSessionId(), entry, "clone session", journal);
                boolean gone = type == Update.Type.DELETE;
                listener.sessionChanged(session.getSessionId(), gone ? null : session, journal);
            }
            default -> throw unset();
        }
    }

    @Override
    public void read(Entity filter, Consumer<Entity> into) throws Refusal {
        PacketReplicationEngineEntry entry = filter.getPacketReplicationEngineEntry();
        switch (entry.getTypeCase()) {
            case MULTICAST_GROUP_ENTRY ->
                    select(
                            groups,
                            entry.getMulticastGroupEntry().getMulticastGroupId(),
                            "multicast group",
                            into);
            case CLONE_SESSION_ENTRY ->
                    select(
                            sessions,
                            entry.getCloneSessionEntry().getSessionId(),
                            "clone session",
                            into);
            default -> throw unset();
        }
    }

    private static void put(
            Map<Integer, PacketReplicationEngineEntry> among,
            Update.Type type,
            int id,
            PacketReplicationEngineEntry entry,
            String kind,
            Journal journal)
            throws Refusal {
        EntityStore.requireType(type);
        PacketReplicationEngineEntry old = among.get(id);
        if (type == Update.Type.INSERT && old != null) {
            throw new Refusal(
                    Code.ALREADY_EXISTS,
                    "there is a %s %s".formatted(kind, Integer.toUnsignedString(id)));
        }
        if (type != Update.Type.INSERT && old == null) {
            throw missing(kind, id);
        }
        journal.put(among, id, type == Update.Type.DELETE ? null : entry);
    }

    private static void select(
            Map<Integer, PacketReplicationEngineEntry> among,
            int id,
            String kind,
            Consumer<Entity> into)
            throws Refusal {
        if (id != 0 && !among.containsKey(id)) {
            throw missing(kind, id);
        }
        for (PacketReplicationEngineEntry entry :
                id == 0 ? among.values() : List.of(among.get(id))) {
            into.accept(Entity.newBuilder().setPacketReplicationEngineEntry(entry).build());
        }
    }

    private void checkSession(CloneSessionEntry session) throws Refusal {
        checkReplicas(session.getReplicasList());
        Refusal.invalidIf(
                session.getPacketLengthBytes() < 0,
                "packet_length_bytes must not be negative: " + session.getPacketLengthBytes());
        Refusal.invalidIf(
                Integer.compareUnsigned(session.getClassOfService(), 7) > 0,
                "class_of_service must be 0..7: "
                        + Integer.toUnsignedString(session.getClassOfService()));
    }

    private void checkReplicas(List<Replica> replicas) throws Refusal {
        Set<Long> seen = new HashSet<>();
        for (Replica replica : replicas) {
            long port = port(replica);
            requireNew(seen, port, replica.getInstance());
            for (BackupReplica backup : replica.getBackupReplicasList()) {
                long other =
                        BitString.toLong(ports.checkOrCpu(backup.getPort(), "a backup's port"));
                Refusal.invalidIf(
                        other == port, "a replica and its backup have the same port " + port);
                requireNew(seen, other, backup.getInstance());
            }
        }
    }

    @SuppressWarnings("deprecation") // egress_port: old controllers write ports so
    private long port(Replica replica) throws Refusal {
        return switch (replica.getPortKindCase()) {
            case PORT -> BitString.toLong(ports.checkOrCpu(replica.getPort(), "a replica's port"));
            case EGRESS_PORT ->
                    BitString.toLong(
                            ports.checkOrCpu(
                                    BitString.of(Integer.toUnsignedLong(replica.getEgressPort())),
                                    "a replica's port"));
            default -> throw Refusal.invalid("a replica has no port");
        };
    }

    private static void requireNew(Set<Long> seen, long port, int instance) throws Refusal {
        Refusal.invalidIf(
                Integer.compareUnsigned(instance, MOST_INSTANCE) > 0,
                "a replica's instance must be 0..%d: %s"
                        .formatted(MOST_INSTANCE, Integer.toUnsignedString(instance)));
        Refusal.invalidIf(
                !seen.add(port << 16 | instance),
                "duplicate replica: port %d, instance %d".formatted(port, instance));
    }

    private static void requireId(int id, String what) throws Refusal {
        Refusal.invalidIf(
                id == 0 || Integer.compareUnsigned(id, MOST_GROUP) > 0,
                "%s must be 1..%d: %s".formatted(what, MOST_GROUP, Integer.toUnsignedString(id)));
    }

    private static Refusal missing(String kind, int id) {
        return new Refusal(
                Code.NOT_FOUND, "there is no %s %s".formatted(kind, Integer.toUnsignedString(id)));
    }

    private static Refusal unset() {
        return Refusal.invalid(
                "the replication entry is neither multicast group nor clone session");
    }
}
