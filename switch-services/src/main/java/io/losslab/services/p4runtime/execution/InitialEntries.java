package io.losslab.services.p4runtime.execution;

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

/**
 * The entries that a program itself puts into a table, as P4Runtime shows them. Source: P4Runtime
 * specification 1.5, "Constant Tables" and "Preinitialized tables".
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
        String name = entry.call().action().name();
        ActionSchema action =
                actions.stream().filter(it -> it.name().equals(name)).findFirst().orElseThrow();
        Action.Builder call = Action.newBuilder().setActionId(action.id());
        for (int i = 0; i < action.params().size(); i++) {
            call.addParams(
                    Action.Param.newBuilder()
                            .setParamId(action.params().get(i).id())
                            .setValue(BitString.of(entry.call().arguments().get(i))));
        }
        return TableAction.newBuilder().setAction(call).build();
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
