package io.losslab.analysis.figure;

import io.losslab.analysis.run.TopologyGraph;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;

/**
 * Puts nodes into columns, left to right.
 *
 * <p>Where every switch has hosts, or the switches are a line, they stand in the order of their
 * distance from the first host's switch, with the hosts of the first on the left, those of the last
 * on the right, and those of switches between them in the column of their switch. Otherwise the
 * columns are tiers: hosts, then switches by their distance to the nearest host.
 */
final class TopologyLayout {
    private final TopologyGraph graph;
    private final Map<String, List<String>> neighbours = new LinkedHashMap<>();
    private final Map<String, TopologyGraph.Node> nodes = new LinkedHashMap<>();

    TopologyLayout(TopologyGraph graph) {
        this.graph = graph;
        for (TopologyGraph.Node node : graph.nodes()) {
            nodes.put(node.name(), node);
            neighbours.put(node.name(), new ArrayList<>());
        }
        for (TopologyGraph.Link link : graph.links()) {
            neighbours.get(link.a()).add(link.b());
            neighbours.get(link.b()).add(link.a());
        }
    }

    /** Nodes by column; columns ascend, nodes keep the order of the topology. */
    List<List<TopologyGraph.Node>> columns() {
        List<TopologyGraph.Node> switches = graph.nodes().stream().filter(n -> !n.host()).toList();
        boolean everySwitchHasHosts =
                !switches.isEmpty()
                        && switches.stream()
                                .allMatch(
                                        node ->
                                                neighbours.get(node.name()).stream()
                                                        .anyMatch(this::isHost));
        boolean inOrder = everySwitchHasHosts || isLine(switches);
        Map<String, Integer> column = inOrder ? chain(switches) : tiers();
        TreeMap<Integer, List<TopologyGraph.Node>> byColumn = new TreeMap<>();
        for (TopologyGraph.Node node : graph.nodes()) {
            byColumn.computeIfAbsent(column.get(node.name()), c -> new ArrayList<>()).add(node);
        }
        return List.copyOf(byColumn.values());
    }

    /** Whether the switches are connected one after the other, without a branch or a ring. */
    private boolean isLine(List<TopologyGraph.Node> switches) {
        int ends = 0;
        for (TopologyGraph.Node node : switches) {
            long others =
                    neighbours.get(node.name()).stream()
                            .filter(name -> !isHost(name))
                            .distinct()
                            .count();
            if (others < 1 || others > 2) {
                return false;
            }
            ends += others == 1 ? 1 : 0;
        }
        return ends == 2
                && distances(List.of(switches.get(0).name()), true).size() == switches.size();
    }

    private Map<String, Integer> chain(List<TopologyGraph.Node> switches) {
        String root =
                graph.nodes().stream()
                        .filter(TopologyGraph.Node::host)
                        .flatMap(host -> neighbours.get(host.name()).stream())
                        .filter(name -> !isHost(name))
                        .findFirst()
                        .orElse(switches.get(0).name());
        Map<String, Integer> distance = distances(List.of(root), true);
        int last = distance.values().stream().mapToInt(Integer::intValue).max().orElse(0);
        Map<String, Integer> column = new HashMap<>();
        int hostsSeen = 0;
        long hosts = nodes.values().stream().filter(TopologyGraph.Node::host).count();
        for (TopologyGraph.Node node : graph.nodes()) {
            if (!node.host()) {
                column.put(node.name(), 1 + distance.getOrDefault(node.name(), last));
                continue;
            }
            int at =
                    neighbours.get(node.name()).stream()
                            .filter(distance::containsKey)
                            .mapToInt(distance::get)
                            .findFirst()
                            .orElse(0);
            boolean left = last == 0 ? 2L * hostsSeen < hosts : at == 0;
            column.put(node.name(), left ? 0 : at == last ? last + 2 : at + 1);
            hostsSeen++;
        }
        return column;
    }

    private Map<String, Integer> tiers() {
        List<String> hosts =
                graph.nodes().stream()
                        .filter(TopologyGraph.Node::host)
                        .map(TopologyGraph.Node::name)
                        .toList();
        Map<String, Integer> column = distances(hosts, false);
        nodes.keySet().forEach(name -> column.putIfAbsent(name, 0));
        return column;
    }

    private Map<String, Integer> distances(Collection<String> from, boolean switchesOnly) {
        Map<String, Integer> distance = new HashMap<>();
        Queue<String> frontier = new ArrayDeque<>(from);
        from.forEach(name -> distance.put(name, 0));
        while (!frontier.isEmpty()) {
            String name = frontier.remove();
            for (String next : neighbours.get(name)) {
                boolean passes = !switchesOnly || !isHost(next);
                if (passes && !distance.containsKey(next)) {
                    distance.put(next, distance.get(name) + 1);
                    frontier.add(next);
                }
            }
        }
        return distance;
    }

    private boolean isHost(String name) {
        return nodes.get(name).host();
    }
}
