package io.losslab.driver.p4runtime;

import com.google.protobuf.ByteString;
import io.losslab.proto.p4.config.v1.Action;
import io.losslab.proto.p4.config.v1.MatchField;
import io.losslab.proto.p4.config.v1.P4Info;
import io.losslab.proto.p4.config.v1.Table;
import io.losslab.proto.p4.v1.ActionProfileAction;
import io.losslab.proto.p4.v1.ActionProfileActionSet;
import io.losslab.proto.p4.v1.FieldMatch;
import io.losslab.proto.p4.v1.TableAction;
import io.losslab.proto.p4.v1.TableEntry;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * A table entry in the making, by the names of a program's P4Info. Keys and parameters come out in
 * the P4Info's order; what would match anything is left out (P4Runtime 1.3, 9.1.1). Not thread
 * safe.
 *
 * <p>A name that the program lacks is a {@link NoSuchElementException}, a value that does not fit
 * an {@link IllegalArgumentException}.
 */
public final class ProgramEntry {
    private final P4Info p4Info;
    private final Table table;
    private final Map<Integer, FieldMatch> keys = new TreeMap<>();
    private final Map<String, Long> values = new TreeMap<>();
    private Action action;
    private String choice;
    private List<Integer> choices = List.of();
    private int priority;

    private ProgramEntry(P4Info p4Info, Table table) {
        this.p4Info = p4Info;
        this.table = table;
    }

    /** An entry of a table, without key and action yet. */
    public static ProgramEntry in(P4Info p4Info, String tableName) {
        return new ProgramEntry(
                p4Info,
                named(p4Info.getTablesList(), tableName, "table", t -> t.getPreamble().getName()));
    }

    /** Matches one value. */
    public ProgramEntry exact(String field, long value) {
        MatchField of = field(field, MatchField.MatchType.EXACT);
        return match(
                of,
                FieldMatch.newBuilder()
                        .setExact(FieldMatch.Exact.newBuilder().setValue(of(of, value))));
    }

    /** Matches values that begin alike. */
    public ProgramEntry lpm(String field, long value, int prefixBits) {
        MatchField of = field(field, MatchField.MatchType.LPM);
        return prefixBits == 0
                ? this
                : match(
                        of,
                        FieldMatch.newBuilder()
                                .setLpm(
                                        FieldMatch.LPM
                                                .newBuilder()
                                                .setValue(of(of, value))
                                                .setPrefixLen(prefixBits)));
    }

    /** Matches values that are alike in the bits of a mask. */
    public ProgramEntry ternary(String field, long value, long mask) {
        MatchField of = field(field, MatchField.MatchType.TERNARY);
        return mask == 0
                ? this
                : match(
                        of,
                        FieldMatch.newBuilder()
                                .setTernary(
                                        FieldMatch.Ternary.newBuilder()
                                                .setValue(of(of, value & mask))
                                                .setMask(of(of, mask))));
    }

    /** Matches values from low to high, both included. */
    public ProgramEntry range(String field, long low, long high) {
        MatchField of = field(field, MatchField.MatchType.RANGE);
        if (low > high) {
            throw new IllegalArgumentException("%s: %d is above %d".formatted(field, low, high));
        }
        return low == 0 && high == (1L << of.getBitwidth()) - 1
                ? this
                : match(
                        of,
                        FieldMatch.newBuilder()
                                .setRange(
                                        FieldMatch.Range.newBuilder()
                                                .setLow(of(of, low))
                                                .setHigh(of(of, high))));
    }

    /** Of entries that match, that of the highest priority counts; for ternary and range only. */
    public ProgramEntry priority(int above) {
        priority = above;
        return this;
    }

    /** What the entry does. */
    public ProgramEntry doing(String actionName) {
        action =
                named(
                        p4Info.getActionsList(),
                        actionName,
                        "action",
                        each -> each.getPreamble().getName());
        int id = action.getPreamble().getId();
        if (table.getActionRefsList().stream().noneMatch(each -> each.getId() == id)) {
            throw new NoSuchElementException(
                    "table %s has no action %s".formatted(name(), actionName));
        }
        return this;
    }

    /** A parameter of the action. */
    public ProgramEntry with(String param, long value) {
        values.put(param, value);
        return this;
    }

    /** One value of a parameter for each of several actions, among which a hash chooses. */
    public ProgramEntry among(String param, List<Integer> equalValues) {
        choice = param;
        choices = List.copyOf(equalValues);
        return this;
    }

    /** The entry as it is sent. */
    public TableEntry build() {
        TableEntry.Builder entry =
                TableEntry.newBuilder()
                        .setTableId(table.getPreamble().getId())
                        .addAllMatch(keys.values())
                        .setPriority(priority);
        for (MatchField field : table.getMatchFieldsList()) {
            if (field.getMatchType() == MatchField.MatchType.EXACT
                    && !keys.containsKey(field.getId())) {
                throw missing("key " + field.getName());
            }
        }
        if (action == null) {
            throw missing("an action");
        }
        if (choices.isEmpty()) {
            return entry.setAction(TableAction.newBuilder().setAction(call(values))).build();
        }
        ActionProfileActionSet.Builder members = ActionProfileActionSet.newBuilder();
        for (int value : choices) {
            Map<String, Long> chosen = new TreeMap<>(values);
            chosen.put(choice, (long) value);
            members.addActionProfileActions(
                    ActionProfileAction.newBuilder().setAction(call(chosen)).setWeight(1));
        }
        return entry.setAction(TableAction.newBuilder().setActionProfileActionSet(members)).build();
    }

    private io.losslab.proto.p4.v1.Action call(Map<String, Long> given) {
        io.losslab.proto.p4.v1.Action.Builder call =
                io.losslab.proto.p4.v1.Action.newBuilder()
                        .setActionId(action.getPreamble().getId());
        Map<String, Long> left = new TreeMap<>(given);
        for (Action.Param param : action.getParamsList()) {
            Long value = left.remove(param.getName());
            if (value == null) {
                throw missing("parameter " + param.getName());
            }
            requireFits(param.getName(), value, param.getBitwidth());
            call.addParamsBuilder()
                    .setParamId(param.getId())
                    .setValue(ForwardProgram.canonical(value));
        }
        if (!left.isEmpty()) {
            throw new NoSuchElementException(
                    "action %s has no parameter %s"
                            .formatted(action.getPreamble().getName(), left.keySet()));
        }
        return call.build();
    }

    private ProgramEntry match(MatchField field, FieldMatch.Builder match) {
        keys.put(field.getId(), match.setFieldId(field.getId()).build());
        return this;
    }

    private MatchField field(String field, MatchField.MatchType type) {
        MatchField found =
                named(table.getMatchFieldsList(), field, "key of " + name(), MatchField::getName);
        if (found.getMatchType() != type) {
            throw new IllegalArgumentException(
                    "table %s matches %s by %s, not %s"
                            .formatted(name(), field, found.getMatchType(), type));
        }
        return found;
    }

    private ByteString of(MatchField field, long value) {
        requireFits(field.getName(), value, field.getBitwidth());
        return ForwardProgram.canonical(value);
    }

    private void requireFits(String what, long value, int bits) {
        if (value < 0 || bits < Long.SIZE && value >>> bits != 0) {
            throw new IllegalArgumentException(
                    "table %s, %s: %d does not fit %d bits".formatted(name(), what, value, bits));
        }
    }

    private IllegalArgumentException missing(String what) {
        return new IllegalArgumentException("table %s: %s is missing".formatted(name(), what));
    }

    private String name() {
        return table.getPreamble().getName();
    }

    private static <T> T named(List<T> all, String name, String kind, Function<T, String> nameOf) {
        return all.stream()
                .filter(each -> nameOf.apply(each).equals(name))
                .findFirst()
                .orElseThrow(() -> new NoSuchElementException("no %s %s".formatted(kind, name)));
    }
}
