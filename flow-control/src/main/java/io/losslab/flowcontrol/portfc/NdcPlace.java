package io.losslab.flowcontrol.portfc;

import io.losslab.api.address.Ipv4Address;
import io.losslab.flowcontrol.DataPlane;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Where in NDC(n,k) a device stands, and that it stands there. */
final class NdcPlace {
    private NdcPlace() {}

    /** Layer of a switch: port l+1 of a node leads to layer l. */
    static int layer(DataPlane plane) {
        return plane.peerPort(1) - 1;
    }

    /**
     * Checks a switch against the address plan.
     *
     * @return n
     * @throws IllegalArgumentException where it does not fit
     */
    static int checkSwitch(DataPlane plane, Map<Integer, PortFcSettings> byPort) {
        int n = plane.ports();
        checkSettings(plane, byPort);
        require(byPort.get(1).n() == n, plane, "n is " + byPort.get(1).n() + ", its ports " + n);
        List<Integer> nodeIpv4 = new ArrayList<>();
        List<Integer> nodePorts = new ArrayList<>();
        for (int port = 1; port <= n; port++) {
            nodeIpv4.add(plane.peerIpv4(port));
            nodePorts.add(plane.peerPort(port));
        }
        try {
            NdcSwitch.check(plan(byPort), nodeIpv4, nodePorts);
            return n;
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "device %d: %s".formatted(plane.deviceId(), e.getMessage()), e);
        }
    }

    /**
     * Checks a node.
     *
     * @return n
     * @throws IllegalArgumentException where it does not fit
     */
    static int checkNode(DataPlane plane, Map<Integer, PortFcSettings> byPort) {
        checkSettings(plane, byPort);
        NdcAddress plan = plan(byPort);
        require(
                plane.ports() == plan.k() + 1,
                plane,
                "PortFC with k = %d requires nodes with %d ports, not %d; k is the highest layer"
                        .formatted(plan.k(), plan.k() + 1, plane.ports()));
        int n = plan.n();
        for (int port = 1; port <= plane.ports(); port++) {
            require(
                    !plane.leadsToHost(port) && plane.peerPort(port) <= n,
                    plane,
                    "port %d must lead to a switch of %d ports".formatted(port, n));
            require(
                    plane.peerPort(port) - 1 == plan.digit(plane.ipv4(), port - 1),
                    plane,
                    "%s, on port %d of its layer-%d switch, is not %s"
                            .formatted(
                                    Ipv4Address.text(plane.ipv4()),
                                    plane.peerPort(port) - 1,
                                    port - 1,
                                    plan.text()));
        }
        return n;
    }

    /** The plan that the settings of a device name. */
    static NdcAddress plan(Map<Integer, PortFcSettings> byPort) {
        return new NdcAddress(byPort.get(1).n(), byPort.get(1).k());
    }

    private static void checkSettings(DataPlane plane, Map<Integer, PortFcSettings> byPort) {
        for (int port = 1; port <= plane.ports(); port++) {
            require(byPort.containsKey(port), plane, "PortFC is missing at port " + port);
            require(
                    byPort.get(port).n() == byPort.get(1).n()
                            && byPort.get(port).k() == byPort.get(1).k()
                            && byPort.get(port).relayGuard() == byPort.get(1).relayGuard(),
                    plane,
                    "n, k, or relayGuard differs between ports 1 and " + port);
        }
    }

    private static void require(boolean holds, DataPlane plane, String message) {
        if (!holds) {
            throw new IllegalArgumentException("device " + plane.deviceId() + ": " + message);
        }
    }
}
