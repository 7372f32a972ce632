package io.losslab.softswitch.fabric;

import io.losslab.api.frame.RoceFrame;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.Topology;
import io.losslab.api.topology.TopologyBuilder;
import io.losslab.api.traffic.FlowSpec;
import io.losslab.api.traffic.MessageSchedule;
import io.losslab.api.units.DataRate;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import io.losslab.flowcontrol.pfc.Pfc;
import io.losslab.flowcontrol.pfc.PfcSettings;
import io.losslab.softswitch.fabric.host.HostSettings;

/** Small networks for tests, and the sizes of what crosses them. */
final class Networks {
    static final int PRIORITY = 3;
    static final DataRate RATE = DataRate.parse("100Gbps");
    static final long PIPELINE_PICOS = Node.DEFAULT_PIPELINE.nanos() * 1000;
    static final DataSize BUFFER = DataSize.parse("64MB");

    private Networks() {}

    /** Hosts A and C with so many switches S1, S2, ... between them. */
    static Topology chain(int switches, DataRate rate, long delayNanos) {
        TopologyBuilder builder = new TopologyBuilder("chain").host("A").host("C");
        for (int i = 1; i <= switches; i++) {
            builder.switchNode("S" + i, BUFFER);
        }
        Nanos delay = new Nanos(delayNanos);
        builder.link("A", "S1", rate, delay, "edge");
        for (int i = 1; i < switches; i++) {
            builder.link("S" + i, "S" + (i + 1), rate, delay, "core");
        }
        return builder.link("S" + switches, "C", rate, delay, "edge").build();
    }

    /** Hosts h0, h1, ... on ports 1, 2, ... of one switch S. */
    static Topology star(int hosts, DataRate rate, long delayNanos) {
        TopologyBuilder builder = new TopologyBuilder("star").switchNode("S", BUFFER);
        for (int i = 0; i < hosts; i++) {
            builder.host("h" + i).link("h" + i, "S", rate, new Nanos(delayNanos), "edge");
        }
        return builder.build();
    }

    /** Routes, hosts with a path MTU, and no flow control. */
    static Fabric fabric(Topology topology, int mtuBytes) {
        Fabric fabric = new Fabric(topology);
        ShortestPaths.install(fabric);
        for (Node host : topology.hosts()) {
            fabric.configureHost(host.id(), HostSettings.withMtu(mtuBytes));
        }
        return fabric;
    }

    /** Static PFC with safe headroom on every switch port. */
    static void pfcEverywhere(Fabric fabric, int priorities, long xoffBytes, long xonBytes) {
        for (Node node : fabric.topology().switches()) {
            for (int port = 1; port <= node.ports(); port++) {
                PfcSettings settings =
                        PfcSettings.ofStatic(
                                priorities,
                                xoffBytes,
                                xonBytes,
                                PfcSettings.safeHeadroomBytes(fabric.link(node.id(), port)));
                fabric.schemes()
                        .setIngress(
                                node.id(),
                                port,
                                (plane, number) -> new Pfc(plane, number, settings));
            }
        }
    }

    static int id(Topology topology, String name) {
        return topology.node(name).orElseThrow().id();
    }

    /** One message at time zero. */
    static FlowSpec message(int flow, int src, int dst, long bytes) {
        return FlowSpec.scheduled(
                flow,
                src,
                dst,
                49_152 + flow,
                PRIORITY,
                MessageSchedule.of(new long[] {0}, new long[] {bytes}));
    }

    static long dropped(Fabric fabric) {
        long dropped = 0;
        for (Node node : fabric.topology().switches()) {
            for (int port = 1; port <= node.ports(); port++) {
                dropped += fabric.counters().port(node.id(), port).droppedFrames();
            }
        }
        return dropped;
    }

    /**
     * Frame bytes of all packets of a message: the first has a RETH, and a last one of a single
     * byte is padded by another to the least frame.
     */
    static long frameBytes(long messageBytes, int mtuBytes) {
        long packets = RoceFrame.packets(messageBytes, mtuBytes);
        boolean padded = packets > 1 && messageBytes % mtuBytes == 1;
        return messageBytes
                + packets * RoceFrame.HEADER_BYTES
                + RoceFrame.RETH_BYTES
                + (padded ? 1 : 0);
    }

    /** Bytes that a message takes of the line. */
    static long wireBytes(long messageBytes, int mtuBytes) {
        return frameBytes(messageBytes, mtuBytes)
                + RoceFrame.packets(messageBytes, mtuBytes) * RoceFrame.WIRE_OVERHEAD_BYTES;
    }

    /** Line bytes of a message's longest packet, its first. */
    static long longestWireBytes(long messageBytes, int mtuBytes) {
        int payload = (int) Math.min(messageBytes, mtuBytes);
        return RoceFrame.wireBytes(RoceFrame.dataFrameBytes(payload, true));
    }

    static long picosPerByte(DataRate rate) {
        return 8_000_000_000_000L / rate.bitsPerSecond();
    }
}
