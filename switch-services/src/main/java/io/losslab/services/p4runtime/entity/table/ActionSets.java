package io.losslab.services.p4runtime.entity.table;

import com.google.protobuf.ByteString;
import io.losslab.proto.p4.config.v1.ActionProfile;
import io.losslab.proto.p4.v1.Action;
import io.losslab.proto.p4.v1.ActionProfileAction;
import io.losslab.proto.p4.v1.ActionProfileActionSet;
import io.losslab.proto.p4.v1.ActionProfileActionSet.ActionSelectionMode;
import io.losslab.services.p4runtime.entity.SdnPorts;
import io.losslab.services.p4runtime.program.Refusal;
import io.losslab.services.p4runtime.program.TableSchema;

/** One-shot action sets and weights checked against their selector. Immutable. */
final class ActionSets {
    private final ActionProfile profile;
    private final SdnPorts ports;
    private final String name;

    ActionSets(ActionProfile profile, SdnPorts ports) {
        this.profile = profile;
        this.ports = ports;
        this.name = profile.getPreamble().getName();
    }

    /** Checks a set; returns it with canonical values. */
    ActionProfileActionSet check(TableSchema table, ActionProfileActionSet set) throws Refusal {
        Refusal.invalidIf(set.getActionProfileActionsCount() == 0, "the action set has no member");
        if (set.getActionSelectionMode() == ActionSelectionMode.RANDOM) {
            throw Refusal.unimplemented("members are selected by hash, not at random");
        }
        ActionProfileActionSet.Builder canonical = null;
        boolean byMembers = countsMembers(set);
        for (int i = 0; i < set.getActionProfileActionsCount(); i++) {
            ActionProfileAction member = set.getActionProfileActions(i);
            checkWeight(member.getWeight(), byMembers);
            checkWatch(member);
            Action action = table.checkEntryAction(member.getAction());
            if (!action.equals(member.getAction())) {
                canonical = canonical == null ? set.toBuilder() : canonical;
                canonical.getActionProfileActionsBuilder(i).setAction(action);
            }
        }
        long size = size(set);
        if (profile.getMaxGroupSize() > 0 && size > profile.getMaxGroupSize()) {
            throw Refusal.invalid(
                    "the action set needs %d places, but a group of %s has %d"
                            .formatted(size, name, profile.getMaxGroupSize()));
        }
        return canonical == null ? set : canonical.build();
    }

    /** Places that a set takes in the selector. */
    long size(ActionProfileActionSet set) {
        if (countsMembers(set)) {
            return set.getActionProfileActionsCount();
        }
        long sum = 0;
        for (ActionProfileAction member : set.getActionProfileActionsList()) {
            sum += member.getWeight();
        }
        return sum;
    }

    /** Whether a group's size is its members, not their weights. */
    boolean countsMembers() {
        return profile.hasSumOfMembers() || profile.getWeightsDisallowed();
    }

    void checkWeight(int weight, boolean byMembers) throws Refusal {
        if (profile.getWeightsDisallowed()) {
            Refusal.invalidIf(weight != 0, name + " allows no weights: " + weight);
            return;
        }
        Refusal.invalidIf(weight < 1, "the weight of a member must be at least 1: " + weight);
        int most =
                byMembers && profile.hasSumOfMembers()
                        ? profile.getSumOfMembers().getMaxMemberWeight()
                        : 0;
        Refusal.invalidIf(
                most > 0 && weight > most,
                "the weight of a member must be at most %d: %d".formatted(most, weight));
    }

    /** Links of the fabric never go down, so a watched port excludes no member. */
    void checkWatchPort(ByteString port) throws Refusal {
        if (!port.isEmpty()) {
            ports.check(port, "watch_port");
        }
    }

    static Refusal oldWatch() {
        return Refusal.unimplemented("watch is not supported: name the port in watch_port");
    }

    private void checkWatch(ActionProfileAction member) throws Refusal {
        switch (member.getWatchKindCase()) {
            case WATCH -> throw oldWatch();
            case WATCH_PORT -> checkWatchPort(member.getWatchPort());
            default -> {}
        }
    }

    private boolean countsMembers(ActionProfileActionSet set) {
        return switch (set.getSizeSemantics()) {
            case SUM_OF_MEMBERS -> true;
            case SUM_OF_WEIGHTS -> profile.getWeightsDisallowed();
            default -> countsMembers();
        };
    }
}
