package io.losslab.driver.bfrt.program;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import io.losslab.driver.bfrt.table.BfRtSchema;
import io.losslab.driver.bfrt.table.MatchValue;
import io.losslab.driver.bfrt.table.RowCodec;
import io.losslab.driver.bfrt.table.TableField;
import io.losslab.driver.bfrt.table.TableRow;
import io.losslab.driver.bfrt.table.TableSchema;
import io.losslab.proto.bfrt.TableEntry;
import io.losslab.proto.p4.config.v1.Action;
import io.losslab.proto.p4.config.v1.MatchField;
import io.losslab.proto.p4.config.v1.P4Info;
import io.losslab.proto.p4.config.v1.Table;
import io.losslab.proto.p4.v1.ActionProfileAction;
import io.losslab.proto.p4.v1.FieldMatch;
import io.losslab.proto.p4.v1.MulticastGroupEntry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Entries of a program that were made for P4Runtime, by names, as entries of BF Runtime: those that
 * others refer to come first. Names that the compiled program lacks, and values that do not fit it,
 * are {@link IllegalArgumentException}s. Not thread safe.
 */
public final class ProgramRows {
    static final String MEMBER = "$ACTION_MEMBER_ID";
    static final String GROUP = "$SELECTOR_GROUP_ID";
    private static final String PRIORITY = "$MATCH_PRIORITY";

    /** BF Runtime's first priority is 0, P4Runtime's last is 1. Source: {@code pi_tables_imp.c}. */
    private static final long LAST_PRIORITY = (1L << 24) - 1;

    private final P4Info p4Info;
    private final BfRtSchema schema;
    private final List<TableEntry> nodes = new ArrayList<>();
    private final List<TableEntry> multicastGroups = new ArrayList<>();
    private final Map<TableEntry, Long> members = new LinkedHashMap<>();
    private final Map<List<Long>, Long> groups = new LinkedHashMap<>();
    private final List<TableEntry> memberEntries = new ArrayList<>();
    private final List<TableEntry> groupEntries = new ArrayList<>();
    private final List<TableEntry> matches = new ArrayList<>();

    private ProgramRows(P4Info p4Info, BfRtSchema schema) {
        this.p4Info = p4Info;
        this.schema = schema;
    }

    /**
     * The entries.
     *
     * @param p4Info by which they were made
     * @param schema of the compiled program and the fixed tables
     * @param entries table entries and multicast groups of P4Runtime
     */
    public static List<TableEntry> of(
            P4Info p4Info, BfRtSchema schema, List<? extends Message> entries) {
        ProgramRows rows = new ProgramRows(p4Info, schema);
        for (Message entry : entries) {
            if (entry instanceof MulticastGroupEntry group) {
                rows.add(group);
            } else {
                rows.add((io.losslab.proto.p4.v1.TableEntry) entry);
            }
        }
        List<TableEntry> all = new ArrayList<>(rows.nodes);
        all.addAll(rows.multicastGroups);
        all.addAll(rows.memberEntries);
        all.addAll(rows.groupEntries);
        all.addAll(rows.matches);
        return all;
    }

    /** A multicast group has a node of its own. */
    private void add(MulticastGroupEntry group) {
        long id = group.getMulticastGroupId();
        List<Long> ports =
                group.getReplicasList().stream()
                        .map(replica -> number(replica.getPort()))
                        .sorted()
                        .toList();
        nodes.add(
                encode(
                        schema.table("$pre.node"),
                        TableRow.at("$MULTICAST_NODE_ID", id)
                                .with("$MULTICAST_RID", 0L)
                                .with("$MULTICAST_LAG_ID", List.of())
                                .with("$DEV_PORT", ports)));
        multicastGroups.add(
                encode(
                        schema.table("$pre.mgid"),
                        TableRow.at("$MGID", id)
                                .with("$MULTICAST_NODE_ID", List.of(id))
                                .with("$MULTICAST_NODE_L1_XID_VALID", List.of(false))
                                .with("$MULTICAST_NODE_L1_XID", List.of(0L))));
    }

    private void add(io.losslab.proto.p4.v1.TableEntry entry) {
        Table described =
                p4Info.getTablesList().stream()
                        .filter(it -> it.getPreamble().getId() == entry.getTableId())
                        .findFirst()
                        .orElseThrow();
        TableSchema table = programTable(described.getPreamble().getName());
        TableRow row = new TableRow(key(described, table, entry), "", Map.of());
        if (entry.getAction().hasActionProfileActionSet()) {
            List<Long> chosen =
                    entry
                            .getAction()
                            .getActionProfileActionSet()
                            .getActionProfileActionsList()
                            .stream()
                            .map(action -> member(table, action))
                            .toList();
            row =
                    chosen.size() == 1
                            ? row.with(MEMBER, chosen.get(0))
                            : row.with(GROUP, group(table, chosen));
        } else {
            row = doing(row, entry.getAction().getAction());
        }
        matches.add(encode(table, row));
    }

    /** The compiler names a table by its pipeline too: {@code pipe.ingress.routes}. */
    private TableSchema programTable(String name) {
        return schema.tables().stream()
                .filter(table -> table.name().substring(table.name().indexOf('.') + 1).equals(name))
                .findFirst()
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "the compiled program has no table '%s'".formatted(name)));
    }

    private Map<String, Object> key(
            Table described, TableSchema table, io.losslab.proto.p4.v1.TableEntry entry) {
        Map<Integer, FieldMatch> given = new LinkedHashMap<>();
        entry.getMatchList().forEach(match -> given.put(match.getFieldId(), match));
        Map<String, Object> key = new LinkedHashMap<>();
        for (MatchField field : described.getMatchFieldsList()) {
            TableField compiled = table.field(table.key(), field.getName());
            FieldMatch match = given.get(field.getId());
            key.put(field.getName(), match == null ? anything(compiled) : value(match));
        }
        if (table.key().stream().anyMatch(field -> field.name().equals(PRIORITY))) {
            key.put(PRIORITY, LAST_PRIORITY - entry.getPriority());
        }
        return key;
    }

    private static Object value(FieldMatch match) {
        return switch (match.getFieldMatchTypeCase()) {
            case LPM ->
                    new MatchValue.Prefix(match.getLpm().getValue(), match.getLpm().getPrefixLen());
            case TERNARY ->
                    new MatchValue.Masked(
                            match.getTernary().getValue(), match.getTernary().getMask());
            case RANGE ->
                    new MatchValue.Span(match.getRange().getLow(), match.getRange().getHigh());
            default -> match.getExact().getValue();
        };
    }

    /** What P4Runtime leaves out. */
    private static Object anything(TableField field) {
        ByteString zero = ByteString.copyFrom(new byte[] {0});
        return switch (field.match()) {
            case "LPM" -> new MatchValue.Prefix(zero, 0);
            case "Ternary" -> new MatchValue.Masked(zero, zero);
            case "Range" -> new MatchValue.Span(zero, highest(field));
            default ->
                    throw new IllegalArgumentException(
                            "an entry lacks the exact field '%s'".formatted(field.name()));
        };
    }

    private static ByteString highest(TableField field) {
        byte[] bytes = new byte[field.bytes()];
        for (int bit = 0; bit < field.bits(); bit++) {
            bytes[bytes.length - 1 - bit / 8] |= (byte) (1 << bit % 8);
        }
        return ByteString.copyFrom(bytes);
    }

    private long member(TableSchema table, ActionProfileAction choice) {
        if (choice.getWeight() != 1) {
            throw new IllegalArgumentException(
                    "table %s: members of equal weight are all that BF Runtime is given"
                            .formatted(table.name()));
        }
        TableSchema profile = dependence(table, "Action");
        TableEntry action = encode(profile, doing(TableRow.at(MEMBER, 0), choice.getAction()));
        Long known = members.get(action);
        if (known != null) {
            return known;
        }
        long id = members.size() + 1L;
        members.put(action, id);
        memberEntries.add(encode(profile, doing(TableRow.at(MEMBER, id), choice.getAction())));
        return id;
    }

    private long group(TableSchema table, List<Long> chosen) {
        List<Long> sorted = chosen.stream().sorted().toList();
        Long known = groups.get(sorted);
        if (known != null) {
            return known;
        }
        long id = groups.size() + 1L;
        groups.put(sorted, id);
        groupEntries.add(
                encode(
                        dependence(table, "Selector"),
                        TableRow.at(GROUP, id)
                                .with(MEMBER, sorted)
                                .with(
                                        "$ACTION_MEMBER_STATUS",
                                        Collections.nCopies(sorted.size(), true))
                                .with("$MAX_GROUP_SIZE", (long) sorted.size())));
        return id;
    }

    private TableSchema dependence(TableSchema table, String type) {
        return table.dependsOn().stream()
                .flatMap(id -> schema.table(id).stream())
                .filter(other -> other.type().equals(type))
                .findFirst()
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "table %s depends on no table of type %s"
                                                .formatted(table.name(), type)));
    }

    private TableRow doing(TableRow row, io.losslab.proto.p4.v1.Action call) {
        Action action =
                p4Info.getActionsList().stream()
                        .filter(it -> it.getPreamble().getId() == call.getActionId())
                        .findFirst()
                        .orElseThrow();
        TableRow done = row.doing(action.getPreamble().getName());
        for (io.losslab.proto.p4.v1.Action.Param param : call.getParamsList()) {
            String name =
                    action.getParamsList().stream()
                            .filter(it -> it.getId() == param.getParamId())
                            .findFirst()
                            .orElseThrow()
                            .getName();
            done = done.with(name, param.getValue());
        }
        return done;
    }

    private static TableEntry encode(TableSchema table, TableRow row) {
        return new RowCodec(table).encode(row);
    }

    private static long number(ByteString bytes) {
        long number = 0;
        for (byte octet : bytes) {
            number = number << 8 | (octet & 0xFF);
        }
        return number;
    }
}
