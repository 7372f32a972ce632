package io.losslab.softswitch.fabric;

import io.losslab.api.frame.FlowHash;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.Topology;
import io.losslab.api.topology.TopologyBuilder;
import io.losslab.api.traffic.FlowSpec;
import io.losslab.api.traffic.MessageSchedule;
import io.losslab.api.units.DataRate;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import io.losslab.roce.host.TransportSettings;
import io.losslab.roce.recovery.GoBackN;
import io.losslab.roce.recovery.Recovery;
import io.losslab.softswitch.fabric.host.HostSettings;
import io.losslab.softswitch.fabric.parallel.Partition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** A small network with traffic, all of it drawn from one seed. */
final class RandomNetwork {
    private static final int[] GIGABITS = {10, 25, 40, 100, 400};
    private static final int[] MTUS = {256, 1024, 4096};

    private final SplittableRandom random;
    final Fabric fabric;

    /** Bytes of all messages, where every flow has an end. */
    long messageBytes;

    /** How many messages there are. */
    long messages;

    private RandomNetwork(long seed, DataSize buffer, int threads) {
        random = new SplittableRandom(seed);
        Topology topology = topology(buffer);
        fabric = new Fabric(topology, 8, Partition.of(topology, threads));
        ShortestPaths.install(fabric);
        for (Node node : fabric.topology().switches()) {
            fabric.routes().setEcmp(node.id(), FlowHash.FNV1A, random.nextInt());
        }
    }

    /** PFC with safe headroom on every port; flows of every pattern and class. */
    static RandomNetwork lossless(long seed) {
        return lossless(seed, 1);
    }

    /** The same, on so many threads where it can be split. */
    static RandomNetwork lossless(long seed, int threads) {
        DataSize buffer = new DataSize(100_000_000_000L);
        RandomNetwork network = new RandomNetwork(seed, buffer, threads);
        network.configureHosts(new GoBackN(100_000_000, 0));
        long xoff = network.random.nextLong(5_000, 100_000);
        Networks.pfcEverywhere(network.fabric, 0xFF, xoff, network.random.nextLong(xoff + 1));
        int flows = network.random.nextInt(1, 13);
        for (int flow = 0; flow < flows; flow++) {
            network.fabric.addFlow(network.flow(flow));
        }
        return network;
    }

    /**
     * Buffers of a few packets, nothing that pauses, and flows that end. The timeout is longer than
     * a host takes to send all it may have outstanding (8 flows of 300 kB at 10 Gbit/s): with 200
     * us, one network of 36,000 lost the same packet at every timeout, for good.
     */
    static RandomNetwork lossy(long seed) {
        return lossy(seed, new GoBackN(5_000_000, 0));
    }

    /** The same, with hosts that recover in another way. */
    static RandomNetwork lossy(long seed, Recovery recovery) {
        return lossy(seed, recovery, 1);
    }

    /** The same, on so many threads where it can be split. */
    static RandomNetwork lossy(long seed, Recovery recovery, int threads) {
        RandomNetwork network = new RandomNetwork(seed, new DataSize(12_000), threads);
        network.configureHosts(recovery);
        int flows = network.random.nextInt(2, 9);
        for (int flow = 0; flow < flows; flow++) {
            network.fabric.addFlow(network.boundedFlow(flow));
        }
        return network;
    }

    private Topology topology(DataSize buffer) {
        TopologyBuilder builder = new TopologyBuilder("random");
        int switches = random.nextInt(1, 5);
        for (int i = 0; i < switches; i++) {
            builder.switchNode("s" + i, buffer);
            if (i > 0) {
                link(builder, "s" + random.nextInt(i), "s" + i);
            }
        }
        for (int extra = random.nextInt(3); extra > 0 && switches > 1; extra--) {
            int one = random.nextInt(switches);
            link(builder, "s" + one, "s" + (one + 1) % switches);
        }
        int hosts = random.nextInt(2, 7);
        for (int i = 0; i < hosts; i++) {
            builder.host("h" + i);
            link(builder, "h" + i, "s" + random.nextInt(switches));
        }
        return builder.build();
    }

    private void link(TopologyBuilder builder, String a, String b) {
        long bits = GIGABITS[random.nextInt(GIGABITS.length)] * 1_000_000_000L;
        Nanos delay = new Nanos(random.nextLong(1L << random.nextInt(1, 15)));
        builder.link(a, b, new DataRate(bits), delay, "any");
    }

    private void configureHosts(Recovery recovery) {
        int mtu = MTUS[random.nextInt(MTUS.length)];
        int ackEvery = random.nextInt(1, 5);
        for (Node host : fabric.topology().hosts()) {
            fabric.configureHost(
                    host.id(),
                    HostSettings.of(new TransportSettings(mtu, ackEvery, recovery, null)));
        }
    }

    private FlowSpec flow(int id) {
        int[] ends = twoHosts();
        int port = 49_152 + random.nextInt(1_000);
        int priority = random.nextInt(8);
        long bytes = random.nextLong(1, 200_000);
        long start = random.nextLong(200_000);
        return switch (random.nextInt(3)) {
            case 0 ->
                    FlowSpec.bandwidth(
                                    id,
                                    ends[0],
                                    ends[1],
                                    port,
                                    priority,
                                    bytes,
                                    random.nextInt(1, 20))
                            .between(start, Long.MAX_VALUE);
            case 1 ->
                    FlowSpec.latency(id, ends[0], ends[1], port, priority, bytes)
                            .between(start, Long.MAX_VALUE)
                            .withGap(random.nextLong(10_000));
            default ->
                    FlowSpec.scheduled(id, ends[0], ends[1], port, priority, schedule(30, 100_000));
        };
    }

    private FlowSpec boundedFlow(int id) {
        int[] ends = twoHosts();
        int port = 49_152 + random.nextInt(1_000);
        if (random.nextBoolean()) {
            MessageSchedule schedule = schedule(random.nextInt(1, 8), 40_000);
            for (int i = 0; i < schedule.size(); i++) {
                messageBytes += schedule.bytes(i);
            }
            messages += schedule.size();
            return FlowSpec.scheduled(id, ends[0], ends[1], port, 3, schedule);
        }
        long bytes = random.nextLong(1, 100_000);
        int count = random.nextInt(1, 6);
        messageBytes += bytes * count;
        messages += count;
        return FlowSpec.bandwidth(id, ends[0], ends[1], port, 3, bytes, random.nextInt(1, 4))
                .times(count);
    }

    private MessageSchedule schedule(int count, int mostBytes) {
        long[] times = new long[count];
        long[] sizes = new long[count];
        for (int i = 0; i < count; i++) {
            times[i] = random.nextLong(500_000);
            sizes[i] = random.nextLong(1, mostBytes);
        }
        Arrays.sort(times);
        return MessageSchedule.of(times, sizes);
    }

    private int[] twoHosts() {
        List<Node> hosts = new ArrayList<>(fabric.topology().hosts());
        int src = hosts.remove(random.nextInt(hosts.size())).id();
        return new int[] {src, hosts.get(random.nextInt(hosts.size())).id()};
    }
}
