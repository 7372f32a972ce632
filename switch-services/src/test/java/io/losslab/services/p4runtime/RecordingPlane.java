package io.losslab.services.p4runtime;

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
import java.util.concurrent.atomic.AtomicInteger;

/** A plane that remembers its routes and has counters to set. */
final class RecordingPlane implements ForwardingPlane {
    static final int PORTS = 4;

    final Map<RouteKey, List<Integer>> routes = new ConcurrentHashMap<>();
    final long[] rxPackets = new long[PORTS + 1];
    final long[] rxBytes = new long[PORTS + 1];
    final long[] txPackets = new long[PORTS + 1];
    final long[] txBytes = new long[PORTS + 1];
    final BlockingQueue<String> sent = new LinkedBlockingQueue<>();
    final AtomicInteger calls = new AtomicInteger();
    volatile String refusal;
    volatile RuntimeException fault;
    volatile PlaneListener listener;
    volatile long reminderNanos;
    volatile boolean counting;
    final Map<RouteKey, CounterData> counted = new ConcurrentHashMap<>();

    /** By port, from the first. */
    volatile List<Integer> switches = List.of();

    @Override
    public int portCount() {
        return PORTS;
    }

    @Override
    public void changeRoutes(int[] switchOfPort, List<RouteChange> changes) {
        refuseIfTold();
        switches = Arrays.stream(switchOfPort).skip(1).boxed().toList();
        calls.incrementAndGet();
        for (RouteChange change : changes) {
            if (change.isRemoval()) {
                routes.remove(change.key());
            } else {
                routes.put(change.key(), Arrays.stream(change.egressPorts()).boxed().toList());
            }
        }
    }

    @Override
    public void replaceRoutes(int[] switchOfPort, List<RouteChange> all) {
        refuseIfTold();
        routes.clear();
        changeRoutes(switchOfPort, all);
    }

    @Override
    public void countRoutes(boolean wanted) {
        counting = wanted;
    }

    @Override
    public Map<RouteKey, CounterData> routeTotals() {
        return new HashMap<>(counted);
    }

    @Override
    public PortTotals totals() {
        refuseIfTold();
        PortTotals totals = new PortTotals(PORTS);
        for (int port = 1; port <= PORTS; port++) {
            totals.setReceived(port, rxPackets[port], rxBytes[port]);
            totals.setSent(port, txPackets[port], txBytes[port]);
        }
        return totals;
    }

    @Override
    public void sendOut(int port, ByteString frame) {
        refuseIfTold();
        sent.add(port + " " + frame.size());
    }

    @Override
    public void listen(PlaneListener hearer) {
        listener = hearer;
    }

    @Override
    public void remind(long intervalNanos) {
        refuseIfTold();
        reminderNanos = intervalNanos;
    }

    private void refuseIfTold() {
        if (fault != null) {
            throw fault;
        }
        if (refusal != null) {
            throw new IllegalStateException(refusal);
        }
    }
}
