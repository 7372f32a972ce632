package io.losslab.labs.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.losslab.api.rpc.ChannelSecurity;
import io.losslab.api.rpc.DeviceAddress;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.Topology;
import io.losslab.api.topology.TopologyBuilder;
import io.losslab.api.units.DataRate;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import io.losslab.configs.binding.BindingSearch;
import io.losslab.configs.testbed.Testbed;
import io.losslab.devices.NicCounters;
import io.losslab.devices.registry.FabricTestbed;
import io.losslab.proto.v1.AgentStatistics;
import io.losslab.proto.v1.HostCounters;
import io.losslab.proto.v1.PortStatistics;
import io.losslab.proto.v1.QueueStatistics;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** A host whose only port is the second one of its device; the first one is not used. */
class LogicalRowsTest {
    private static final DataRate RATE = new DataRate(1_000_000_000);

    private final Topology topology =
            common(new TopologyBuilder("line").host("a").host("b")).build();
    private final Node host = topology.node("a").orElseThrow();
    private final LogicalRows rows = new LogicalRows(BindingSearch.find(topology, testbed()));

    @Test
    void strayFramesOfAPortThatIsNotUsedAreLeftOut() {
        HostCounters counters =
                rows.counters(
                        host,
                        HostCounters.newBuilder()
                                .setTxPackets(5)
                                .addStrayFrames(strays(1, 90))
                                .addStrayFrames(strays(2, 7))
                                .build());

        assertEquals(
                HostCounters.newBuilder().setTxPackets(5).addStrayFrames(strays(1, 7)).build(),
                counters);
        StrayFrames strays = StrayFrames.of(Map.of(host, counters), Map.of(), 1_000);
        assertEquals("frames with a wrong ICRC: 7 at a", strays.text());
        assertEquals(70, strays.damagedBytes());
    }

    @Test
    void anAgentsPortsAndQueuesHaveTheNumbersOfTheTopology() {
        assertEquals(
                AgentStatistics.newBuilder().addPorts(port(1, 7)).addQueues(queue(1, 8)).build(),
                rows.statistics(
                        host,
                        AgentStatistics.newBuilder()
                                .addPorts(port(1, 90))
                                .addPorts(port(2, 7))
                                .addQueues(queue(1, 90))
                                .addQueues(queue(2, 8))
                                .build()));
    }

    @Test
    void nicsHaveThePortsOfTheTopology() {
        OptionalLong drops = OptionalLong.of(4);
        assertEquals(
                new NicCounters.Reading(List.of(sample(1)), drops, OptionalLong.empty()),
                rows.reading(
                        host,
                        new NicCounters.Reading(List.of(sample(2)), drops, OptionalLong.empty())));
    }

    private static io.losslab.proto.v1.StrayFrames strays(int port, long frames) {
        return io.losslab.proto.v1.StrayFrames.newBuilder()
                .setPort(port)
                .setWrongIcrcFrames(frames)
                .setWrongIcrcBytes(10 * frames)
                .build();
    }

    private static PortStatistics port(int port, long frames) {
        return PortStatistics.newBuilder().setPort(port).setRxControlFrames(frames).build();
    }

    private static QueueStatistics queue(int port, long bytes) {
        return QueueStatistics.newBuilder().setPort(port).setOwnBytes(bytes).build();
    }

    private static NicCounters.Sample sample(int port) {
        return new NicCounters.Sample(port, 3, "rx_prio3_pause", 11);
    }

    private static TopologyBuilder common(TopologyBuilder nodes) {
        return nodes.switchNode("s", new DataSize(1_000_000))
                .link("a", "s", RATE, new Nanos(10), "links")
                .link("s", "b", RATE, new Nanos(10), "links");
    }

    private static Testbed testbed() {
        TopologyBuilder wired =
                new TopologyBuilder("wired")
                        .host("a")
                        .host("b")
                        .switchNode("spare", new DataSize(1_000_000))
                        .link("a", "spare", RATE, new Nanos(10), "links");
        Testbed fabric =
                FabricTestbed.of(
                        common(wired).build(),
                        new DeviceAddress("127.0.0.1", 1),
                        ChannelSecurity.plaintext());
        return new Testbed(
                fabric.name(),
                fabric.file(),
                fabric.title(),
                fabric.devices(),
                fabric.cables(),
                List.of(),
                fabric.classes(),
                fabric.clock());
    }
}
