package io.losslab.services.tofino2;

import io.losslab.proto.bfrt.ForwardingPipelineConfig;
import io.losslab.services.bfrt.SdeEntries;
import io.losslab.services.bfrt.SdeHardware;
import io.losslab.services.bfrt.SdeServer;
import io.losslab.services.control.OwnedSwitch;
import io.losslab.services.control.WantedFlowControl;
import io.losslab.services.lab.SwitchFace;
import io.losslab.services.p4runtime.forwarding.RouteKey;
import io.losslab.softswitch.fabric.routing.Routes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A Tofino2 whose packets a switch of a virtual fabric forwards. Rows are kept as they are written,
 * one at a time; what they mean together is put in force after each request, and where that cannot
 * be, time does not pass. Guarded by the lock of its server.
 */
final class ServedChip implements SwitchFace, SdeHardware {
    /**
     * The match tables of {@code pfc_forward}, the only program that virtual switches stand for.
     */
    private static final Set<String> KNOWN =
            Set.of(
                    "ingress.routes",
                    "ingress.port_to_switch",
                    "ingress.pcp_classes",
                    "ingress.dscp_classes",
                    "egress.port_macs");

    private static final Set<String> NEEDED = Set.of("ingress.routes", "ingress.dscp_classes");

    private final SdeServer server;
    private ChipState wanted;
    private OwnedSwitch behind;
    private ChipMeasures measures;
    private WantedFlowControl flowControl;
    private Optional<ChipState> forwards;

    /**
     * A chip that is not in front of any switch yet.
     *
     * @param fixedTables the JSON of the SDE
     */
    ServedChip(String fixedTables) {
        server = new SdeServer(fixedTables, this);
    }

    SdeServer server() {
        return server;
    }

    @Override
    public void standBefore(OwnedSwitch fresh) {
        server.onEntries(
                entries -> {
                    behind = fresh;
                    entries.beginCounting();
                    fresh.change(access -> access.fabric().counters().countGroups());
                    measures = new ChipMeasures(fresh);
                    flowControl = new WantedFlowControl(fresh.node().ports());
                    forwards = Optional.empty();
                    changed(entries);
                    return null;
                });
    }

    @Override
    public List<String> settle() {
        return server.onEntries(
                entries -> {
                    apply();
                    List<String> problems = new ArrayList<>(wanted.problems());
                    flowControl.refused().ifPresent(problems::add);
                    return problems.stream()
                            .map(problem -> "%s: %s".formatted(behind.node().name(), problem))
                            .toList();
                });
    }

    @Override
    public Optional<String> refusal(ForwardingPipelineConfig program, SdeEntries empty) {
        Set<String> tables = empty.matchTables();
        Set<String> unknown = new TreeSet<>(tables);
        unknown.removeAll(KNOWN);
        return unknown.isEmpty() && tables.containsAll(NEEDED)
                ? Optional.empty()
                : Optional.of(
                        "losslab serve stands for chips with program pfc_forward, and %s %s."
                                .formatted(
                                        program.getP4Name(),
                                        unknown.isEmpty()
                                                ? "lacks tables of it"
                                                : "has other tables: "
                                                        + String.join(", ", unknown)));
    }

    @Override
    public void changed(SdeEntries entries) {
        if (behind != null) {
            wanted = behind.call(access -> state(access, entries));
            apply();
        }
    }

    @Override
    public Map<String, Object> measured(String table, int pipe, Map<String, Long> key) {
        return behind == null ? Map.of() : measures.of(table, pipe, key, wanted);
    }

    private ChipState state(OwnedSwitch.Access access, SdeEntries entries) {
        return ChipState.of(
                entries,
                behind.node(),
                port -> access.fabric().link(behind.node().id(), port).rateBitsPerSecond());
    }

    private void apply() {
        behind.change(
                access -> {
                    forward(access);
                    flowControl.apply(
                            access,
                            wanted.ports().stream()
                                    .map(
                                            port ->
                                                    new WantedFlowControl.Port(
                                                            port.pfc(), port.obeyed()))
                                    .toList());
                });
    }

    private void forward(OwnedSwitch.Access access) {
        if (forwards.filter(wanted::forwardsAs).isPresent()) {
            return;
        }
        forwards = Optional.of(wanted);
        int node = behind.node().id();
        Routes routes = access.fabric().routes();
        routes.clear(node);
        for (int port = 1; port <= wanted.switches().size(); port++) {
            routes.setLogicalSwitch(node, port, wanted.switches().get(port - 1));
        }
        for (Map.Entry<RouteKey, List<Integer>> each : wanted.routes().entrySet()) {
            RouteKey key = each.getKey();
            routes.put(
                    node,
                    key.logicalSwitch(),
                    key.ipv4(),
                    key.prefixBits(),
                    each.getValue().stream().mapToInt(Integer::intValue).toArray());
        }
    }
}
