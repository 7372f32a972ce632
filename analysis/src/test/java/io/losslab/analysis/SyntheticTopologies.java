package io.losslab.analysis;

import io.losslab.analysis.run.TopologyGraph;
import java.util.ArrayList;
import java.util.List;

/** Networks of {@link SyntheticRun}s. */
final class SyntheticTopologies {
    private SyntheticTopologies() {}

    static TopologyGraph caseA() {
        return new TopologyGraph(
                List.of(host("A"), host("B"), host("C"), device("M"), device("N")),
                List.of(
                        edge("A", "M", 1),
                        edge("B", "M", 2),
                        longHaul(3, 1),
                        longHaul(4, 2),
                        edge("C", "N", 3)));
    }

    static TopologyGraph caseC() {
        return new TopologyGraph(
                List.of(
                        host("A"),
                        host("B"),
                        host("C"),
                        host("D"),
                        host("E"),
                        host("F"),
                        device("M"),
                        device("N")),
                List.of(
                        edge("A", "M", 1),
                        edge("B", "M", 2),
                        edge("C", "M", 3),
                        edge("D", "M", 4),
                        longHaul(5, 1),
                        longHaul(6, 2),
                        longHaul(7, 3),
                        edge("E", "N", 4),
                        edge("F", "N", 5)));
    }

    /** A fat-tree of switches with {@code k} ports. */
    static TopologyGraph fatTree(int k) {
        List<TopologyGraph.Node> nodes = new ArrayList<>();
        List<TopologyGraph.Link> links = new ArrayList<>();
        int half = k / 2;
        for (int core = 0; core < half * half; core++) {
            nodes.add(new TopologyGraph.Node("core" + core, "switch", 16_000_000));
        }
        for (int pod = 0; pod < k; pod++) {
            for (int i = 0; i < half; i++) {
                nodes.add(new TopologyGraph.Node("agg" + pod + "." + i, "switch", 16_000_000));
                nodes.add(new TopologyGraph.Node("edge" + pod + "." + i, "switch", 16_000_000));
            }
            for (int i = 0; i < half; i++) {
                for (int j = 0; j < half; j++) {
                    links.add(near("agg" + pod + "." + i, j + 1, "edge" + pod + "." + j, i + 1));
                    links.add(
                            near(
                                    "agg" + pod + "." + i,
                                    half + j + 1,
                                    "core" + (i * half + j),
                                    pod + 1));
                    String host = "h" + pod + "." + i + "." + j;
                    nodes.add(host(host));
                    links.add(near(host, 1, "edge" + pod + "." + i, half + j + 1));
                }
            }
        }
        return new TopologyGraph(nodes, links);
    }

    private static TopologyGraph.Link near(String a, int portA, String b, int portB) {
        return new TopologyGraph.Link(a, portA, b, portB, 100_000_000_000L, 1_000, null, "fabric");
    }

    private static TopologyGraph.Node host(String name) {
        return new TopologyGraph.Node(name, "host", 0);
    }

    private static TopologyGraph.Node device(String name) {
        return new TopologyGraph.Node(name, "switch", 64_000_000);
    }

    private static TopologyGraph.Link edge(String host, String device, int port) {
        return new TopologyGraph.Link(host, 1, device, port, 100_000_000_000L, 1_000, null, "edge");
    }

    private static TopologyGraph.Link longHaul(int portM, int portN) {
        return new TopologyGraph.Link(
                "M", portM, "N", portN, 100_000_000_000L, 400_000, "80km", "longHaul");
    }
}
