package io.losslab.agent.traffic;

import io.losslab.agent.plane.AgentDevice;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The own flows that are open, one for each 5-tuple; queue pairs with the same share it. Data
 * thread.
 */
final class EgressFlows {
    private final AgentDevice device;
    private final EgressChoice choice;
    private final List<EgressFlow> open = new ArrayList<>();

    /** Those that nobody uses, but that still have a frame waiting. */
    private final Deque<EgressFlow> draining = new ArrayDeque<>();

    EgressFlows(AgentDevice device, EgressChoice choice) {
        this.device = device;
        this.choice = choice;
    }

    /**
     * Takes the place of a 5-tuple, a new one if it has none.
     *
     * @param egressPort 0 where routes choose it
     */
    EgressFlow take(int destinationIpv4, int udpSourcePort, int priority, int egressPort) {
        EgressFlow found = find(destinationIpv4, udpSourcePort);
        if (found == null) {
            int port = egressPort != 0 ? egressPort : choice.port(destinationIpv4, udpSourcePort);
            int flow = device.ownFlows().open(destinationIpv4, udpSourcePort, port, priority);
            found =
                    new EgressFlow(
                            destinationIpv4,
                            udpSourcePort,
                            port,
                            flow,
                            device.ownFlows().source(flow));
            open.add(found);
        }
        found.users++;
        return found;
    }

    /** A queue pair does not need its place any longer. */
    void release(EgressFlow egress) {
        egress.users--;
        if (egress.users == 0) {
            draining.add(egress);
        }
    }

    /** Closes those that have drained. */
    void closeDrained() {
        for (int left = draining.size(); left > 0; left--) {
            EgressFlow egress = draining.remove();
            if (egress.users > 0) {
                continue;
            }
            if (device.queues(egress.port).sourceBytes(egress.source) > 0) {
                draining.add(egress);
            } else if (open.remove(egress)) {
                device.ownFlows().close(egress.flow);
            }
        }
    }

    /** Opening one is rare; a table of the few that are open would not pay. */
    private EgressFlow find(int destinationIpv4, int udpSourcePort) {
        for (EgressFlow egress : open) {
            if (egress.destinationIpv4 == destinationIpv4
                    && egress.udpSourcePort == udpSourcePort) {
                return egress;
            }
        }
        return null;
    }
}
