package io.losslab.services.p4runtime.forwarding;

import com.google.protobuf.ByteString;
import com.google.rpc.Code;
import io.losslab.proto.p4.v1.Action;
import io.losslab.proto.p4.v1.CounterData;
import io.losslab.proto.p4.v1.TableAction;
import io.losslab.services.p4runtime.entity.Journal;
import io.losslab.services.p4runtime.entity.table.EntryCounts;
import io.losslab.services.p4runtime.entity.table.ProfileListener;
import io.losslab.services.p4runtime.entity.table.ProfileStore;
import io.losslab.services.p4runtime.entity.table.TableBinding;
import io.losslab.services.p4runtime.program.BitString;
import io.losslab.services.p4runtime.program.MatchKey;
import io.losslab.services.p4runtime.program.Refusal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the entries of {@code ingress.routes} mean to the plane. Changes are collected and handed
 * over together; the plane is left alone until the pipeline is in force.
 */
final class RouteBinding implements TableBinding, ProfileListener {
    /** More paths than any device has ports; keeps a weight from filling the memory. */
    private static final int MAX_PATHS = 4096;

    private final ForwardingProgram program;
    private final ForwardingPlane plane;
    private ProfileStore profiles;

    private final Map<RouteKey, int[]> routes = new HashMap<>();

    /** Entries that name a member or group, which may change under them. */
    private final Map<MatchKey, TableAction> references = new LinkedHashMap<>();

    private List<RouteChange> pending = new ArrayList<>();
    private int[] paths = new int[16];
    private int pathCount;

    /** Whether what the plane counts is of these routes. */
    private boolean counting;

    RouteBinding(ForwardingProgram program, ForwardingPlane plane) {
        this.program = program;
        this.plane = plane;
    }

    /** Names the profiles that entries refer to; called once. */
    void attach(ProfileStore store) {
        profiles = store;
    }

    @Override
    public void put(MatchKey key, TableAction action, Journal journal) throws Refusal {
        put(routeKey(key), portsOf(action), journal);
        refer(key, action.hasActionProfileActionSet() ? null : action, journal);
    }

    @Override
    public void remove(MatchKey key, Journal journal) {
        RouteKey route = routeKey(key);
        int[] old = routes.remove(route);
        pending.add(RouteChange.remove(route));
        journal.add(() -> restore(route, old));
        refer(key, null, journal);
    }

    /** The plane counts what takes these routes, from now on. */
    void startCounting() {
        counting = true;
    }

    @Override
    public EntryCounts counts() throws Refusal {
        if (!counting) {
            return EntryCounts.NONE;
        }
        Map<RouteKey, CounterData> totals;
        try {
            totals = plane.routeTotals();
        } catch (IllegalStateException e) {
            throw Refusal.ofPlane(e);
        }
        // What replaces a route that goes will count from zero.
        pending.stream().filter(RouteChange::isRemoval).forEach(it -> totals.remove(it.key()));
        return key ->
                key == null
                        ? CounterData.getDefaultInstance()
                        : inUnit(
                                totals.getOrDefault(
                                        routeKey(key), CounterData.getDefaultInstance()));
    }

    /** Without what the program's counter does not count. */
    private CounterData inUnit(CounterData counted) {
        CounterData.Builder data = counted.toBuilder();
        switch (program.routes().counter().orElseThrow().getSpec().getUnit()) {
            case BYTES -> data.clearPacketCount();
            case PACKETS -> data.clearByteCount();
            default -> {}
        }
        return data.build();
    }

    @Override
    public void checkDefault(Action action) throws Refusal {
        if (!program.drops(action.getActionId())) {
            throw Refusal.unimplemented(
                    "the default action of ingress.routes can only be one that drops");
        }
    }

    @Override
    public void profileChanged(int profileId, Journal journal) throws Refusal {
        if (profileId != program.ecmpId()) {
            return;
        }
        for (Map.Entry<MatchKey, TableAction> reference : references.entrySet()) {
            RouteKey route = routeKey(reference.getKey());
            int[] ports = portsOf(reference.getValue());
            if (!Arrays.equals(ports, routes.get(route))) {
                put(route, ports, journal);
            }
        }
    }

    /** All routes, for a plane that has none of them. */
    List<RouteChange> all() {
        List<RouteChange> all = new ArrayList<>();
        routes.forEach((key, ports) -> all.add(RouteChange.put(key, ports)));
        return all;
    }

    /** Changes since the last call, in order. */
    List<RouteChange> takeChanges() {
        List<RouteChange> taken = pending;
        pending = new ArrayList<>();
        return taken;
    }

    /** A destination whose packets another binding forwards otherwise; null if there is none. */
    RouteKey difference(RouteBinding other) {
        for (Map.Entry<RouteKey, int[]> route : other.routes.entrySet()) {
            if (!Arrays.equals(route.getValue(), routes.get(route.getKey()))) {
                return route.getKey();
            }
        }
        return null;
    }

    private void put(RouteKey route, int[] ports, Journal journal) {
        int[] old = routes.put(route, ports);
        pending.add(RouteChange.put(route, ports));
        journal.add(() -> restore(route, old));
    }

    private void restore(RouteKey route, int[] old) {
        if (old == null) {
            routes.remove(route);
            pending.add(RouteChange.remove(route));
        } else {
            routes.put(route, old);
            pending.add(RouteChange.put(route, old));
        }
    }

    private void refer(MatchKey key, TableAction action, Journal journal) {
        if (action == null && references.isEmpty()) {
            return;
        }
        journal.put(references, key, action);
    }

    private RouteKey routeKey(MatchKey key) {
        ByteString value = key.value(0);
        int logicalSwitch =
                program.portToSwitch().isPresent() ? (int) BitString.toLong(key.value(1)) : 0;
        return value == null
                ? new RouteKey(logicalSwitch, 0, 0)
                : new RouteKey(logicalSwitch, (int) BitString.toLong(value), key.prefixBits(0));
    }

    /** Ports that an action's packets take, one for each unit of weight. */
    private int[] portsOf(TableAction action) throws Refusal {
        pathCount = 0;
        profiles.resolve(program.ecmpId(), action, this::addPaths);
        if (pathCount == 0) {
            throw Refusal.unimplemented(
                    "ingress.routes cannot send packets to an empty group: what becomes of them is"
                            + " not defined");
        }
        return Arrays.copyOf(paths, pathCount);
    }

    private void addPaths(Action action, int weight) throws Refusal {
        int port = forwardPort(action);
        if (pathCount + (long) weight > MAX_PATHS) {
            throw new Refusal(
                    Code.RESOURCE_EXHAUSTED,
                    "the weights of the action set sum to more than " + MAX_PATHS);
        }
        if (pathCount + weight > paths.length) {
            paths = Arrays.copyOf(paths, Math.max(2 * paths.length, pathCount + weight));
        }
        Arrays.fill(paths, pathCount, pathCount + weight, port);
        pathCount += weight;
    }

    private int forwardPort(Action action) throws Refusal {
        if (action.getActionId() != program.forward().id()) {
            throw Refusal.unimplemented("only ingress.forward can be a member of an action set");
        }
        long port = BitString.toLong(action.getParams(0).getValue());
        if (port < 1 || port > plane.portCount()) {
            throw Refusal.invalid(
                    "port %d is not on the device; it has ports 1..%d"
                            .formatted(port, plane.portCount()));
        }
        return (int) port;
    }
}
