package io.losslab.softswitch.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.losslab.api.topology.Topology;
import io.losslab.api.topology.TopologyBuilder;
import io.losslab.api.units.DataRate;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ControllerFramesTest {
    private static final int HOST = 0;
    private static final int LEFT = 1;
    private static final int RIGHT = 2;

    private final Topology topology =
            new TopologyBuilder("line")
                    .host("h")
                    .switchNode("left", new DataSize(1_000_000))
                    .switchNode("right", new DataSize(1_000_000))
                    .link("h", "left", new DataRate(10_000_000_000L), new Nanos(100), "edge")
                    .link("left", "right", new DataRate(1_000_000_000L), new Nanos(15_000), "core")
                    .build();
    private final Fabric fabric = new Fabric(topology);
    private final List<String> arrived = new ArrayList<>();

    @Test
    void aFrameArrivesAfterItsTimeOnTheLine() {
        fabric.controllerFrames()
                .deliverTo(
                        (node, port, frame) ->
                                arrived.add(
                                        "%d:%d %d bytes at %d"
                                                .formatted(
                                                        node,
                                                        port,
                                                        frame.length,
                                                        fabric.nowNanos())));
        fabric.controllerFrames().send(LEFT, 2, new byte[60]);
        fabric.controllerFrames().send(LEFT, 2, new byte[200]);
        fabric.run(1_000_000);
        long pipeline = topology.nodes().get(RIGHT).pipeline().nanos();
        // 64 bytes with check sequence, and 20 of preamble and gap; 8 ns a byte.
        long first = 8 * 84 + 15_000 + pipeline;
        long second = first + 8 * 224;
        assertEquals(List.of("2:1 60 bytes at " + first, "2:1 200 bytes at " + second), arrived);
    }

    @Test
    void aHostDropsIt() {
        fabric.controllerFrames().deliverTo((node, port, frame) -> arrived.add("frame"));
        fabric.controllerFrames().send(LEFT, 1, new byte[60]);
        fabric.run(1_000_000);
        assertEquals(List.of(), arrived);
        assertEquals(1, fabric.counters().host(HOST).framesReceived());
        assertEquals(64, fabric.counters().host(HOST).bytesReceived());
    }
}
