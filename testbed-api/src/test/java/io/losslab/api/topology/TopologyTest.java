package io.losslab.api.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.losslab.api.units.DataSize;
import java.util.List;
import org.junit.jupiter.api.Test;

class TopologyTest {
    @Test
    void onlyRelayingHostsAreOnTheWay() {
        assertEquals(List.of(List.of("A", "M", "R", "N", "B")), Graphs.ways(chain(true), "A", "B"));
        assertEquals(List.of(), Graphs.ways(chain(false), "A", "B"));
    }

    @Test
    void aHostWithTwoPortsThatDoesNotRelayIsReachedOverBoth() {
        Topology chain = chain(false);
        assertEquals(List.of(List.of("A", "M", "R")), Graphs.ways(chain, "A", "R"));
        assertEquals(List.of(List.of("R", "N", "B")), Graphs.ways(chain, "R", "B"));
    }

    @Test
    void hostsHaveTheAddressOfTheirIdUnlessTheyAreGivenOne() {
        Topology topology =
                new TopologyBuilder("t")
                        .host("A")
                        .host("B")
                        .host("C")
                        .address("B", 0xC0_A8_00_01)
                        .build();
        assertEquals(
                List.of(0x0A_00_00_01, 0xC0_A8_00_01, 0x0A_00_02_01),
                topology.hosts().stream().map(Topology::ipv4Of).toList());
    }

    @Test
    void refusesTwoHostsWithOneAddress() {
        TopologyBuilder builder =
                new TopologyBuilder("t").host("A").host("B").address("A", 0x0A_00_01_01);
        assertThrows(IllegalArgumentException.class, builder::build);
    }

    /** A - M - R - N - B with R a host. */
    private static Topology chain(boolean relays) {
        TopologyBuilder builder = new TopologyBuilder("chain").host("A").host("B");
        if (relays) {
            builder.relayingHost("R", new DataSize(1_000_000));
        } else {
            builder.host("R");
        }
        return builder.switchNode("M", Graphs.SWITCH)
                .switchNode("N", Graphs.SWITCH)
                .link("A", "M", Graphs.LINK, "edge")
                .link("M", "R", Graphs.LINK, "edge")
                .link("R", "N", Graphs.LINK, "edge")
                .link("N", "B", Graphs.LINK, "edge")
                .build();
    }
}
