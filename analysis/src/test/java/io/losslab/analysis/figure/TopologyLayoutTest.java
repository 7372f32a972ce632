package io.losslab.analysis.figure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.losslab.analysis.run.TopologyGraph;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TopologyLayoutTest {
    @Test
    void switchesInALineStandOneAfterTheOther() {
        assertEquals(
                List.of("A", "s1", "s2", "s3", "B"), columns("A-s1", "s1-s2", "s2-s3", "s3-B"));
    }

    @Test
    void aBranchIsDrawnInTiers() {
        assertEquals(
                List.of("A B C", "s1 s2 s3", "top"),
                columns("A-s1", "B-s2", "C-s3", "s1-top", "s2-top", "s3-top"));
    }

    @Test
    void switchesWithHostsStandInOrder() {
        assertEquals(List.of("A B", "s1", "s2", "C"), columns("A-s1", "B-s1", "s1-s2", "s2-C"));
    }

    /** Names of each column; those that begin with a capital are hosts. */
    private static List<String> columns(String... links) {
        List<TopologyGraph.Node> nodes = new ArrayList<>();
        List<TopologyGraph.Link> all = new ArrayList<>();
        for (String link : links) {
            String a = link.substring(0, link.indexOf('-'));
            String b = link.substring(link.indexOf('-') + 1);
            for (String name : List.of(a, b)) {
                if (nodes.stream().noneMatch(node -> node.name().equals(name))) {
                    boolean host = Character.isUpperCase(name.charAt(0));
                    nodes.add(new TopologyGraph.Node(name, host ? "host" : "switch", 0));
                }
            }
            all.add(new TopologyGraph.Link(a, 1, b, 1, 1, 1, null, "all"));
        }
        return new TopologyLayout(new TopologyGraph(nodes, all))
                .columns().stream()
                        .map(
                                column ->
                                        String.join(
                                                " ",
                                                column.stream()
                                                        .map(TopologyGraph.Node::name)
                                                        .toList()))
                        .toList();
    }
}
