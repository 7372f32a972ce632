package io.losslab.api.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.losslab.api.topology.BufferDependency.Channel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class BufferDependencyTest {
    private final Topology ring = new Ring(3, 1, Graphs.LINK, Graphs.SWITCH).build();

    @Test
    void threeFlowsClockwiseRoundARingOfThreeWaitForEachOther() {
        BufferDependency dependency = new BufferDependency();
        dependency.addPath(path(ring, "h0", "sw0", "sw1", "sw2", "h2"));
        dependency.addPath(path(ring, "h1", "sw1", "sw2", "sw0", "h0"));
        assertEquals(Optional.empty(), dependency.cycle());
        dependency.addPath(path(ring, "h2", "sw2", "sw0", "sw1", "h1"));
        assertEquals(
                "sw0:2 -> sw1:3 -> sw2:3 -> sw0:2",
                dependency.cycle().map(BufferDependency::print).orElse(""));
    }

    @Test
    void aFlowThatComesByItsOwnPortAgainWaitsForItself() {
        BufferDependency dependency = new BufferDependency();
        dependency.addPath(path(ring, "h0", "sw0", "sw1", "sw2", "sw0", "sw1", "h1"));
        assertEquals(3, dependency.cycle().orElseThrow().size());
    }

    @Test
    void theFourLoopFlowsOfTheTwoByTwoTestbedWaitForEachOtherOverItsRelays() {
        Topology ndc = Graphs.ndc(2, 1);
        BufferDependency dependency = new BufferDependency();
        dependency.addPath(path(ndc, "n0", "s4", "n1", "s7", "n3"));
        dependency.addPath(path(ndc, "n1", "s7", "n3", "s5", "n2"));
        dependency.addPath(path(ndc, "n3", "s5", "n2", "s6", "n0"));
        assertEquals(Optional.empty(), dependency.cycle());
        dependency.addPath(path(ndc, "n2", "s6", "n0", "s4", "n1"));
        assertEquals(8, dependency.cycle().orElseThrow().size());
    }

    /** Dally and Seitz's remedy: a further channel behind a link breaks the cycle. */
    @Test
    void flowsThatChangeTheirPriorityOnTheWayDoNotWaitForThemselves() {
        BufferDependency dependency = new BufferDependency();
        List<Channel> path = path(ring, "h0", "sw0", "sw1", "sw2", "sw0", "sw1", "h1");
        List<Channel> raised = new ArrayList<>(path.subList(0, 3));
        path.subList(3, path.size()).forEach(each -> raised.add(new Channel(each.port(), 4)));
        dependency.addPath(raised);
        assertEquals(Optional.empty(), dependency.cycle());
        dependency.add(raised.get(5), raised.get(1));
        assertEquals(
                "sw0:2 (priority 3) -> sw1:3 (priority 3) -> sw2:3 (priority 4)"
                        + " -> sw0:2 (priority 4) -> sw1:1 (priority 4) -> sw0:2 (priority 3)",
                dependency.cycle().map(BufferDependency::print).orElse(""));
    }

    @Property(tries = 10)
    void shortestWaysOfAFatTreeNeverWaitInACircle(@ForAll @IntRange(min = 1, max = 3) int half) {
        Topology tree = new FatTree(2 * half, 1, Graphs.LINK, Graphs.SWITCH).build();
        BufferDependency dependency = new BufferDependency();
        for (Node from : tree.hosts()) {
            for (Node to : tree.hosts()) {
                if (!from.equals(to)) {
                    Graphs.ways(tree, from.name(), to.name())
                            .forEach(way -> dependency.addPath(path(tree, way)));
                }
            }
        }
        assertEquals(Optional.empty(), dependency.cycle());
    }

    private static List<Channel> path(Topology topology, String... names) {
        return path(topology, List.of(names));
    }

    private static List<Channel> path(Topology topology, List<String> names) {
        List<Channel> senders = new ArrayList<>();
        for (int i = 0; i + 1 < names.size(); i++) {
            Node node = Graphs.node(topology, names.get(i));
            for (int port = 1; port <= node.ports(); port++) {
                if (Graphs.behind(topology, node.name(), port).name().equals(names.get(i + 1))) {
                    senders.add(new Channel(new PortRef(node, port), 3));
                }
            }
        }
        return senders;
    }
}
