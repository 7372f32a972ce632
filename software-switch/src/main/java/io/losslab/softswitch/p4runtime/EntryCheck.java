package io.losslab.softswitch.p4runtime;

import com.google.rpc.Code;
import io.losslab.proto.p4.config.v1.ActionProfile;
import io.losslab.proto.p4.config.v1.ActionRef;
import io.losslab.proto.p4.v1.Action;
import io.losslab.proto.p4.v1.ActionProfileAction;
import io.losslab.proto.p4.v1.ActionProfileActionSet;
import io.losslab.proto.p4.v1.ActionProfileActionSet.ActionSelectionMode;
import io.losslab.proto.p4.v1.FieldMatch;
import io.losslab.proto.p4.v1.TableAction;
import io.losslab.proto.p4.v1.TableEntry;
import java.util.ArrayList;
import java.util.List;

/** Holds entries of {@code ingress.routes} against the P4Info, as a real target does. Immutable. */
final class EntryCheck {
    /** More paths than any device has ports; keeps a weight from filling the memory. */
    private static final int MAX_PATHS = 4096;

    private final ProgramLayout layout;
    private final int portCount;

    EntryCheck(ProgramLayout layout, int portCount) {
        this.layout = layout;
        this.portCount = portCount;
    }

    /** Checks the key of an entry that is not the default one. */
    RouteKey key(TableEntry entry) throws Refusal {
        if (entry.getPriority() != 0) {
            throw Refusal.invalid(
                    "priority must be 0 in a table of LPM and exact fields: "
                            + entry.getPriority());
        }
        if (entry.getMatchCount() == 0) {
            return new RouteKey(0, 0);
        }
        if (entry.getMatchCount() > 1) {
            throw Refusal.invalid(
                    "ingress.routes has one match field, the entry " + entry.getMatchCount());
        }
        FieldMatch match = entry.getMatch(0);
        String name = layout.destination().getName();
        if (match.getFieldId() != layout.destination().getId()) {
            throw Refusal.invalid(
                    "ingress.routes has no match field %d; %s is %d"
                            .formatted(match.getFieldId(), name, layout.destination().getId()));
        }
        if (!match.hasLpm()) {
            throw Refusal.invalid(name + " must be matched by lpm");
        }
        int prefixBits = match.getLpm().getPrefixLen();
        if (prefixBits < 1 || prefixBits > 32) {
            throw Refusal.invalid(
                    "prefix_len of %s must be 1..32, or the field left out to match all: %d"
                            .formatted(name, prefixBits));
        }
        int ipv4 = (int) CanonicalBits.read(match.getLpm().getValue(), 32, name);
        if ((ipv4 & (int) (0xffff_ffffL >>> prefixBits)) != 0) {
            throw Refusal.invalid(
                    "%s has bits below its prefix of %d: 0x%08x".formatted(name, prefixBits, ipv4));
        }
        return new RouteKey(ipv4, prefixBits);
    }

    /** Checks everything of a written entry that is neither key nor action. */
    void attributes(TableEntry entry) throws Refusal {
        refuseIf(entry.getIsConst(), "is_const must not be set in a write");
        refuseIf(
                entry.hasMeterConfig() || entry.hasMeterCounterData(),
                "ingress.routes has no direct meter");
        refuseIf(entry.hasCounterData(), "ingress.routes has no direct counter");
        refuseIf(
                entry.getIdleTimeoutNs() != 0 || entry.hasTimeSinceLastHit(),
                "ingress.routes has no idle timeout");
    }

    /** Checks the action of an entry; the ports it forwards to, one for each unit of weight. */
    List<Integer> egressPorts(TableAction action) throws Refusal {
        return switch (action.getTypeCase()) {
            case ACTION_PROFILE_ACTION_SET -> membersOf(action.getActionProfileActionSet());
            case ACTION ->
                    throw Refusal.invalid(
                            "ingress.routes is implemented by a selector: send an"
                                    + " action_profile_action_set, not an action");
            case ACTION_PROFILE_MEMBER_ID, ACTION_PROFILE_GROUP_ID ->
                    throw Refusal.unimplemented(
                            "members and groups are not supported: send an"
                                    + " action_profile_action_set");
            case TYPE_NOT_SET -> throw Refusal.invalid("the entry has no action");
        };
    }

    /** Checks an action that is to be the default one; all that may be drop. */
    void defaultAction(TableAction action) throws Refusal {
        refuseIf(!action.hasAction(), "the default entry must have a plain action");
        int actionId = action.getAction().getActionId();
        ActionRef reference = reference(actionId);
        if (reference.getScope() == ActionRef.Scope.TABLE_ONLY) {
            throw new Refusal(
                    Code.PERMISSION_DENIED,
                    "action 0x%08x may not be the default action".formatted(actionId));
        }
        if (!layout.droppingActions().contains(actionId)) {
            throw Refusal.unimplemented("the default action can only be one that drops");
        }
        refuseIf(
                action.getAction().getParamsCount() != 0,
                "action 0x%08x has no parameters".formatted(actionId));
    }

    private List<Integer> membersOf(ActionProfileActionSet set) throws Refusal {
        refuseIf(set.getActionProfileActionsCount() == 0, "the action set has no member");
        if (set.getActionSelectionMode() == ActionSelectionMode.RANDOM) {
            throw Refusal.unimplemented("members are selected by hash, not at random");
        }
        requireGroupSize(set);
        List<Integer> ports = new ArrayList<>();
        for (ActionProfileAction member : set.getActionProfileActionsList()) {
            if (member.getWatchKindCase() != ActionProfileAction.WatchKindCase.WATCHKIND_NOT_SET) {
                throw Refusal.unimplemented("watch ports are not supported");
            }
            int port = forwardPort(member.getAction());
            int weight = layout.ecmp().getWeightsDisallowed() ? 1 : member.getWeight();
            if (ports.size() + (long) weight > MAX_PATHS) {
                throw new Refusal(
                        Code.RESOURCE_EXHAUSTED,
                        "the weights of the action set sum to more than " + MAX_PATHS);
            }
            for (int i = 0; i < weight; i++) {
                ports.add(port);
            }
        }
        return ports;
    }

    private void requireGroupSize(ActionProfileActionSet set) throws Refusal {
        ActionProfile ecmp = layout.ecmp();
        int maxWeight =
                countsMembers(set) && ecmp.hasSumOfMembers()
                        ? ecmp.getSumOfMembers().getMaxMemberWeight()
                        : 0;
        for (ActionProfileAction member : set.getActionProfileActionsList()) {
            int weight = member.getWeight();
            if (ecmp.getWeightsDisallowed()) {
                refuseIf(weight != 0, "ingress.ecmp allows no weights: " + weight);
            } else {
                refuseIf(weight < 1, "the weight of a member must be at least 1: " + weight);
                refuseIf(
                        maxWeight > 0 && weight > maxWeight,
                        "the weight of a member must be at most %d: %d"
                                .formatted(maxWeight, weight));
            }
        }
        long size = groupSize(set);
        refuseIf(
                ecmp.getMaxGroupSize() > 0 && size > ecmp.getMaxGroupSize(),
                "the action set takes %d places, a group of ingress.ecmp has %d"
                        .formatted(size, ecmp.getMaxGroupSize()));
    }

    /** Places that a set takes in the selector. */
    long groupSize(ActionProfileActionSet set) {
        if (countsMembers(set) || layout.ecmp().getWeightsDisallowed()) {
            return set.getActionProfileActionsCount();
        }
        return set.getActionProfileActionsList().stream()
                .mapToLong(ActionProfileAction::getWeight)
                .sum();
    }

    private boolean countsMembers(ActionProfileActionSet set) {
        return switch (set.getSizeSemantics()) {
            case SUM_OF_MEMBERS -> true;
            case SUM_OF_WEIGHTS -> false;
            default -> layout.ecmp().hasSumOfMembers();
        };
    }

    private int forwardPort(Action action) throws Refusal {
        ActionRef reference = reference(action.getActionId());
        if (reference.getScope() == ActionRef.Scope.DEFAULT_ONLY) {
            throw new Refusal(
                    Code.PERMISSION_DENIED,
                    "action 0x%08x may only be the default action".formatted(action.getActionId()));
        }
        if (action.getActionId() != layout.forward().getPreamble().getId()) {
            throw Refusal.unimplemented("only ingress.forward can be a member of an action set");
        }
        int paramId = layout.port().getId();
        refuseIf(
                action.getParamsCount() != 1 || action.getParams(0).getParamId() != paramId,
                "ingress.forward takes exactly the parameter %d, port".formatted(paramId));
        long port =
                CanonicalBits.read(
                        action.getParams(0).getValue(), layout.port().getBitwidth(), "port");
        refuseIf(
                port < 1 || port > portCount,
                "port %d is not on the device; it has ports 1..%d".formatted(port, portCount));
        return (int) port;
    }

    private ActionRef reference(int actionId) throws Refusal {
        return layout.reference(actionId)
                .orElseThrow(
                        () ->
                                Refusal.invalid(
                                        "ingress.routes has no action 0x%08x".formatted(actionId)));
    }

    private static void refuseIf(boolean wrong, String message) throws Refusal {
        if (wrong) {
            throw Refusal.invalid(message);
        }
    }
}
