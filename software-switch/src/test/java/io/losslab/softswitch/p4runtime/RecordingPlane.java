package io.losslab.softswitch.p4runtime;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A plane that remembers its routes and has counters to set. */
final class RecordingPlane implements ForwardingPlane {
    static final int PORTS = 4;

    final Map<RouteKey, List<Integer>> routes = new ConcurrentHashMap<>();
    final long[] rxPackets = new long[PORTS + 1];
    final long[] rxBytes = new long[PORTS + 1];
    final long[] txPackets = new long[PORTS + 1];
    final long[] txBytes = new long[PORTS + 1];
    volatile String refusal;

    @Override
    public int portCount() {
        return PORTS;
    }

    @Override
    public void putRoute(int ipv4, int prefixBits, int[] egressPorts) {
        refuseIfTold();
        routes.put(new RouteKey(ipv4, prefixBits), Arrays.stream(egressPorts).boxed().toList());
    }

    @Override
    public void removeRoute(int ipv4, int prefixBits) {
        refuseIfTold();
        routes.remove(new RouteKey(ipv4, prefixBits));
    }

    @Override
    public void clearRoutes() {
        refuseIfTold();
        routes.clear();
    }

    @Override
    public long rxPackets(int port) {
        return rxPackets[port];
    }

    @Override
    public long rxBytes(int port) {
        return rxBytes[port];
    }

    @Override
    public long txPackets(int port) {
        return txPackets[port];
    }

    @Override
    public long txBytes(int port) {
        return txBytes[port];
    }

    private void refuseIfTold() {
        if (refusal != null) {
            throw new IllegalStateException(refusal);
        }
    }
}
