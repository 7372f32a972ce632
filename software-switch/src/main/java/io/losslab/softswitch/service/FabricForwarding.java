package io.losslab.softswitch.service;

import io.losslab.api.topology.Node;
import io.losslab.softswitch.fabric.Fabric;
import io.losslab.softswitch.fabric.PortCounters;
import io.losslab.softswitch.p4runtime.ForwardingPlane;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;

/** A virtual switch's forwarding, as P4Runtime programs it. */
final class FabricForwarding implements ForwardingPlane {
    private final FabricThread fabric;
    private final Node node;

    FabricForwarding(FabricThread fabric, Node node) {
        this.fabric = fabric;
        this.node = node;
    }

    @Override
    public int portCount() {
        return node.ports();
    }

    @Override
    public void putRoute(int ipv4, int prefixBits, int[] egressPorts) {
        change(owned -> owned.putRoute(node.id(), ipv4, prefixBits, egressPorts));
    }

    @Override
    public void removeRoute(int ipv4, int prefixBits) {
        change(owned -> owned.removeRoute(node.id(), ipv4, prefixBits));
    }

    @Override
    public void clearRoutes() {
        change(owned -> owned.clearRoutes(node.id()));
    }

    @Override
    public long rxPackets(int port) {
        return read(port, PortCounters::rxFrames);
    }

    @Override
    public long rxBytes(int port) {
        return read(port, PortCounters::rxBytes);
    }

    @Override
    public long txPackets(int port) {
        return read(port, PortCounters::txFrames);
    }

    @Override
    public long txBytes(int port) {
        return read(port, PortCounters::txBytes);
    }

    private void change(Consumer<Fabric> work) {
        fabric.call(
                owned -> {
                    work.accept(owned);
                    return null;
                });
    }

    private long read(int port, ToLongFunction<PortCounters> counter) {
        return fabric.call(owned -> counter.applyAsLong(owned.counters(node.id(), port)));
    }
}
