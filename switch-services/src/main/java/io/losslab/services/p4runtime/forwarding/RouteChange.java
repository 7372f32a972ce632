package io.losslab.services.p4runtime.forwarding;

/** A route that a plane is to have from now on, or to have no more. Immutable. */
public final class RouteChange {
    private static final int[] NONE = {};

    private final RouteKey key;
    private final int[] egressPorts;

    private RouteChange(RouteKey key, int[] egressPorts) {
        this.key = key;
        this.egressPorts = egressPorts;
    }

    /**
     * A route that is new or replaced.
     *
     * @param egressPorts equal-cost ports, at least one, not changed any more; a port that is
     *     listed twice gets twice the share
     */
    static RouteChange put(RouteKey key, int[] egressPorts) {
        if (egressPorts.length == 0) {
            throw new IllegalArgumentException("a route needs a port: " + key);
        }
        return new RouteChange(key, egressPorts);
    }

    /** A route that goes. */
    static RouteChange remove(RouteKey key) {
        return new RouteChange(key, NONE);
    }

    /** Destination and prefix; the longest prefix wins. */
    public RouteKey key() {
        return key;
    }

    /** Whether the route goes: packets it matched are dropped or take a shorter prefix. */
    public boolean isRemoval() {
        return egressPorts.length == 0;
    }

    /** Equal-cost ports; not to be changed. */
    public int[] egressPorts() {
        return egressPorts;
    }
}
