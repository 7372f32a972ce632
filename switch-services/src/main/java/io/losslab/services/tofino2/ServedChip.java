package io.losslab.services.tofino2;

import io.losslab.flowcontrol.PauseTimer;
import io.losslab.flowcontrol.pause.PauseResponder;
import io.losslab.proto.bfrt.ForwardingPipelineConfig;
import io.losslab.proto.v1.NamedScheme;
import io.losslab.proto.v1.PortFlowControl;
import io.losslab.services.bfrt.SdeEntries;
import io.losslab.services.bfrt.SdeHardware;
import io.losslab.services.bfrt.SdeServer;
import io.losslab.services.control.OwnedSwitch;
import io.losslab.services.p4runtime.forwarding.RouteKey;
import io.losslab.softswitch.fabric.routing.Routes;
import java.util.ArrayList;
import java.util.Arrays;
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
final class ServedChip implements SdeHardware {
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
    private static final int ALL_PRIORITIES = 0xFF;
    private static final int UNSET = -1;

    private final SdeServer server;
    private ChipState wanted;
    private OwnedSwitch behind;
    private ChipMeasures measures;
    private ChipState inForce;
    private int[] obeyed;
    private Optional<String> refused = Optional.empty();

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

    /** Stands in front of a switch that is new; its tables stay as they are. */
    void standBefore(OwnedSwitch fresh) {
        server.onEntries(
                entries -> {
                    behind = fresh;
                    measures = new ChipMeasures(fresh);
                    inForce = null;
                    obeyed = new int[fresh.node().ports() + 1];
                    Arrays.fill(obeyed, UNSET);
                    changed(entries);
                    return null;
                });
    }

    /**
     * Puts in force what could not be before.
     *
     * @return why the switch is still not what the tables say; empty: it is
     */
    List<String> settle() {
        return server.onEntries(
                entries -> {
                    apply();
                    List<String> problems = new ArrayList<>(wanted.problems());
                    refused.ifPresent(problems::add);
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
        behind.call(
                access -> {
                    forward(access);
                    control(access);
                    obey(access);
                    return null;
                });
    }

    private void forward(OwnedSwitch.Access access) {
        if (inForce != null
                && inForce.routes().equals(wanted.routes())
                && inForce.switches().equals(wanted.switches())) {
            return;
        }
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

    /** Flow control of ports where it is another; what the switch refuses is tried again. */
    private void control(OwnedSwitch.Access access) {
        List<PortFlowControl> changes = new ArrayList<>();
        for (int port = 1; port <= wanted.ports().size(); port++) {
            ChipPort now = wanted.ports().get(port - 1);
            if (!now.pfc().equals(pfcInForce(port))) {
                PortFlowControl.Builder change = PortFlowControl.newBuilder().setPort(port);
                now.pfc().ifPresent(change::addSchemes);
                changes.add(change.build());
            }
        }
        try {
            if (!changes.isEmpty()) {
                access.setFlowControl(changes);
            }
            refused = Optional.empty();
            inForce = wanted;
        } catch (IllegalArgumentException | IllegalStateException e) {
            refused = Optional.of(e.getMessage());
            inForce = wanted.withPortsOf(inForce);
        }
    }

    private Optional<NamedScheme> pfcInForce(int port) {
        return inForce == null ? Optional.empty() : inForce.ports().get(port - 1).pfc();
    }

    /** What a coprocessor is sent, it obeys itself. */
    private void obey(OwnedSwitch.Access access) {
        for (int port = 1; port < obeyed.length; port++) {
            int mask =
                    access.runsBifrost(port)
                            ? ALL_PRIORITIES
                            : wanted.ports().get(port - 1).obeyed();
            if (mask != obeyed[port]) {
                access.fabric()
                        .setResponder(
                                behind.node().id(),
                                port,
                                new PauseResponder(mask, PauseTimer.QUANTA));
                obeyed[port] = mask;
            }
        }
    }
}
