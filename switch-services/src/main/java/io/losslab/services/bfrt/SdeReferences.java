package io.losslab.services.bfrt;

import com.google.protobuf.ByteString;
import io.losslab.proto.bfrt.DataField;
import io.losslab.proto.bfrt.TableData;
import io.losslab.proto.bfrt.TableEntry;
import io.losslab.proto.bfrt.TableKey;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/** What entries of a chip need of others: members, groups, nodes, and the port of a group. */
final class SdeReferences {
    private static final int MEMBER = 65539;
    private static final int GROUP = 65540;
    private static final int NODES = 1;
    private static final String SELECTOR_MEMBERS = "Selector";

    private final Map<SdePlace, TableData> entries;
    private final IntFunction<SdeTable> tables;

    /**
     * References between entries.
     *
     * @param entries of all tables, as they are from now on
     * @param tables by id
     */
    SdeReferences(Map<SdePlace, TableData> entries, IntFunction<SdeTable> tables) {
        this.entries = entries;
        this.tables = tables;
    }

    /** Refuses an entry that names what is not there. */
    void requireResolved(SdeTable table, TableEntry entry, String failed) {
        switch (table.type()) {
            case "MatchAction_Indirect", "MatchAction_Indirect_Selector" -> {
                for (DataField field : entry.getData().getFieldsList()) {
                    String type = field.getFieldId() == GROUP ? SELECTOR_MEMBERS : "Action";
                    requireThere(type, number(field.getStream()), failed);
                }
            }
            case SELECTOR_MEMBERS -> {
                for (int member : list(entry.getData(), 0)) {
                    requireThere("Action", member, failed);
                }
            }
            case "PreMgid" -> {
                for (int node : list(entry.getData(), NODES)) {
                    requireThere("PreNode", node, failed);
                }
            }
            default -> {}
        }
    }

    /** A priority group stays at its port. */
    void requireSamePort(SdeTable table, TableData before, TableData change, String failed) {
        if (!table.type().equals("TmPpgCfg") || before == null) {
            return;
        }
        Set<DataField> ports = Set.copyOf(before.getFieldsList());
        boolean moved =
                change.getFieldsList().stream()
                        .filter(field -> field.getFieldId() == 1 && field.hasStream())
                        .anyMatch(field -> !ports.contains(field));
        if (moved) {
            throw SdeRefusal.invalid(failed);
        }
    }

    /** Refuses to delete what another entry names. */
    void requireFree(SdeTable table, TableKey key, String failed) {
        int id = number(key.getFields(0).getExact().getValue());
        boolean isNamed =
                switch (table.type()) {
                    case "Action" -> isNamed(SELECTOR_MEMBERS, 0, id) || isMatched(MEMBER, id);
                    case SELECTOR_MEMBERS -> isMatched(GROUP, id);
                    case "PreNode" -> isNamed("PreMgid", NODES, id);
                    default -> false;
                };
        if (isNamed) {
            throw SdeRefusal.referenced(failed);
        }
    }

    private void requireThere(String type, int id, String failed) {
        boolean there =
                of(type).anyMatch(
                                it ->
                                        number(it.getKey().key().getFields(0).getExact().getValue())
                                                == id);
        if (!there) {
            throw SdeRefusal.missing(failed);
        }
    }

    private boolean isNamed(String type, int field, int id) {
        return of(type).anyMatch(it -> list(it.getValue(), field).contains(id));
    }

    private boolean isMatched(int field, int id) {
        return Stream.of("MatchAction_Indirect", "MatchAction_Indirect_Selector")
                .flatMap(this::of)
                .flatMap(it -> it.getValue().getFieldsList().stream())
                .anyMatch(it -> it.getFieldId() == field && number(it.getStream()) == id);
    }

    private Stream<Map.Entry<SdePlace, TableData>> of(String type) {
        return entries.entrySet().stream()
                .filter(it -> tables.apply(it.getKey().table()).type().equals(type));
    }

    /** A list of numbers; field 0: the first there is. */
    private static List<Integer> list(TableData data, int field) {
        return data.getFieldsList().stream()
                .filter(it -> it.hasIntArrVal() && (field == 0 || it.getFieldId() == field))
                .findFirst()
                .map(it -> it.getIntArrVal().getValList())
                .orElse(List.of());
    }

    private static int number(ByteString bytes) {
        int number = 0;
        for (byte octet : bytes) {
            number = number << 8 | octet & 0xFF;
        }
        return number;
    }
}
