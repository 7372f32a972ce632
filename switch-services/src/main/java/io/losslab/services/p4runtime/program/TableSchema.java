package io.losslab.services.p4runtime.program;

import com.google.rpc.Code;
import io.losslab.proto.p4.config.v1.ActionProfile;
import io.losslab.proto.p4.config.v1.ActionRef;
import io.losslab.proto.p4.config.v1.DirectCounter;
import io.losslab.proto.p4.config.v1.DirectMeter;
import io.losslab.proto.p4.config.v1.Table;
import io.losslab.proto.p4.config.v1.TableActionCall;
import io.losslab.proto.p4.v1.Action;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** A table: its key, the actions it may take, and what belongs to each of its entries. */
public final class TableSchema {
    private final Table table;
    private final KeySchema key;
    private final Map<Integer, Use> actions = new HashMap<>();
    private final Optional<ActionProfile> implementation;
    private final Optional<DirectCounter> counter;
    private final Optional<DirectMeter> meter;

    private record Use(ActionSchema action, ActionRef.Scope scope) {}

    TableSchema(
            Table table,
            Map<Integer, ActionSchema> known,
            Optional<ActionProfile> implementation,
            Optional<DirectCounter> counter,
            Optional<DirectMeter> meter) {
        this.table = table;
        this.key = new KeySchema(table.getPreamble().getName(), table.getMatchFieldsList());
        for (ActionRef ref : table.getActionRefsList()) {
            actions.put(ref.getId(), new Use(known.get(ref.getId()), ref.getScope()));
        }
        this.implementation = implementation;
        this.counter = counter;
        this.meter = meter;
    }

    public int id() {
        return table.getPreamble().getId();
    }

    public String name() {
        return table.getPreamble().getName();
    }

    public KeySchema key() {
        return key;
    }

    /** Entries it has room for; 0: as many as there is memory. */
    public long size() {
        return table.getSize();
    }

    /** Whether its entries are the program's and cannot be written. */
    public boolean isConst() {
        return table.getIsConstTable();
    }

    /** Whether the program itself puts entries, which its P4Info does not tell. */
    public boolean hasInitialEntries() {
        return table.getHasInitialEntries();
    }

    /** The action profile or selector that its entries refer to. */
    public Optional<ActionProfile> implementation() {
        return implementation;
    }

    public Optional<DirectCounter> counter() {
        return counter;
    }

    public Optional<DirectMeter> meter() {
        return meter;
    }

    /** Whether it reports entries that no packet has met for a while. */
    public boolean timesEntries() {
        return table.getIdleTimeoutBehavior() == Table.IdleTimeoutBehavior.NOTIFY_CONTROL;
    }

    public boolean hasConstDefault() {
        return table.getConstDefaultActionId() != 0;
    }

    /** Whether its entries may take an action. */
    public boolean offers(int actionId) {
        return actions.containsKey(actionId);
    }

    /** The default action that the program starts with; unset where it has none. */
    public Optional<Action> initialDefault() {
        if (hasConstDefault()) {
            return Optional.of(
                    Action.newBuilder().setActionId(table.getConstDefaultActionId()).build());
        }
        if (!table.hasInitialDefaultAction()) {
            return Optional.empty();
        }
        TableActionCall call = table.getInitialDefaultAction();
        Action.Builder action = Action.newBuilder().setActionId(call.getActionId());
        for (TableActionCall.Argument argument : call.getArgumentsList()) {
            action.addParams(
                    Action.Param.newBuilder()
                            .setParamId(argument.getParamId())
                            .setValue(argument.getValue()));
        }
        return Optional.of(action.build());
    }

    /** Checks an action of an entry, or of a profile's member; returns it in canonical form. */
    public Action checkEntryAction(Action call) throws Refusal {
        return check(call, ActionRef.Scope.DEFAULT_ONLY, "%s may only be the default action of %s");
    }

    /** Checks a default action; returns it in canonical form. */
    public Action checkDefaultAction(Action call) throws Refusal {
        return check(call, ActionRef.Scope.TABLE_ONLY, "%s may not be the default action of %s");
    }

    private Action check(Action call, ActionRef.Scope excluded, String refusal) throws Refusal {
        Use use = actions.get(call.getActionId());
        if (use == null) {
            throw Refusal.invalid("%s has no action 0x%08x".formatted(name(), call.getActionId()));
        }
        if (use.scope() == excluded) {
            throw new Refusal(
                    Code.PERMISSION_DENIED, refusal.formatted(use.action().name(), name()));
        }
        return use.action().check(call);
    }
}
