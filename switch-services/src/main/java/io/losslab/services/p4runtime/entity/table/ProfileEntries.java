package io.losslab.services.p4runtime.entity.table;

import com.google.rpc.Code;
import io.losslab.proto.p4.config.v1.ActionProfile;
import io.losslab.proto.p4.v1.Action;
import io.losslab.proto.p4.v1.ActionProfileAction;
import io.losslab.proto.p4.v1.ActionProfileActionSet;
import io.losslab.proto.p4.v1.ActionProfileGroup;
import io.losslab.proto.p4.v1.ActionProfileMember;
import io.losslab.proto.p4.v1.TableAction;
import io.losslab.proto.p4.v1.Update;
import io.losslab.services.p4runtime.entity.EntityStore;
import io.losslab.services.p4runtime.entity.Journal;
import io.losslab.services.p4runtime.entity.SdnPorts;
import io.losslab.services.p4runtime.program.Refusal;
import io.losslab.services.p4runtime.program.TableSchema;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The members and groups of one action profile or selector, who refers to them, and the places that
 * groups and one-shot sets take.
 */
final class ProfileEntries {
    private final ActionProfile profile;
    private final String name;
    private final List<TableSchema> tables;
    private final ActionSets sets;
    private final ProfileListener listener;
    private final Map<Integer, ActionProfileMember> members = new LinkedHashMap<>();
    private final Map<Integer, ActionProfileGroup> groups = new LinkedHashMap<>();

    /** Table entries by the member or group they name. */
    private final UseCount memberUses = new UseCount();

    private final UseCount groupUses = new UseCount();

    /** Groups by member. */
    private final UseCount memberships = new UseCount();

    private long oneShots;
    private long references;
    private long places;

    /**
     * An empty profile.
     *
     * @param tables that it implements
     */
    ProfileEntries(
            ActionProfile profile,
            List<TableSchema> tables,
            SdnPorts ports,
            ProfileListener listener) {
        this.profile = profile;
        this.name = profile.getPreamble().getName();
        this.tables = tables;
        this.sets = new ActionSets(profile, ports);
        this.listener = listener;
    }

    /** The member of an id, or with id 0 all. */
    Collection<ActionProfileMember> members(int memberId) throws Refusal {
        return memberId == 0 ? members.values() : List.of(member(memberId));
    }

    /** The group of an id, or with id 0 all. */
    Collection<ActionProfileGroup> groups(int groupId) throws Refusal {
        return groupId == 0 ? groups.values() : List.of(group(groupId));
    }

    private ActionProfileMember member(int memberId) throws Refusal {
        return found(members.get(memberId), "member", memberId);
    }

    private ActionProfileGroup group(int groupId) throws Refusal {
        return found(groups.get(groupId), "group", groupId);
    }

    /** Checks what a table entry refers to; returns it in canonical form. */
    TableAction checkUse(TableSchema table, TableAction action) throws Refusal {
        switch (action.getTypeCase()) {
            case ACTION_PROFILE_MEMBER_ID -> member(action.getActionProfileMemberId());
            case ACTION_PROFILE_GROUP_ID -> {
                requireSelector("a group");
                group(action.getActionProfileGroupId());
            }
            case ACTION_PROFILE_ACTION_SET -> {
                requireSelector("an action_profile_action_set");
                ActionProfileActionSet set = action.getActionProfileActionSet();
                ActionProfileActionSet canonical = sets.check(table, set);
                if (!canonical.equals(set)) {
                    return TableAction.newBuilder().setActionProfileActionSet(canonical).build();
                }
            }
            case ACTION ->
                    throw Refusal.invalid(
                            "%s is implemented by %s: send %s, not an action"
                                    .formatted(
                                            table.name(),
                                            profile.getWithSelector()
                                                    ? "a selector"
                                                    : "an action profile",
                                            profile.getWithSelector()
                                                    ? "an action_profile_action_set"
                                                    : "a member id"));
            case TYPE_NOT_SET -> throw Refusal.invalid("the entry has no action");
        }
        return action;
    }

    /**
     * Counts what an entry refers to.
     *
     * @param now null where the entry goes
     * @param before null where the entry is new
     */
    void use(TableAction now, TableAction before, Journal journal) throws Refusal {
        count(before, -1);
        journal.add(() -> count(before, 1));
        count(now, 1);
        journal.add(() -> count(now, -1));
        if (oneShots > 0 && references > 0) {
            throw Refusal.invalid(
                    "the entries of %s use either one-shot sets or members and groups, not both"
                            .formatted(name));
        }
        if (now != null) {
            requireRoom();
        }
    }

    void writeMember(Update.Type type, ActionProfileMember member, Journal journal) throws Refusal {
        int id = member.getMemberId();
        Refusal.invalidIf(id == 0, "member_id must not be 0");
        switch (type) {
            case INSERT -> {
                requireNew(members.containsKey(id), "member", id);
                requireMemberRoom();
                journal.put(members, id, checked(member));
            }
            case MODIFY -> {
                member(id);
                journal.put(members, id, checked(member));
                if (memberUses.of(id) > 0 || memberships.of(id) > 0) {
                    listener.profileChanged(profile.getPreamble().getId(), journal);
                }
            }
            case DELETE -> {
                member(id);
                requireUnused(memberships.of(id), "member", id, "groups");
                requireUnused(memberUses.of(id), "member", id, "table entries");
                journal.put(members, id, null);
            }
            default -> EntityStore.requireType(type);
        }
    }

    void writeGroup(Update.Type type, ActionProfileGroup group, Journal journal) throws Refusal {
        requireSelector("a group");
        int id = group.getGroupId();
        Refusal.invalidIf(id == 0, "group_id must not be 0");
        switch (type) {
            case INSERT -> {
                requireNew(groups.containsKey(id), "group", id);
                requireMaxSize(group.getMaxSize());
                putGroup(id, checked(group), journal);
            }
            case MODIFY -> {
                Refusal.invalidIf(
                        group(id).getMaxSize() != group.getMaxSize(),
                        "max_size of group %d of %s is %d and cannot be changed to %d"
                                .formatted(id, name, group(id).getMaxSize(), group.getMaxSize()));
                putGroup(id, checked(group), journal);
                if (groupUses.of(id) > 0) {
                    listener.profileChanged(profile.getPreamble().getId(), journal);
                }
            }
            case DELETE -> {
                group(id);
                requireUnused(groupUses.of(id), "group", id, "table entries");
                putGroup(id, null, journal);
            }
            default -> EntityStore.requireType(type);
        }
    }

    /** Follows a table entry's reference. */
    void resolve(TableAction action, ProfileStore.MemberSink sink) throws Refusal {
        switch (action.getTypeCase()) {
            case ACTION_PROFILE_MEMBER_ID ->
                    sink.member(member(action.getActionProfileMemberId()).getAction(), 1);
            case ACTION_PROFILE_GROUP_ID -> {
                for (ActionProfileGroup.Member each :
                        group(action.getActionProfileGroupId()).getMembersList()) {
                    sink.member(
                            member(each.getMemberId()).getAction(), Math.max(1, each.getWeight()));
                }
            }
            default -> {
                ActionProfileActionSet set = action.getActionProfileActionSet();
                for (int i = 0; i < set.getActionProfileActionsCount(); i++) {
                    ActionProfileAction each = set.getActionProfileActions(i);
                    sink.member(each.getAction(), Math.max(1, each.getWeight()));
                }
            }
        }
    }

    /** Puts a group, or removes it where it is null. */
    private void putGroup(int id, ActionProfileGroup group, Journal journal) throws Refusal {
        ActionProfileGroup old = journal.put(groups, id, group);
        account(old, -1);
        account(group, 1);
        journal.add(
                () -> {
                    account(group, -1);
                    account(old, 1);
                });
        requireRoom();
    }

    private ActionProfileMember checked(ActionProfileMember member) throws Refusal {
        Refusal.invalidIf(!member.hasAction(), "the member has no action");
        Refusal.invalidIf(tables.isEmpty(), name + " is the implementation of no table");
        Action action = tables.get(0).checkEntryAction(member.getAction());
        return action.equals(member.getAction())
                ? member
                : member.toBuilder().setAction(action).build();
    }

    private ActionProfileGroup checked(ActionProfileGroup group) throws Refusal {
        Set<Integer> seen = new HashSet<>();
        for (ActionProfileGroup.Member each : group.getMembersList()) {
            member(each.getMemberId());
            Refusal.invalidIf(
                    !seen.add(each.getMemberId()),
                    "duplicate member %d in the group: use its weight instead"
                            .formatted(each.getMemberId()));
            sets.checkWeight(each.getWeight(), sets.countsMembers());
            switch (each.getWatchKindCase()) {
                case WATCH -> throw ActionSets.oldWatch();
                case WATCH_PORT -> sets.checkWatchPort(each.getWatchPort());
                default -> {}
            }
        }
        long size = size(group);
        if (group.getMaxSize() > 0 && size > group.getMaxSize()) {
            throw new Refusal(
                    Code.RESOURCE_EXHAUSTED,
                    "group %d of %s needs %d places, but its max_size is %d"
                            .formatted(group.getGroupId(), name, size, group.getMaxSize()));
        }
        return group;
    }

    private long size(ActionProfileGroup group) {
        return sets.countsMembers()
                ? group.getMembersCount()
                : group.getMembersList().stream()
                        .mapToLong(ActionProfileGroup.Member::getWeight)
                        .sum();
    }

    private void account(ActionProfileGroup group, int sign) {
        if (group != null) {
            places += sign * size(group);
            group.getMembersList().forEach(it -> memberships.add(it.getMemberId(), sign));
        }
    }

    private void count(TableAction action, int sign) {
        if (action == null) {
            return;
        }
        switch (action.getTypeCase()) {
            case ACTION_PROFILE_MEMBER_ID -> {
                memberUses.add(action.getActionProfileMemberId(), sign);
                references += sign;
            }
            case ACTION_PROFILE_GROUP_ID -> {
                groupUses.add(action.getActionProfileGroupId(), sign);
                references += sign;
            }
            default -> {
                places += sign * sets.size(action.getActionProfileActionSet());
                oneShots += sign;
            }
        }
    }

    private void requireRoom() throws Refusal {
        if (profile.getSize() > 0 && places > profile.getSize()) {
            throw new Refusal(
                    Code.RESOURCE_EXHAUSTED,
                    "%s is full: %d places".formatted(name, profile.getSize()));
        }
    }

    private void requireMemberRoom() throws Refusal {
        if (profile.getSize() > 0 && members.size() >= profile.getSize()) {
            throw new Refusal(
                    Code.RESOURCE_EXHAUSTED,
                    "%s is full: %d members".formatted(name, members.size()));
        }
    }

    private void requireMaxSize(int maxSize) throws Refusal {
        int most = profile.getMaxGroupSize();
        Refusal.invalidIf(
                maxSize < 0 || (most > 0 && (maxSize == 0 || maxSize > most)),
                most > 0
                        ? "max_size of a group of %s must be 1..%d: %d"
                                .formatted(name, most, maxSize)
                        : "max_size must not be negative: " + maxSize);
    }

    private void requireSelector(String what) throws Refusal {
        Refusal.invalidIf(
                !profile.getWithSelector(),
                name + " is not a selector: it does not accept " + what);
    }

    private void requireNew(boolean taken, String kind, int id) throws Refusal {
        if (taken) {
            throw new Refusal(Code.ALREADY_EXISTS, "%s has a %s %d".formatted(name, kind, id));
        }
    }

    private void requireUnused(int uses, String kind, int id, String by) throws Refusal {
        if (uses > 0) {
            throw new Refusal(
                    Code.FAILED_PRECONDITION,
                    "%s %d of %s is in use by %d %s".formatted(kind, id, name, uses, by));
        }
    }

    private <T> T found(T entry, String kind, int id) throws Refusal {
        if (entry == null) {
            throw new Refusal(Code.NOT_FOUND, "%s has no %s %d".formatted(name, kind, id));
        }
        return entry;
    }
}
