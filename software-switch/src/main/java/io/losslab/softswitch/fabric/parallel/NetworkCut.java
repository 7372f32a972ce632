package io.losslab.softswitch.fabric.parallel;

import io.losslab.api.topology.Link;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.Topology;
import java.util.Arrays;
import java.util.List;

/**
 * Cuts a network at links of long delay into parts of like size: the longer the delay, the less
 * often parts must wait for one another.
 *
 * <p>Devices that are connected by links of less than some delay stay together, and so does a host
 * with its only switch. The longest delay is taken that leaves parts of which none has a quarter
 * more ports than its share; where there is none, hosts may be cut off, too. What stays together is
 * shared out by {@link Bisection}. A device counts by its ports, which take turns alike.
 */
final class NetworkCut {
    private static final double MOST_OF_SHARE = 1.25;

    private final Topology topology;
    private final int nodes;

    NetworkCut(Topology topology) {
        this.topology = topology;
        nodes = topology.nodes().size();
    }

    /** By node, its part, from 0; as many parts as given, or nodes, at most. */
    int[] into(int threads) {
        int most = Math.min(threads, nodes);
        int[] best = new int[nodes];
        double bestShare = Double.MAX_VALUE;
        for (boolean hostsStay : new boolean[] {true, false}) {
            for (long delay : delays()) {
                int[] partOf = cut(delay, hostsStay, most);
                double share = largest(partOf) * most / total();
                if (share < bestShare) {
                    best = partOf;
                    bestShare = share;
                }
                if (bestShare <= MOST_OF_SHARE) {
                    return numbered(best);
                }
            }
        }
        return numbered(best);
    }

    /** Delays of links, the longest first; none of zero. */
    private List<Long> delays() {
        return topology.links().stream()
                .map(link -> link.delay().nanos())
                .filter(nanos -> nanos > 0)
                .distinct()
                .sorted((one, other) -> Long.compare(other, one))
                .toList();
    }

    private int[] cut(long delayNanos, boolean hostsStay, int parts) {
        int[] cluster = new int[nodes];
        Arrays.setAll(cluster, node -> node);
        for (Link link : topology.links()) {
            boolean stays = hostsStay && (isLeaf(link.a().node()) || isLeaf(link.b().node()));
            if (stays || link.delay().nanos() < delayNanos) {
                cluster[find(cluster, link.a().node().id())] = find(cluster, link.b().node().id());
            }
        }
        int[] number = new int[nodes];
        Arrays.fill(number, -1);
        int clusters = 0;
        for (int node = 0; node < nodes; node++) {
            int root = find(cluster, node);
            if (number[root] < 0) {
                number[root] = clusters++;
            }
        }
        int[] weights = new int[clusters];
        for (Node node : topology.nodes()) {
            weights[number[find(cluster, node.id())]] += node.ports();
        }
        int[][] links = new int[topology.links().size()][];
        for (int i = 0; i < links.length; i++) {
            Link link = topology.links().get(i);
            links[i] =
                    new int[] {
                        number[find(cluster, link.a().node().id())],
                        number[find(cluster, link.b().node().id())]
                    };
        }
        int[] partOfCluster = new Bisection(weights, links).into(parts);
        int[] partOf = new int[nodes];
        Arrays.setAll(partOf, node -> partOfCluster[number[find(cluster, node)]]);
        return partOf;
    }

    private static boolean isLeaf(Node node) {
        return node.isHost() && node.ports() == 1;
    }

    private static int find(int[] cluster, int node) {
        int at = node;
        while (cluster[at] != at) {
            cluster[at] = cluster[cluster[at]];
            at = cluster[at];
        }
        return at;
    }

    private double total() {
        return topology.nodes().stream().mapToInt(Node::ports).sum();
    }

    private int largest(int[] partOf) {
        int[] ports = new int[nodes];
        for (Node node : topology.nodes()) {
            ports[partOf[node.id()]] += node.ports();
        }
        return Arrays.stream(ports).max().orElse(0);
    }

    /** The same parts without gaps in their numbers. */
    private static int[] numbered(int[] partOf) {
        int[] used = Arrays.stream(partOf).distinct().sorted().toArray();
        return Arrays.stream(partOf).map(part -> Arrays.binarySearch(used, part)).toArray();
    }
}
