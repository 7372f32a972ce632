package io.losslab.services.p4runtime.entity.table;

import io.losslab.proto.p4.config.v1.ActionProfile;
import io.losslab.proto.p4.v1.Action;
import io.losslab.proto.p4.v1.ActionProfileGroup;
import io.losslab.proto.p4.v1.ActionProfileMember;
import io.losslab.proto.p4.v1.Entity;
import io.losslab.proto.p4.v1.TableAction;
import io.losslab.proto.p4.v1.Update;
import io.losslab.services.p4runtime.entity.EntityStore;
import io.losslab.services.p4runtime.entity.Journal;
import io.losslab.services.p4runtime.entity.SdnPorts;
import io.losslab.services.p4runtime.program.Program;
import io.losslab.services.p4runtime.program.Refusal;
import io.losslab.services.p4runtime.program.TableSchema;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The members and groups of all action profiles. */
public final class ProfileStore implements EntityStore {
    private final Map<Integer, ProfileEntries> profiles = new LinkedHashMap<>();

    public ProfileStore(Program program, int portCount, ProfileListener listener) {
        for (ActionProfile profile : program.profiles()) {
            int id = profile.getPreamble().getId();
            List<TableSchema> tables =
                    program.tables().values().stream()
                            .filter(
                                    it ->
                                            it.implementation()
                                                    .map(by -> by.getPreamble().getId() == id)
                                                    .orElse(false))
                            .toList();
            profiles.put(
                    id, new ProfileEntries(profile, tables, new SdnPorts(portCount), listener));
        }
    }

    /** Takes the actions that an entry's packets may get, with their weights. */
    public interface MemberSink {
        void member(Action action, int weight) throws Refusal;
    }

    /** Follows a table entry's reference to members, or its one-shot set. */
    public void resolve(int profileId, TableAction action, MemberSink sink) throws Refusal {
        find(profileId).resolve(action, sink);
    }

    @Override
    public void write(Update.Type type, Entity entity, Journal journal) throws Refusal {
        if (entity.hasActionProfileMember()) {
            ActionProfileMember member = entity.getActionProfileMember();
            find(member.getActionProfileId()).writeMember(type, member, journal);
        } else {
            ActionProfileGroup group = entity.getActionProfileGroup();
            find(group.getActionProfileId()).writeGroup(type, group, journal);
        }
    }

    @Override
    public void read(Entity filter, Consumer<Entity> into) throws Refusal {
        if (filter.hasActionProfileMember()) {
            ActionProfileMember wanted = filter.getActionProfileMember();
            for (ProfileEntries each :
                    select(wanted.getActionProfileId(), wanted.getMemberId() != 0)) {
                for (ActionProfileMember found : each.members(wanted.getMemberId())) {
                    into.accept(Entity.newBuilder().setActionProfileMember(found).build());
                }
            }
            return;
        }
        ActionProfileGroup wanted = filter.getActionProfileGroup();
        for (ProfileEntries each : select(wanted.getActionProfileId(), wanted.getGroupId() != 0)) {
            for (ActionProfileGroup found : each.groups(wanted.getGroupId())) {
                into.accept(Entity.newBuilder().setActionProfileGroup(found).build());
            }
        }
    }

    ProfileEntries profile(int profileId) {
        return profiles.get(profileId);
    }

    private Collection<ProfileEntries> select(int profileId, boolean one) throws Refusal {
        if (profileId != 0) {
            return List.of(find(profileId));
        }
        Refusal.invalidIf(one, "with action_profile_id 0 no single id can be selected");
        return profiles.values();
    }

    private ProfileEntries find(int profileId) throws Refusal {
        ProfileEntries found = profiles.get(profileId);
        if (found == null) {
            throw Refusal.invalid("there is no action profile 0x%08x".formatted(profileId));
        }
        return found;
    }
}
