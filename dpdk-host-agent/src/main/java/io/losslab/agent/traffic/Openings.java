package io.losslab.agent.traffic;

import io.losslab.agent.plane.AgentDevice;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** The places of this host's flows at its ports' queues. Data thread. */
final class Openings {
    private final AgentDevice device;
    private final EgressChoice choice;
    private final List<Opening> open = new ArrayList<>();

    /** Those that nobody uses, but that still have a frame waiting. */
    private final Deque<Opening> draining = new ArrayDeque<>();

    Openings(AgentDevice device, EgressChoice choice) {
        this.device = device;
        this.choice = choice;
    }

    /**
     * Takes the place of a 5-tuple, a new one if it has none.
     *
     * @param egressPort 0 where routes choose it
     */
    Opening take(int destinationIpv4, int udpSourcePort, int priority, int egressPort) {
        Opening found = find(destinationIpv4, udpSourcePort);
        if (found == null) {
            int port = egressPort != 0 ? egressPort : choice.port(destinationIpv4, udpSourcePort);
            int flow = device.ownFlows().open(destinationIpv4, udpSourcePort, port, priority);
            found =
                    new Opening(
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
    void release(Opening opening) {
        opening.users--;
        if (opening.users == 0) {
            draining.add(opening);
        }
    }

    /** Closes those that have drained. */
    void closeDrained() {
        for (int left = draining.size(); left > 0; left--) {
            Opening opening = draining.remove();
            if (opening.users > 0) {
                continue;
            }
            if (device.queues(opening.port).sourceBytes(opening.source) > 0) {
                draining.add(opening);
            } else if (open.remove(opening)) {
                device.ownFlows().close(opening.flow);
            }
        }
    }

    boolean isDraining() {
        return !draining.isEmpty();
    }

    /** Opening is rare; a table of the few that are open would not pay. */
    private Opening find(int destinationIpv4, int udpSourcePort) {
        for (Opening opening : open) {
            if (opening.destinationIpv4 == destinationIpv4
                    && opening.udpSourcePort == udpSourcePort) {
                return opening;
            }
        }
        return null;
    }
}
