package io.losslab.analysis.replay;

import io.losslab.analysis.run.TopologyGraph;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;

/**
 * Where the nodes of a topology stand in a picture that is wider than high.
 *
 * <p>Nodes with two neighbours each that form one circle stand on it, with their hosts outside, if
 * all have some or none has. Where hosts relay and every link ends at one, the hosts are in a row
 * between the layers of their switches. Otherwise hosts are at the bottom, below their switch, and
 * switches above by their distance from them.
 */
final class NodePlaces {
    private static final double CIRCLE = 0.36;
    private static final double OUTSIDE = 0.5;

    /** Between the hosts of two switches, in places of hosts. */
    private static final double GAP = 0.7;

    private final TopologyGraph graph;
    private final Map<String, Set<String>> neighbours = new LinkedHashMap<>();
    private final Map<String, TopologyGraph.Node> nodes = new LinkedHashMap<>();
    private final Map<String, Integer> order = new HashMap<>();
    private final Map<String, Place> places = new LinkedHashMap<>();
    private boolean circular;

    /**
     * A node's middle.
     *
     * @param x from 0 at the left to 1
     * @param y from 0 at the top to 1
     */
    record Place(double x, double y) {}

    private NodePlaces(TopologyGraph graph) {
        this.graph = graph;
        for (TopologyGraph.Node node : graph.nodes()) {
            order.put(node.name(), nodes.size());
            nodes.put(node.name(), node);
            neighbours.put(node.name(), new LinkedHashSet<>());
        }
        for (TopologyGraph.Link link : graph.links()) {
            if (!link.a().equals(link.b())) {
                neighbours.get(link.a()).add(link.b());
                neighbours.get(link.b()).add(link.a());
            }
        }
    }

    /** Places all nodes. */
    static NodePlaces of(TopologyGraph graph) {
        NodePlaces places = new NodePlaces(graph);
        List<String> circle = places.circle();
        if (!circle.isEmpty()) {
            places.circular = true;
            places.placeOn(circle);
        } else if (places.hostsRelay()) {
            places.placeLayers();
        } else {
            places.placeTiers();
        }
        return places;
    }

    /** The place of a node. */
    Place of(String node) {
        return places.get(node);
    }

    /** Whether nodes stand on a circle, and not in rows. */
    boolean isCircular() {
        return circular;
    }

    /** The nodes of the circle in its order; empty if they form none. */
    private List<String> circle() {
        List<String> inner = nodes.keySet().stream().filter(name -> !isLeaf(name)).toList();
        for (String name : inner) {
            if (neighbours.get(name).stream().filter(inner::contains).count() != 2) {
                return List.of();
            }
        }
        LinkedHashSet<String> walk = new LinkedHashSet<>();
        String next = inner.isEmpty() ? null : inner.get(0);
        while (next != null) {
            walk.add(next);
            next =
                    neighbours.get(next).stream()
                            .filter(name -> !isLeaf(name) && !walk.contains(name))
                            .findFirst()
                            .orElse(null);
        }
        long withHosts = inner.stream().filter(name -> !leavesOf(name).isEmpty()).count();
        boolean alike = withHosts == 0 || withHosts == inner.size();
        return walk.size() == inner.size() && inner.size() > 2 && alike
                ? List.copyOf(walk)
                : List.of();
    }

    private void placeOn(List<String> circle) {
        boolean leaves = circle.size() < nodes.size();
        double step = 2 * Math.PI / circle.size();
        for (int i = 0; i < circle.size(); i++) {
            double angle = step * i - Math.PI / 2;
            put(circle.get(i), angle, leaves ? CIRCLE : OUTSIDE);
            List<String> hosts = leavesOf(circle.get(i));
            for (int h = 0; h < hosts.size(); h++) {
                double share = (h + 0.5) / hosts.size() - 0.5;
                put(hosts.get(h), angle + share * step * 0.8, OUTSIDE);
            }
        }
    }

    private void put(String name, double angle, double radius) {
        places.put(name, new Place(0.5 + radius * Math.cos(angle), 0.5 + radius * Math.sin(angle)));
    }

    private boolean hostsRelay() {
        return nodes.values().stream().anyMatch(TopologyGraph.Node::host)
                && nodes.values().stream().noneMatch(node -> isLeaf(node.name()))
                && graph.links().stream().allMatch(link -> isHost(link.a()) != isHost(link.b()));
    }

    private void placeLayers() {
        TreeMap<String, LinkedHashSet<String>> layers = new TreeMap<>();
        for (TopologyGraph.Link link : graph.links()) {
            layers.computeIfAbsent(String.valueOf(link.group()), any -> new LinkedHashSet<>())
                    .add(isHost(link.a()) ? link.b() : link.a());
        }
        List<Collection<String>> rows = new ArrayList<>(layers.values());
        rows.add(Math.min(1, rows.size()), nodes.keySet().stream().filter(this::isHost).toList());
        for (int row = 0; row < rows.size(); row++) {
            spread(List.copyOf(rows.get(row)), 1 - row / (double) Math.max(1, rows.size() - 1));
        }
    }

    private void placeTiers() {
        Map<String, Integer> tier = tiers();
        int top = tier.values().stream().mapToInt(Integer::intValue).max().orElse(0);
        for (int t = 0; t <= top; t++) {
            int level = t;
            List<String> row =
                    nodes.keySet().stream().filter(name -> tier.get(name) == level).toList();
            double y = top == 0 ? 0.5 : 1 - t / (double) top;
            if (t == 0) {
                placeHosts(row, y);
            } else {
                placeAbove(row, y);
            }
        }
    }

    /** Hosts in the order of their switches, a gap between those of two. */
    private void placeHosts(List<String> hosts, double y) {
        List<String> sorted =
                hosts.stream()
                        .sorted(Comparator.comparing(this::switchOrder).thenComparing(order::get))
                        .toList();
        double[] at = new double[sorted.size()];
        for (int i = 1; i < at.length; i++) {
            boolean together = switchOrder(sorted.get(i)) == switchOrder(sorted.get(i - 1));
            at[i] = at[i - 1] + 1 + (together ? 0 : GAP);
        }
        for (int i = 0; i < at.length; i++) {
            places.put(sorted.get(i), new Place((at[i] + 0.5) / (at[at.length - 1] + 1), y));
        }
    }

    /** Nodes in the order of what is below them: above its middle, or evenly if that collides. */
    private void placeAbove(List<String> row, double y) {
        Map<String, Double> middle = new HashMap<>();
        for (String name : row) {
            middle.put(
                    name,
                    neighbours.get(name).stream()
                            .map(places::get)
                            .filter(place -> place != null && place.y() > y)
                            .mapToDouble(Place::x)
                            .average()
                            .orElse(0.5));
        }
        List<String> sorted =
                row.stream()
                        .sorted(Comparator.comparing(middle::get).thenComparing(order::get))
                        .toList();
        double apart = 0.5 / row.size();
        for (int i = 1; i < sorted.size(); i++) {
            if (middle.get(sorted.get(i)) - middle.get(sorted.get(i - 1)) < apart) {
                spread(sorted, y);
                return;
            }
        }
        sorted.forEach(name -> places.put(name, new Place(middle.get(name), y)));
    }

    private void spread(List<String> row, double y) {
        for (int i = 0; i < row.size(); i++) {
            places.put(row.get(i), new Place((i + 0.5) / row.size(), y));
        }
    }

    /** Distances from the hosts that do not relay, or from all if there are none. */
    private Map<String, Integer> tiers() {
        List<String> from = nodes.keySet().stream().filter(this::isLeafHost).toList();
        if (from.isEmpty()) {
            from = nodes.keySet().stream().filter(this::isHost).toList();
        }
        Map<String, Integer> tier = new HashMap<>();
        from.forEach(name -> tier.put(name, 0));
        Queue<String> frontier = new ArrayDeque<>(from);
        while (!frontier.isEmpty()) {
            String name = frontier.remove();
            for (String next : neighbours.get(name)) {
                if (tier.putIfAbsent(next, tier.get(name) + 1) == null) {
                    frontier.add(next);
                }
            }
        }
        nodes.keySet().forEach(name -> tier.putIfAbsent(name, 0));
        return tier;
    }

    private List<String> leavesOf(String name) {
        return neighbours.get(name).stream().filter(this::isLeaf).toList();
    }

    private int switchOrder(String host) {
        return neighbours.get(host).stream().mapToInt(order::get).min().orElse(0);
    }

    private boolean isLeafHost(String name) {
        return isHost(name) && isLeaf(name);
    }

    private boolean isLeaf(String name) {
        return neighbours.get(name).size() < 2;
    }

    private boolean isHost(String name) {
        return nodes.get(name).host();
    }
}
