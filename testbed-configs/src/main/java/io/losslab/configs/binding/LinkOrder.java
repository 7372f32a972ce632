package io.losslab.configs.binding;

import io.losslab.api.topology.Link;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The order in which links are placed: those between placed nodes first, then those that touch one,
 * so that every choice is checked against the earlier ones at once.
 */
final class LinkOrder {
    private final Topology topology;
    private final boolean[] placed;
    private final boolean[] taken;

    LinkOrder(Topology topology, Set<String> placedByHand) {
        this.topology = topology;
        this.placed = new boolean[topology.nodes().size()];
        this.taken = new boolean[topology.links().size()];
        for (Node node : topology.nodes()) {
            placed[node.id()] = placedByHand.contains(node.name());
        }
    }

    List<Link> links() {
        List<Link> order = new ArrayList<>();
        while (order.size() < taken.length) {
            Link next = next();
            taken[next.id()] = true;
            placed[next.a().node().id()] = true;
            placed[next.b().node().id()] = true;
            order.add(next);
        }
        return order;
    }

    private Link next() {
        Link best = null;
        int bestRank = -1;
        for (Link link : topology.links()) {
            int rank = taken[link.id()] ? -1 : rank(link);
            if (rank > bestRank) {
                best = link;
                bestRank = rank;
            }
        }
        return best;
    }

    /** Both ends placed, then one, then links between switches, which decide most. */
    private int rank(Link link) {
        int ends = (placed[link.a().node().id()] ? 1 : 0) + (placed[link.b().node().id()] ? 1 : 0);
        boolean switches = link.a().node().isSwitch() && link.b().node().isSwitch();
        return 2 * ends + (switches ? 1 : 0);
    }
}
