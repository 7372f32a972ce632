package io.losslab.traffic.schedule;

import io.losslab.traffic.size.MessageSizes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeSet;

/**
 * A given number of messages, split at random between ways from rack to rack: each split (m1, ...,
 * mk) of the sum is equally likely (OFC, section IV-A2). On a way they go round the hosts of its
 * two racks.
 *
 * @param sizes of the messages
 * @param flows how many, above zero
 * @param windowNanos they start at random times inside it; 0 for all at once
 * @param ways between racks, numbered from 0 in the order of the senders and then the receivers
 */
public record SplitBurst(MessageSizes sizes, int flows, long windowNanos, List<Way> ways)
        implements Workload {
    /** From a rack to another one. */
    public record Way(int from, int to) {
        public Way {
            if (from < 0 || to < 0 || from == to) {
                throw new IllegalArgumentException(
                        "no way leads from rack %d to rack %d".formatted(from, to));
            }
        }
    }

    public SplitBurst {
        ways = List.copyOf(ways);
        if (flows < 1 || windowNanos < 0 || ways.isEmpty()) {
            throw new IllegalArgumentException(
                    "no burst: %d flows in %d ns on %d ways"
                            .formatted(flows, windowNanos, ways.size()));
        }
    }

    @Override
    public List<ScheduledFlow> schedule(Endpoints ends, Span span, SplittableRandom random) {
        List<Integer> racks = racks(ends);
        int[] shares = shares(random);
        List<ScheduledFlow> schedule = new ArrayList<>();
        for (int way = 0; way < shares.length; way++) {
            List<Host> senders = of(ends.senders(), racks.get(ways.get(way).from()));
            List<Host> receivers = of(ends.receivers(), racks.get(ways.get(way).to()));
            for (int i = 0; i < shares[way]; i++) {
                long wait = windowNanos == 0 ? 0 : random.nextLong(windowNanos);
                long bytes = sizes.next(random);
                if (span.contains(span.startNanos() + wait)) {
                    schedule.add(
                            ScheduledFlow.at(
                                    span.startNanos() + wait,
                                    senders.get(i % senders.size()),
                                    receivers.get(i % receivers.size()),
                                    bytes));
                }
            }
        }
        schedule.sort(Comparator.comparingLong(ScheduledFlow::startNanos));
        return schedule;
    }

    /** So many flows a way: where dividers lie that are drawn among flows in a row. */
    private int[] shares(SplittableRandom random) {
        int places = flows + ways.size() - 1;
        TreeSet<Integer> dividers = new TreeSet<>();
        while (dividers.size() < ways.size() - 1) {
            dividers.add(random.nextInt(places));
        }
        dividers.add(places);
        int[] shares = new int[ways.size()];
        int way = 0;
        int last = -1;
        for (int divider : dividers) {
            shares[way++] = divider - last - 1;
            last = divider;
        }
        return shares;
    }

    @Override
    public Optional<String> problem(Endpoints ends) {
        List<Integer> racks = racks(ends);
        for (Way way : ways) {
            if (Math.max(way.from(), way.to()) >= racks.size()
                    || of(ends.senders(), racks.get(way.from())).isEmpty()
                    || of(ends.receivers(), racks.get(way.to())).isEmpty()) {
                return Optional.of(
                        "no way leads from a sender of rack %d to a receiver of rack %d"
                                .formatted(way.from(), way.to()));
            }
        }
        return Optional.empty();
    }

    @Override
    public double plannedFlows(Endpoints ends, Span span) {
        return flows;
    }

    @Override
    public double expectedFlows(Endpoints ends, Span span) {
        return flows * span.shareOf(windowNanos);
    }

    @Override
    public String describeSizes() {
        return sizes.describe();
    }

    private static List<Integer> racks(Endpoints ends) {
        List<Host> all = new ArrayList<>(ends.senders());
        all.addAll(ends.receivers());
        return all.stream().map(Host::rack).distinct().toList();
    }

    private static List<Host> of(List<Host> hosts, int rack) {
        return hosts.stream().filter(host -> host.rack() == rack).toList();
    }
}
