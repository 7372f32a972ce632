package io.losslab.driver.p4runtime;

import com.google.protobuf.ByteString;
import io.losslab.proto.p4.v1.CounterData;
import io.losslab.services.p4runtime.forwarding.ForwardingPlane;
import io.losslab.services.p4runtime.forwarding.PlaneListener;
import io.losslab.services.p4runtime.forwarding.PortTotals;
import io.losslab.services.p4runtime.forwarding.RouteChange;
import io.losslab.services.p4runtime.forwarding.RouteKey;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;

/** A plane of four ports that remembers what it is told. */
class ScriptedPlane implements ForwardingPlane {
    private static final int PORTS = 4;

    final Map<String, List<Integer>> routes = new ConcurrentHashMap<>();
    final BlockingQueue<String> sent = new LinkedBlockingQueue<>();
    volatile PlaneListener listener;

    /** By port, from the first. */
    volatile List<Integer> switches = List.of();

    /** Packets that every port has received. */
    volatile long received;

    @Override
    public int portCount() {
        return PORTS;
    }

    @Override
    public void changeRoutes(int[] switchOfPort, List<RouteChange> changes) {
        switches = Arrays.stream(switchOfPort).skip(1).boxed().toList();
        for (RouteChange change : changes) {
            int in = change.key().logicalSwitch();
            String key =
                    (in == 0 ? "" : in + ": ")
                            + change.key().ipv4()
                            + "/"
                            + change.key().prefixBits();
            if (change.isRemoval()) {
                routes.remove(key);
            } else {
                routes.put(key, Arrays.stream(change.egressPorts()).boxed().toList());
            }
        }
    }

    @Override
    public void replaceRoutes(int[] switchOfPort, List<RouteChange> all) {
        routes.clear();
        changeRoutes(switchOfPort, all);
    }

    @Override
    public void countRoutes(boolean wanted) {}

    @Override
    public Map<RouteKey, CounterData> routeTotals() {
        return new HashMap<>();
    }

    @Override
    public PortTotals totals() {
        PortTotals totals = new PortTotals(PORTS);
        for (int port = 1; port <= PORTS; port++) {
            totals.setReceived(port, received, 0);
        }
        return totals;
    }

    @Override
    public void sendOut(int port, ByteString frame) {
        sent.add(port + " " + frame.size());
    }

    @Override
    public void listen(PlaneListener hearer) {
        listener = hearer;
    }

    @Override
    public void remind(long intervalNanos) {}
}
