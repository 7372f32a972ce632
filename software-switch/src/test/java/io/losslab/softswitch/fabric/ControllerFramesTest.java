package io.losslab.softswitch.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.topology.Topology;
import io.losslab.api.topology.TopologyBuilder;
import io.losslab.api.units.DataRate;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import io.losslab.flowcontrol.frame.BigEndian;
import io.losslab.flowcontrol.pause.PauseFrame;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ControllerFramesTest {
    private static final int HOST = 0;
    private static final int LEFT = 1;
    private static final int RIGHT = 2;
    private static final int HOST_IPV4 = 0x0a00_0001;
    private static final int LLDP = 0x88cc;

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
        fabric.deliverControllerFrames(
                (nanos, node, port, frame) ->
                        arrived.add(
                                "%d:%d %d bytes at %d".formatted(node, port, frame.length, nanos)));
        fabric.controllerFrames(LEFT).send(LEFT, 2, frame(60, LLDP));
        fabric.controllerFrames(LEFT).send(LEFT, 2, frame(200, LLDP));
        fabric.run(1_000_000);
        long pipeline = topology.nodes().get(RIGHT).pipeline().nanos();
        // 64 bytes with check sequence, and 20 of preamble and gap; 8 ns a byte.
        long first = 8 * 84 + 15_000 + pipeline;
        long second = first + 8 * 224;
        assertEquals(List.of("2:1 60 bytes at " + first, "2:1 200 bytes at " + second), arrived);
    }

    @Test
    void aHostDropsIt() {
        fabric.deliverControllerFrames((nanos, node, port, frame) -> arrived.add("frame"));
        fabric.controllerFrames(LEFT).send(LEFT, 1, frame(60, LLDP));
        fabric.run(1_000_000);
        assertEquals(List.of(), arrived);
        assertEquals(1, fabric.counters().host(HOST).framesReceived());
        assertEquals(64, fabric.counters().host(HOST).bytesReceived());
    }

    @Test
    void ipv4IsRoutedByTheNextSwitchAndCountedByItsRoute() {
        fabric.routes().put(RIGHT, 0, HOST_IPV4 & 0xffff_ff00, 24, new int[] {1});
        fabric.routes().put(LEFT, 0, HOST_IPV4, 32, new int[] {1});
        fabric.routes().count(LEFT, true);
        fabric.routes().count(RIGHT, true);
        fabric.deliverControllerFrames((nanos, node, port, frame) -> arrived.add("frame"));
        // To the other switch, which sends it back by its route, and on to the host.
        fabric.controllerFrames(LEFT).send(LEFT, 2, ipv4(HOST_IPV4));
        fabric.controllerFrames(LEFT).send(LEFT, 2, ipv4(0x0b00_0001));
        fabric.run(1_000_000);
        assertEquals(List.of(), arrived);
        assertEquals(1, fabric.counters().host(HOST).framesReceived());
        List<String> counts = new ArrayList<>();
        for (int node : new int[] {LEFT, RIGHT}) {
            fabric.routes()
                    .readCounts(
                            node,
                            (logical, ipv4, bits, packets, bytes) ->
                                    counts.add(node + ": " + packets + ", " + bytes + " bytes"));
        }
        assertEquals(List.of("1: 1, 104 bytes", "2: 1, 104 bytes"), counts);
    }

    @Test
    void aLoopOfRoutesEnds() {
        fabric.routes().put(RIGHT, 0, HOST_IPV4, 32, new int[] {1});
        fabric.routes().put(LEFT, 0, HOST_IPV4, 32, new int[] {2});
        fabric.controllerFrames(LEFT).send(LEFT, 2, ipv4(HOST_IPV4));
        fabric.run(1_000_000_000);
        assertEquals(33, fabric.counters().port(LEFT, 2).txFrames());
        assertEquals(32, fabric.counters().port(RIGHT, 1).txFrames());
    }

    @Test
    void whatIsNeitherIsDroppedByTheNextSwitch() {
        fabric.deliverControllerFrames((nanos, node, port, frame) -> arrived.add("frame"));
        fabric.controllerFrames(LEFT).send(LEFT, 2, frame(60, 0x0806));
        fabric.run(1_000_000);
        assertEquals(List.of(), arrived);
        assertEquals(1, fabric.counters().port(LEFT, 2).txFrames());
    }

    @Test
    void aPauseFrameIsObeyedAtTheFarEnd() {
        byte[] pause = new byte[PauseFrame.LENGTH_BYTES];
        PauseFrame.write(pause, 0, 0L, 1 << 3, PauseFrame.MAX_QUANTA);
        fabric.controllerFrames(LEFT).send(LEFT, 2, Arrays.copyOf(pause, 60));
        fabric.run(100_000);
        assertEquals(1, fabric.counters().port(RIGHT, 1).rxControl());
        assertTrue(fabric.counters().port(RIGHT, 1).pausedNanos() > 0);
    }

    private static byte[] frame(int bytes, int etherType) {
        byte[] frame = new byte[bytes];
        BigEndian.putShort(frame, 12, etherType);
        return frame;
    }

    private static byte[] ipv4(int destination) {
        byte[] frame = frame(100, 0x0800);
        frame[14] = 0x45;
        frame[23] = 17;
        BigEndian.putInt(frame, 30, destination);
        return frame;
    }
}
