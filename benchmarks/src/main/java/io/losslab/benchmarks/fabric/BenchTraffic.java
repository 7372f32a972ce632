package io.losslab.benchmarks.fabric;

import io.losslab.api.topology.Node;
import io.losslab.api.traffic.FlowSpec;
import io.losslab.api.traffic.MessageSchedule;
import io.losslab.softswitch.fabric.Fabric;
import io.losslab.traffic.size.MessageSizes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Adds traffic to a fabric: endless flows, or one queue pair for each pair of hosts with messages
 * at times drawn from a seed.
 */
final class BenchTraffic {
    private static final int FIRST_UDP_PORT = 49_152;
    private static final long MESSAGE_BYTES = 1_000_000;
    private static final int TX_DEPTH = 16;

    private final Fabric fabric;
    private final List<Node> hosts;
    private int flows;

    BenchTraffic(Fabric fabric) {
        this.fabric = fabric;
        this.hosts = fabric.topology().hosts();
    }

    /** Unbounded flows, 16 messages of 1 MB outstanding, from some hosts to one. */
    BenchTraffic incast(int senders) {
        int target = hosts.size() - 1;
        for (int sender = 0; sender < senders; sender++) {
            endless(sender, target, List.of());
        }
        return this;
    }

    /** An unbounded flow from each host to one other, each receiving one. */
    BenchTraffic permutation() {
        int[] receiver = derangement(hosts.size(), new SplittableRandom(1));
        for (int sender = 0; sender < receiver.length; sender++) {
            endless(sender, receiver[sender], List.of());
        }
        return this;
    }

    /**
     * An unbounded flow between two hosts.
     *
     * @param sender position among the hosts
     * @param receiver position among the hosts
     * @param route egress ports of every device; empty: by the tables
     */
    void endless(int sender, int receiver, List<Integer> route) {
        fabric.addFlow(
                FlowSpec.bandwidth(
                                flows,
                                hosts.get(sender).id(),
                                hosts.get(receiver).id(),
                                udpPort(),
                                BenchNetwork.PRIORITY,
                                MESSAGE_BYTES,
                                TX_DEPTH)
                        .along(route));
        flows++;
    }

    /**
     * Messages between all pairs of hosts, as Poisson arrivals.
     *
     * @param load share of each host's line of {@code rateBitsPerSecond}
     */
    BenchTraffic poisson(
            MessageSizes sizes, double load, long rateBitsPerSecond, long endNanos, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double meanGapNanos =
                sizes.meanBytes() * 8e9 / (load * rateBitsPerSecond) * (hosts.size() - 1);
        for (int sender = 0; sender < hosts.size(); sender++) {
            for (int receiver = 0; receiver < hosts.size(); receiver++) {
                if (sender != receiver) {
                    arrivals(sender, receiver, sizes, meanGapNanos, endNanos, random.split());
                }
            }
        }
        return this;
    }

    /**
     * Messages from every host of the first half to every host of the second, as Poisson arrivals.
     *
     * @param load share of each sender's line of {@code rateBitsPerSecond}
     */
    BenchTraffic poissonAcross(
            MessageSizes sizes, double load, long rateBitsPerSecond, long endNanos, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int half = hosts.size() / 2;
        double meanGapNanos = sizes.meanBytes() * 8e9 / (load * rateBitsPerSecond) * half;
        for (int sender = 0; sender < half; sender++) {
            for (int receiver = half; receiver < hosts.size(); receiver++) {
                arrivals(sender, receiver, sizes, meanGapNanos, endNanos, random.split());
            }
        }
        return this;
    }

    /**
     * Every period different senders, drawn anew, send a message each to a drawn receiver.
     *
     * @param degree how many senders
     */
    BenchTraffic periodicIncast(
            int degree, long messageBytes, long periodNanos, long endNanos, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (long start = 0; start < endNanos; start += periodNanos) {
            int receiver = random.nextInt(hosts.size());
            // Places 1 to size - 1 behind the receiver: never the receiver itself.
            int first = random.nextInt(hosts.size() - degree);
            for (int i = 1; i <= degree; i++) {
                int sender = (receiver + first + i) % hosts.size();
                add(sender, receiver, new long[] {start}, new long[] {messageBytes});
            }
        }
        return this;
    }

    private void arrivals(
            int sender,
            int receiver,
            MessageSizes sizes,
            double meanGapNanos,
            long endNanos,
            SplittableRandom random) {
        List<long[]> messages = new ArrayList<>();
        double at = gap(random, meanGapNanos);
        while (at < endNanos) {
            messages.add(new long[] {(long) at, sizes.next(random)});
            at += gap(random, meanGapNanos);
        }
        add(
                sender,
                receiver,
                messages.stream().mapToLong(message -> message[0]).toArray(),
                messages.stream().mapToLong(message -> message[1]).toArray());
    }

    private void add(int sender, int receiver, long[] postNanos, long[] bytes) {
        fabric.addFlow(
                FlowSpec.scheduled(
                        flows,
                        hosts.get(sender).id(),
                        hosts.get(receiver).id(),
                        udpPort(),
                        BenchNetwork.PRIORITY,
                        MessageSchedule.of(postNanos, bytes)));
        flows++;
    }

    private int udpPort() {
        return FIRST_UDP_PORT + flows * 61 % (1 << 14);
    }

    private static double gap(SplittableRandom random, double meanNanos) {
        return -Math.log(1 - random.nextDouble()) * meanNanos;
    }

    /** A permutation without fixed points. */
    private static int[] derangement(int size, SplittableRandom random) {
        int[] order = new int[size];
        Arrays.setAll(order, i -> i);
        // Sattolo: one cycle through all.
        for (int i = size - 1; i > 0; i--) {
            int j = random.nextInt(i);
            int swap = order[i];
            order[i] = order[j];
            order[j] = swap;
        }
        return order;
    }
}
