package io.losslab.services.p4runtime.execution;

import io.losslab.p4.action.ActionCall;
import io.losslab.p4.table.EntryKey.Part;
import io.losslab.p4.table.InitialEntry;
import io.losslab.proto.p4.v1.Action;
import io.losslab.proto.p4.v1.FieldMatch;
import io.losslab.proto.p4.v1.TableAction;
import io.losslab.services.p4runtime.program.ActionSchema;
import io.losslab.services.p4runtime.program.BitString;
import io.losslab.services.p4runtime.program.FieldSchema;
import io.losslab.services.p4runtime.program.MatchKey;
import io.losslab.services.p4runtime.program.Refusal;
import io.losslab.services.p4runtime.program.TableSchema;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The entries that a program itself puts into a table, and its default action, as P4Runtime shows
 * them. Source: P4Runtime specification 1.5, "Default Entry", "Constant Tables" and "Preinitialized
 * tables".
 */
final class InitialEntries {
    private final TableSchema schema;
    private final List<ActionSchema> actions;

    /**
     * Of one table.
     *
     * @param actions of the program
     */
    InitialEntries(TableSchema schema, Iterable<ActionSchema> actions) {
        this.schema = schema;
        this.actions = new ArrayList<>();
        actions.forEach(this.actions::add);
    }

    /** What an entry matches. */
    MatchKey key(InitialEntry entry) throws Refusal {
        List<FieldSchema> fields = schema.key().fields();
        List<FieldMatch> matches = new ArrayList<>();
        for (int i = 0; i < fields.size(); i++) {
            match(fields.get(i), entry.parts().get(i), matches);
        }
        return schema.key().key(matches, schema.key().wantsPriority() ? entry.priority() : 0);
    }

    /** What an entry does. */
    TableAction action(InitialEntry entry) {
        Action action = action(described(entry.call()).orElseThrow(), entry.call());
        return TableAction.newBuilder().setAction(action).build();
    }

    /** What the default does; empty where the P4Info has no such action of the table. */
    Optional<Action> defaultAction(ActionCall call) {
        return described(call).filter(it -> schema.offers(it.id())).map(it -> action(it, call));
    }

    private Optional<ActionSchema> described(ActionCall call) {
        return actions.stream().filter(it -> it.name().equals(call.action().name())).findFirst();
    }

    private static Action action(ActionSchema described, ActionCall call) {
        Action.Builder action = Action.newBuilder().setActionId(described.id());
        for (int i = 0; i < described.params().size(); i++) {
            action.addParams(
                    Action.Param.newBuilder()
                            .setParamId(described.params().get(i).id())
                            .setValue(BitString.of(call.arguments().get(i))));
        }
        return action.build();
    }

    /** A part that matches anything is left out. */
    private static void match(FieldSchema field, Part part, List<FieldMatch> into) {
        BigInteger ones = BigInteger.ONE.shiftLeft(field.widthBits()).subtract(BigInteger.ONE);
        BigInteger mask = part.mask().and(ones);
        BigInteger value = part.value();
        FieldMatch.Builder match = FieldMatch.newBuilder().setFieldId(field.id());
        switch (field.kind()) {
            case EXACT -> match.getExactBuilder().setValue(BitString.of(value));
            case OPTIONAL -> match.getOptionalBuilder().setValue(BitString.of(value));
            case LPM ->
                    match.getLpmBuilder()
                            .setValue(BitString.of(value.and(mask)))
                            .setPrefixLen(mask.bitCount());
            case TERNARY ->
                    match.getTernaryBuilder()
                            .setValue(BitString.of(value.and(mask)))
                            .setMask(BitString.of(mask));
            default ->
                    match.getRangeBuilder().setLow(BitString.of(value)).setHigh(BitString.of(mask));
        }
        boolean anything =
                match.hasRange()
                        ? value.signum() == 0 && mask.equals(ones)
                        : !match.hasExact() && mask.signum() == 0;
        if (!anything) {
            into.add(match.build());
        }
    }
}
