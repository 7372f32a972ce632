package io.losslab.softswitch.p4runtime;

import com.google.protobuf.ByteString;
import com.google.rpc.Code;
import io.losslab.proto.p4.v1.Action;
import io.losslab.proto.p4.v1.TableAction;
import io.losslab.proto.p4.v1.TableEntry;
import io.losslab.proto.p4.v1.Update;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The entries of {@code ingress.routes} as they were written, and what they mean to the plane.
 * While the pipeline is only saved, entries are kept and the plane is left alone. Guarded by the
 * device's lock.
 */
final class RouteTable {
    private record Stored(TableEntry entry, Route route, long groupSize) {}

    private final ProgramLayout layout;
    private final EntryCheck check;
    private final Map<RouteKey, Stored> entries = new LinkedHashMap<>();
    private TableEntry defaultEntry;
    private long groupPlaces;
    private Optional<ForwardingPlane> plane = Optional.empty();

    RouteTable(ProgramLayout layout, int portCount) {
        this.layout = layout;
        this.check = new EntryCheck(layout, portCount);
        this.defaultEntry = initialDefault();
    }

    /** Empties the plane, puts every entry there and keeps it up to date from now on. */
    void attach(ForwardingPlane target) throws Refusal {
        try {
            target.clearRoutes();
            for (Stored stored : entries.values()) {
                put(target, stored.route());
            }
        } catch (IllegalStateException e) {
            throw Refusal.ofPlane(e);
        }
        plane = Optional.of(target);
    }

    /**
     * Takes over the entries of a table that is in force, whose plane has them already.
     *
     * @throws Refusal INVALID_ARGUMENT where an entry means something else in this program
     */
    void adopt(RouteTable previous) throws Refusal {
        if (layout.routes().getSize() > 0 && previous.entries.size() > layout.routes().getSize()) {
            throw Refusal.invalid(
                    "%d entries cannot be preserved: ingress.routes would have room for %d"
                            .formatted(previous.entries.size(), layout.routes().getSize()));
        }
        for (Stored stored : previous.entries.values()) {
            try {
                Stored here = checked(stored.entry());
                if (!here.route().equals(stored.route())) {
                    throw Refusal.invalid("it would mean " + here.route());
                }
                insert(here);
            } catch (Refusal refusal) {
                throw Refusal.invalid(
                        "entry %s cannot be preserved: %s"
                                .formatted(stored.route().key(), refusal.getMessage()));
            }
        }
        plane = previous.plane;
    }

    /** Applies one update. */
    void apply(Update.Type type, TableEntry entry) throws Refusal {
        if (entry.getTableId() != layout.tableId()) {
            throw unknownTable(entry.getTableId());
        }
        if (entry.getIsConst()) {
            throw Refusal.invalid("is_const must not be set in a write");
        }
        if (entry.getIsDefaultAction()) {
            applyToDefault(type, entry);
            return;
        }
        switch (type) {
            case INSERT -> {
                RouteKey key = check.key(entry);
                if (entries.containsKey(key)) {
                    throw new Refusal(Code.ALREADY_EXISTS, "there is a route for " + key);
                }
                if (layout.routes().getSize() > 0 && entries.size() >= layout.routes().getSize()) {
                    throw new Refusal(
                            Code.RESOURCE_EXHAUSTED,
                            "ingress.routes is full: %d entries".formatted(entries.size()));
                }
                insert(checked(entry));
            }
            case MODIFY -> {
                TableAction old = existing(check.key(entry)).entry().getAction();
                insert(
                        checked(
                                entry.hasAction()
                                        ? entry
                                        : entry.toBuilder().setAction(old).build()));
            }
            case DELETE -> delete(existing(check.key(entry)));
            default ->
                    throw Refusal.invalid("the type of an update must be INSERT, MODIFY or DELETE");
        }
    }

    /** The entries that a filter selects; 0 as table_id selects all. */
    List<TableEntry> read(TableEntry filter) throws Refusal {
        if (filter.getTableId() == 0) {
            if (!filter.equals(TableEntry.getDefaultInstance())) {
                throw Refusal.invalid("with table_id 0 nothing else can be selected by");
            }
            return all();
        }
        if (filter.getTableId() != layout.tableId()) {
            throw unknownTable(filter.getTableId());
        }
        if (filter.hasAction()) {
            throw Refusal.invalid(
                    "entries of a table with a selector cannot be selected by action");
        }
        if (filter.getIsDefaultAction()) {
            if (filter.getMatchCount() != 0) {
                throw Refusal.invalid("the default entry has no match");
            }
            return matching(List.of(defaultEntry), filter);
        }
        if (filter.getMatchCount() == 0) {
            return matching(all(), filter);
        }
        RouteKey key = check.key(filter.toBuilder().setPriority(0).build());
        Stored found = entries.get(key);
        return found == null ? List.of() : matching(List.of(found.entry()), filter);
    }

    private void applyToDefault(Update.Type type, TableEntry entry) throws Refusal {
        if (type != Update.Type.MODIFY) {
            throw Refusal.invalid("the default entry can only be modified");
        }
        if (entry.getMatchCount() != 0 || entry.getPriority() != 0) {
            throw Refusal.invalid("the default entry has no match and no priority");
        }
        if (layout.hasConstantDefault()) {
            throw new Refusal(
                    Code.PERMISSION_DENIED, "the default action of ingress.routes is constant");
        }
        if (!entry.hasAction()) {
            defaultEntry = initialDefault();
            return;
        }
        check.attributes(entry);
        check.defaultAction(entry.getAction());
        defaultEntry = entry;
    }

    private Stored checked(TableEntry entry) throws Refusal {
        RouteKey key = check.key(entry);
        check.attributes(entry);
        List<Integer> ports = check.egressPorts(entry.getAction());
        long size = check.groupSize(entry.getAction().getActionProfileActionSet());
        Stored old = entries.get(key);
        long places = groupPlaces + size - (old == null ? 0 : old.groupSize());
        if (layout.ecmp().getSize() > 0 && places > layout.ecmp().getSize()) {
            throw new Refusal(
                    Code.RESOURCE_EXHAUSTED,
                    "ingress.ecmp is full: %d places".formatted(layout.ecmp().getSize()));
        }
        return new Stored(entry, new Route(key, ports), size);
    }

    private void insert(Stored stored) throws Refusal {
        try {
            plane.ifPresent(target -> put(target, stored.route()));
        } catch (IllegalStateException e) {
            throw Refusal.ofPlane(e);
        }
        Stored old = entries.put(stored.route().key(), stored);
        groupPlaces += stored.groupSize() - (old == null ? 0 : old.groupSize());
    }

    private void delete(Stored stored) throws Refusal {
        RouteKey key = stored.route().key();
        try {
            plane.ifPresent(target -> target.removeRoute(key.ipv4(), key.prefixBits()));
        } catch (IllegalStateException e) {
            throw Refusal.ofPlane(e);
        }
        entries.remove(key);
        groupPlaces -= stored.groupSize();
    }

    private Stored existing(RouteKey key) throws Refusal {
        Stored stored = entries.get(key);
        if (stored == null) {
            throw new Refusal(Code.NOT_FOUND, "there is no route for " + key);
        }
        return stored;
    }

    private List<TableEntry> all() {
        return entries.values().stream().map(Stored::entry).toList();
    }

    @SuppressWarnings("deprecation") // controller_metadata: old controllers select by it
    private static List<TableEntry> matching(List<TableEntry> from, TableEntry filter) {
        List<TableEntry> selected = new ArrayList<>();
        long mark = filter.getControllerMetadata();
        ByteString metadata = filter.getMetadata();
        for (TableEntry entry : from) {
            if ((filter.getPriority() == 0 || filter.getPriority() == entry.getPriority())
                    && (mark == 0 || mark == entry.getControllerMetadata())
                    && (metadata.isEmpty() || metadata.equals(entry.getMetadata()))) {
                selected.add(entry);
            }
        }
        return selected;
    }

    private TableEntry initialDefault() {
        return TableEntry.newBuilder()
                .setTableId(layout.tableId())
                .setIsDefaultAction(true)
                .setAction(
                        TableAction.newBuilder()
                                .setAction(
                                        Action.newBuilder()
                                                .setActionId(layout.initialDefaultActionId())))
                .build();
    }

    private Refusal unknownTable(int tableId) {
        return Refusal.invalid(
                "there is no table 0x%08x; ingress.routes is 0x%08x"
                        .formatted(tableId, layout.tableId()));
    }

    private static void put(ForwardingPlane target, Route route) {
        target.putRoute(route.key().ipv4(), route.key().prefixBits(), route.ports());
    }
}
