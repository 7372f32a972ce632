package io.losslab.labs.backend.agents;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.losslab.api.topology.Topology;
import io.losslab.api.topology.TopologyBuilder;
import io.losslab.api.units.DataRate;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AgentPunctualityTest {
    @Test
    void framesMayBeAsLateAsTheShortestLinkOfAnyHostPortTakes() {
        DataRate rate = DataRate.parse("100Gbps");
        Topology topology =
                new TopologyBuilder("two-ports")
                        .switchNode("S", DataSize.parse("1MB"))
                        .host("A")
                        .link("A", "S", rate, new Nanos(9_000), "far")
                        .link("A", "S", rate, new Nanos(2_000), "near")
                        .build();

        assertEquals(2_000, new AgentPunctuality(topology, Map.of()).boundNanos());
    }
}
