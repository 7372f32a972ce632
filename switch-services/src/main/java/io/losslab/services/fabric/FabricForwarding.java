package io.losslab.services.fabric;

import com.google.protobuf.ByteString;
import io.losslab.api.topology.Node;
import io.losslab.p4.program.P4Program;
import io.losslab.p4.runtime.P4Switch;
import io.losslab.proto.p4.v1.CounterData;
import io.losslab.services.p4runtime.forwarding.ForwardingPlane;
import io.losslab.services.p4runtime.forwarding.PlaneListener;
import io.losslab.services.p4runtime.forwarding.PortTotals;
import io.losslab.services.p4runtime.forwarding.RouteChange;
import io.losslab.services.p4runtime.forwarding.RouteKey;
import io.losslab.softswitch.fabric.Fabric;
import io.losslab.softswitch.fabric.PortCounters;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/** A virtual switch's forwarding, as P4Runtime programs it. */
public final class FabricForwarding implements ForwardingPlane {
    private final FabricThread fabric;
    private final Node node;
    private final PlaneEvents events;
    private final boolean runsPrograms;

    /** On the fabric's thread. */
    private Runnable reminder = () -> {};

    /**
     * The forwarding of a switch.
     *
     * @param runsPrograms whether it can be given P4 programs: packets are those of the fabric's
     *     own hosts
     */
    public FabricForwarding(
            FabricThread fabric, Node node, PlaneEvents events, boolean runsPrograms) {
        this.fabric = fabric;
        this.node = node;
        this.events = events;
        this.runsPrograms = runsPrograms;
    }

    @Override
    public boolean runsPrograms() {
        return runsPrograms;
    }

    @Override
    public int portCount() {
        return node.ports();
    }

    @Override
    public void changeRoutes(int[] switchOfPort, List<RouteChange> changes) {
        fabric.change(owned -> apply(owned, switchOfPort, changes));
    }

    @Override
    public void replaceRoutes(int[] switchOfPort, List<RouteChange> routes) {
        fabric.change(
                owned -> {
                    owned.routes().clear(node.id());
                    apply(owned, switchOfPort, routes);
                });
    }

    @Override
    public void countRoutes(boolean wanted) {
        fabric.change(owned -> owned.routes().count(node.id(), wanted));
    }

    @Override
    public Map<RouteKey, CounterData> routeTotals() {
        return fabric.call(
                owned -> {
                    Map<RouteKey, CounterData> totals = new HashMap<>();
                    owned.routes()
                            .readCounts(
                                    node.id(),
                                    (logicalSwitch, ipv4, prefixBits, packets, bytes) ->
                                            totals.put(
                                                    new RouteKey(logicalSwitch, ipv4, prefixBits),
                                                    CounterData.newBuilder()
                                                            .setPacketCount(packets)
                                                            .setByteCount(bytes)
                                                            .build()));
                    return totals;
                });
    }

    @Override
    public PortTotals totals() {
        return fabric.call(
                owned -> {
                    PortTotals totals = new PortTotals(node.ports());
                    for (int port = 1; port <= node.ports(); port++) {
                        PortCounters counters = owned.counters().port(node.id(), port);
                        totals.setReceived(port, counters.rxFrames(), counters.rxBytes());
                        totals.setSent(port, counters.txFrames(), counters.txBytes());
                    }
                    return totals;
                });
    }

    @Override
    public void sendOut(int port, ByteString frame) {
        fabric.change(
                owned ->
                        owned.controllerFrames(node.id())
                                .send(node.id(), port, frame.toByteArray()));
    }

    @Override
    public void runProgram(P4Program program) {
        fabric.change(
                owned -> {
                    owned.routes().clear(node.id());
                    owned.programs().set(node.id(), program);
                    if (program != null) {
                        owned.programs().at(node.id()).onMessage(new ProgramMessages(node.name()));
                    }
                });
    }

    @Override
    public void changeProgram(List<Consumer<P4Switch>> changes) {
        fabric.change(
                owned -> {
                    P4Switch runs = owned.programs().at(node.id(), owned.nowNanos());
                    changes.forEach(it -> it.accept(runs));
                });
    }

    @Override
    public void packetOut(ByteString packet) {
        fabric.change(
                owned ->
                        owned.controllerFrames(node.id())
                                .packetOut(node.id(), packet.toByteArray()));
    }

    @Override
    public <T> T readProgram(Function<P4Switch, T> reading) {
        return fabric.call(
                owned -> reading.apply(owned.programs().at(node.id(), owned.nowNanos())));
    }

    @Override
    public void listen(PlaneListener listener) {
        events.listen(node.id(), listener);
    }

    @Override
    public void remind(long intervalNanos) {
        fabric.change(
                owned -> {
                    owned.samplers().remove(reminder);
                    if (intervalNanos > 0) {
                        reminder = () -> events.remind(node.id(), owned.nowNanos());
                        owned.samplers().add(intervalNanos, reminder);
                    }
                });
    }

    private void apply(Fabric owned, int[] switchOfPort, List<RouteChange> changes) {
        for (int port = 1; port <= node.ports(); port++) {
            owned.routes().setLogicalSwitch(node.id(), port, switchOfPort[port]);
        }
        for (RouteChange change : changes) {
            RouteKey key = change.key();
            if (change.isRemoval()) {
                owned.routes().remove(node.id(), key.logicalSwitch(), key.ipv4(), key.prefixBits());
            } else {
                owned.routes()
                        .put(
                                node.id(),
                                key.logicalSwitch(),
                                key.ipv4(),
                                key.prefixBits(),
                                change.egressPorts());
            }
        }
    }
}
