package io.losslab.driver.p4runtime;

import io.losslab.proto.p4.v1.ActionProfileGroup;
import io.losslab.proto.p4.v1.ActionProfileMember;
import io.losslab.proto.p4.v1.CloneSessionEntry;
import io.losslab.proto.p4.v1.CounterEntry;
import io.losslab.proto.p4.v1.DigestEntry;
import io.losslab.proto.p4.v1.DirectCounterEntry;
import io.losslab.proto.p4.v1.DirectMeterEntry;
import io.losslab.proto.p4.v1.Entity;
import io.losslab.proto.p4.v1.MeterEntry;
import io.losslab.proto.p4.v1.MulticastGroupEntry;
import io.losslab.proto.p4.v1.PacketReplicationEngineEntry;
import io.losslab.proto.p4.v1.RegisterEntry;
import io.losslab.proto.p4.v1.Update;
import io.losslab.proto.p4.v1.ValueSetEntry;
import java.util.List;
import java.util.function.Function;

/**
 * All that a device holds beside its table entries. Unset parts of what is read by match anything;
 * failures are those of {@link P4RuntimeClient#write} and {@link P4RuntimeClient#read}.
 */
public final class SwitchEntities {
    private final P4RuntimeClient client;

    SwitchEntities(P4RuntimeClient client) {
        this.client = client;
    }

    public void writeMembers(Update.Type type, List<ActionProfileMember> members) {
        write(type, members, it -> Entity.newBuilder().setActionProfileMember(it));
    }

    public List<ActionProfileMember> readMembers(ActionProfileMember filter) {
        return read(
                Entity.newBuilder().setActionProfileMember(filter), Entity::getActionProfileMember);
    }

    public void writeGroups(Update.Type type, List<ActionProfileGroup> groups) {
        write(type, groups, it -> Entity.newBuilder().setActionProfileGroup(it));
    }

    public List<ActionProfileGroup> readGroups(ActionProfileGroup filter) {
        return read(
                Entity.newBuilder().setActionProfileGroup(filter), Entity::getActionProfileGroup);
    }

    /** Sets cells; no index is all cells of a counter. */
    public void setCounters(List<CounterEntry> cells) {
        write(Update.Type.MODIFY, cells, it -> Entity.newBuilder().setCounterEntry(it));
    }

    /** Sets the counters of table entries. */
    public void setDirectCounters(List<DirectCounterEntry> counters) {
        write(Update.Type.MODIFY, counters, it -> Entity.newBuilder().setDirectCounterEntry(it));
    }

    public List<DirectCounterEntry> readDirectCounters(DirectCounterEntry filter) {
        return read(
                Entity.newBuilder().setDirectCounterEntry(filter), Entity::getDirectCounterEntry);
    }

    /** Configures meters; without a config a meter lets everything pass as green. */
    public void setMeters(List<MeterEntry> meters) {
        write(Update.Type.MODIFY, meters, it -> Entity.newBuilder().setMeterEntry(it));
    }

    public List<MeterEntry> readMeters(MeterEntry filter) {
        return read(Entity.newBuilder().setMeterEntry(filter), Entity::getMeterEntry);
    }

    /** Configures the meters of table entries. */
    public void setDirectMeters(List<DirectMeterEntry> meters) {
        write(Update.Type.MODIFY, meters, it -> Entity.newBuilder().setDirectMeterEntry(it));
    }

    public List<DirectMeterEntry> readDirectMeters(DirectMeterEntry filter) {
        return read(Entity.newBuilder().setDirectMeterEntry(filter), Entity::getDirectMeterEntry);
    }

    /** Sets cells; no index is all cells of a register. */
    public void setRegisters(List<RegisterEntry> cells) {
        write(Update.Type.MODIFY, cells, it -> Entity.newBuilder().setRegisterEntry(it));
    }

    public List<RegisterEntry> readRegisters(RegisterEntry filter) {
        return read(Entity.newBuilder().setRegisterEntry(filter), Entity::getRegisterEntry);
    }

    public void writeMulticastGroups(Update.Type type, List<MulticastGroupEntry> groups) {
        write(type, groups, SwitchEntities::replication);
    }

    public List<MulticastGroupEntry> readMulticastGroups(MulticastGroupEntry filter) {
        return read(
                replication(filter),
                it -> it.getPacketReplicationEngineEntry().getMulticastGroupEntry());
    }

    public void writeCloneSessions(Update.Type type, List<CloneSessionEntry> sessions) {
        write(type, sessions, SwitchEntities::replication);
    }

    public List<CloneSessionEntry> readCloneSessions(CloneSessionEntry filter) {
        return read(
                replication(filter),
                it -> it.getPacketReplicationEngineEntry().getCloneSessionEntry());
    }

    /** Puts the members of value sets in place of those there are. */
    public void setValueSets(List<ValueSetEntry> sets) {
        write(Update.Type.MODIFY, sets, it -> Entity.newBuilder().setValueSetEntry(it));
    }

    public List<ValueSetEntry> readValueSets(ValueSetEntry filter) {
        return read(Entity.newBuilder().setValueSetEntry(filter), Entity::getValueSetEntry);
    }

    /** Turns digests on (INSERT), changes how they are sent, or turns them off (DELETE). */
    public void writeDigests(Update.Type type, List<DigestEntry> digests) {
        write(type, digests, it -> Entity.newBuilder().setDigestEntry(it));
    }

    public List<DigestEntry> readDigests(DigestEntry filter) {
        return read(Entity.newBuilder().setDigestEntry(filter), Entity::getDigestEntry);
    }

    private static Entity.Builder replication(MulticastGroupEntry group) {
        return Entity.newBuilder()
                .setPacketReplicationEngineEntry(
                        PacketReplicationEngineEntry.newBuilder().setMulticastGroupEntry(group));
    }

    private static Entity.Builder replication(CloneSessionEntry session) {
        return Entity.newBuilder()
                .setPacketReplicationEngineEntry(
                        PacketReplicationEngineEntry.newBuilder().setCloneSessionEntry(session));
    }

    private <T> void write(Update.Type type, List<T> parts, Function<T, Entity.Builder> asEntity) {
        client.write(
                parts.stream()
                        .map(
                                part ->
                                        Update.newBuilder()
                                                .setType(type)
                                                .setEntity(asEntity.apply(part))
                                                .build())
                        .toList());
    }

    private <T> List<T> read(Entity.Builder filter, Function<Entity, T> part) {
        return client.read(List.of(filter.build())).stream().map(part).toList();
    }
}
