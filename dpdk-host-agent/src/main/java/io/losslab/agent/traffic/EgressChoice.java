package io.losslab.agent.traffic;

import io.losslab.agent.plane.AgentDevice;
import io.losslab.api.frame.FlowHash;
import java.util.HashMap;
import java.util.Map;

/**
 * By which port own packets leave: of the equal-cost ports of a destination the one that a scheme
 * asks for, or else the flow's hash. A host without routes uses its first port. Data thread.
 */
public final class EgressChoice {
    private static final int[] FIRST_PORT = {1};

    private final AgentDevice device;
    private Map<Integer, int[]> portsByIpv4 = Map.of();
    private FlowHash hash = FlowHash.FNV1A;
    private int seed;

    public EgressChoice(AgentDevice device) {
        this.device = device;
    }

    /** Replaces the routes: equal-cost ports, from 1, by destination. */
    public void setRoutes(Map<Integer, int[]> ports, FlowHash chosenHash, int chosenSeed) {
        portsByIpv4 = new HashMap<>(ports);
        hash = chosenHash;
        seed = chosenSeed;
    }

    int port(int destinationIpv4, int udpSourcePort) {
        int[] ports = portsByIpv4.getOrDefault(destinationIpv4, FIRST_PORT);
        int own = device.identity().ipv4();
        int member =
                hash.member(
                        seed,
                        own,
                        destinationIpv4,
                        udpSourcePort,
                        FlowHash.ROCE_PORT,
                        ports.length);
        return device.ownFlows().choosePort(destinationIpv4, udpSourcePort, from(ports, member));
    }

    /**
     * The ports, beginning with one of them: a device whose schemes do not choose takes the first.
     */
    private static int[] from(int[] ports, int first) {
        int[] turned = new int[ports.length];
        for (int i = 0; i < ports.length; i++) {
            turned[i] = ports[(first + i) % ports.length];
        }
        return turned;
    }
}
