package io.losslab.agent.plane;

import io.losslab.api.topology.Node;
import io.losslab.api.topology.Topology;
import io.losslab.api.topology.TopologyBuilder;
import io.losslab.api.traffic.FlowSpec;
import io.losslab.api.units.DataRate;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.SchemeType;
import io.losslab.flowcontrol.setting.Settings;
import io.losslab.softswitch.fabric.Fabric;
import io.losslab.softswitch.fabric.ShortestPaths;
import io.losslab.softswitch.fabric.host.HostSettings;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Host A of the virtual fabric at work under a scheme: it has more to send than it can, by several
 * flows, while its switch tells it to stop and go.
 */
final class SimulatedHost {
    static final int MTU = 1024;

    /** Frame bytes of each data packet: one is a message. */
    static final int FRAME_BYTES = 1086;

    private static final int PAYLOAD = FRAME_BYTES - 62 - 16;
    private static final long DELAY_NANOS = 1000;
    private static final int DATA_OPCODE = 0x0A;

    private final Topology topology = topology();
    private final Fabric fabric;
    private final Settings settings;

    /** By UDP source port, packets sent in the step. */
    private final Map<Integer, Integer> sent = new TreeMap<>();

    private long fromNanos;

    /**
     * Makes it.
     *
     * @param complete settings of the scheme, with a value for every key
     */
    SimulatedHost(SchemeType type, Settings complete) {
        fabric = new Fabric(topology, Math.max(8, type.queues(complete, 1)));
        settings = type.resolve(complete, link());
        ShortestPaths.install(fabric);
        topology.hosts()
                .forEach(host -> fabric.configureHost(host.id(), HostSettings.withMtu(MTU)));
        fabric.schemes()
                .addEgress(
                        host().id(), List.of(1), plane -> type.egress(plane, Map.of(1, settings)));
        fabric.taps()
                .add(
                        host().id(),
                        1,
                        0,
                        128,
                        (tap, nanos, outbound, frame, captured, length) -> {
                            if (outbound && frame[42] == DATA_OPCODE && nanos >= fromNanos) {
                                int port = (frame[34] & 0xFF) << 8 | frame[35] & 0xFF;
                                sent.merge(port, 1, Integer::sum);
                            }
                        });
    }

    /**
     * A and D at switch S, B and C at T behind it.
     *
     * <p>Ports of S: 1 to A, 2 to D, 3 to T; of T: 1 to S, 2 to B, 3 to C.
     */
    private static Topology topology() {
        TopologyBuilder builder =
                new TopologyBuilder("two switches")
                        .switchNode("S", DataSize.parse("16MB"))
                        .switchNode("T", DataSize.parse("16MB"));
        for (String name : List.of("A", "B", "C", "D")) {
            builder.host(name);
        }
        DataRate rate = DataRate.parse("100Gbps");
        Nanos delay = new Nanos(DELAY_NANOS);
        builder.link("A", "S", rate, delay, "edge").link("D", "S", rate, delay, "edge");
        builder.link("S", "T", rate, delay, "core");
        return builder.link("B", "T", rate, delay, "edge")
                .link("C", "T", rate, delay, "edge")
                .build();
    }

    Node host() {
        return node("A");
    }

    Node node(String name) {
        return topology.node(name).orElseThrow();
    }

    /** Of the scheme, resolved for the link. */
    Settings settings() {
        return settings;
    }

    LinkProfile link() {
        return fabric.link(host().id(), 1);
    }

    /** Egress ports on the way to a host, as names of a device and its port. */
    long[] way(String to) {
        long first = root("A", 1);
        if (to.equals("D")) {
            return new long[] {first, root("S", 2)};
        }
        return new long[] {first, root("S", 3), root("T", to.equals("B") ? 2 : 3)};
    }

    long root(String device, int port) {
        return DataPlane.root(node(device).deviceId(), port);
    }

    /** A flow of A that always has packets. */
    void addFlow(int id, String to, int udpSourcePort, int priority) {
        fabric.addFlow(
                FlowSpec.bandwidth(
                                id,
                                host().id(),
                                node(to).id(),
                                udpSourcePort,
                                priority,
                                PAYLOAD,
                                1000)
                        .times(Long.MAX_VALUE));
    }

    /**
     * Runs up to a time, lets S send A a frame then, and runs on.
     *
     * @param countFromNanos when to begin to count
     * @return packets that A sent until the end, by UDP source port
     */
    Map<Integer, Integer> step(
            long atNanos, byte[] frame, int length, long countFromNanos, long untilNanos) {
        fabric.run(atNanos);
        sent.clear();
        fromNanos = countFromNanos;
        fabric.schemes().planeOf(node("S").id()).sendControl(1, frame, 0, length);
        fabric.run(untilNanos);
        return new TreeMap<>(sent);
    }

    /** When a frame sent at a time has arrived at A, and what was on the line by then has left. */
    static long settledNanos(long atNanos, int length) {
        return atNanos + DELAY_NANOS + (length + 20) * 8 / 100 + 100;
    }
}
