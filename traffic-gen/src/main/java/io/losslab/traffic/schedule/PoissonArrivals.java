package io.losslab.traffic.schedule;

import io.losslab.traffic.size.MessageSizes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Every sender posts messages at random, at a mean rate of {@code load * rate / (8 * mean size)}
 * with exponential gaps, each to a receiver that is drawn uniformly.
 *
 * @param sizes of the messages
 * @param load share of the sender's line that the payload takes, above zero
 * @param sharedRateBitsPerSecond the load counts on this rate instead, which all senders share
 *     equally; 0 for each sender's own line
 * @param interShare share of the messages that go to another site, the rest stays in its own;
 *     negative where sites do not matter
 */
public record PoissonArrivals(
        MessageSizes sizes, double load, long sharedRateBitsPerSecond, double interShare)
        implements Workload {
    /** {@link #interShare} where any receiver may be drawn. */
    public static final double ANY_SITE = -1;

    private static final double NANOS_PER_SECOND = 1e9;

    public PoissonArrivals {
        if (!(load > 0) || sharedRateBitsPerSecond < 0 || !(interShare <= 1)) {
            throw new IllegalArgumentException(
                    "no Poisson traffic: load %s of %d b/s, inter-site share %s"
                            .formatted(load, sharedRateBitsPerSecond, interShare));
        }
    }

    @Override
    public List<ScheduledFlow> schedule(Endpoints ends, Span span, SplittableRandom random) {
        Destinations destinations = new Destinations(ends, interShare);
        List<ScheduledFlow> flows = new ArrayList<>();
        for (Host sender : ends.senders()) {
            SplittableRandom own = random.split();
            double meanGapNanos = NANOS_PER_SECOND / messagesPerSecond(sender, ends);
            double at = span.startNanos() + exponential(own) * meanGapNanos;
            while (at < span.stopNanos()) {
                Host receiver = destinations.draw(sender, own);
                flows.add(ScheduledFlow.at((long) at, sender, receiver, sizes.next(own)));
                at += exponential(own) * meanGapNanos;
            }
        }
        flows.sort(Comparator.comparingLong(ScheduledFlow::startNanos));
        return flows;
    }

    @Override
    public Optional<String> problem(Endpoints ends) {
        return new Destinations(ends, interShare).problem(ends);
    }

    @Override
    public double expectedFlows(Endpoints ends, Span span) {
        return ends.senders().stream().mapToDouble(host -> messagesPerSecond(host, ends)).sum()
                * span.nanos()
                / NANOS_PER_SECOND;
    }

    @Override
    public String describeSizes() {
        return sizes.describe();
    }

    private double messagesPerSecond(Host sender, Endpoints ends) {
        double rate =
                sharedRateBitsPerSecond == 0
                        ? sender.rateBitsPerSecond()
                        : (double) sharedRateBitsPerSecond / ends.senders().size();
        return load * rate / (8 * sizes.meanBytes());
    }

    private static double exponential(SplittableRandom random) {
        return -Math.log(1 - random.nextDouble());
    }

    /** Receivers to draw from, by the sender's site. */
    private static final class Destinations {
        private final double interShare;
        private final List<Host> all;
        private final Map<Integer, List<Host>> own = new HashMap<>();
        private final Map<Integer, List<Host>> other = new HashMap<>();

        Destinations(Endpoints ends, double interShare) {
            this.interShare = interShare;
            this.all = ends.receivers();
            for (Host sender : ends.senders()) {
                int site = sender.site();
                own.computeIfAbsent(
                        site, any -> all.stream().filter(h -> h.site() == site).toList());
                other.computeIfAbsent(
                        site, any -> all.stream().filter(h -> h.site() != site).toList());
            }
        }

        Host draw(Host sender, SplittableRandom random) {
            List<Host> candidates = all;
            if (interShare >= 0) {
                boolean inter = random.nextDouble() < interShare;
                candidates = (inter ? other : own).get(sender.site());
            }
            Host receiver = candidates.get(random.nextInt(candidates.size()));
            while (receiver.id() == sender.id()) {
                receiver = candidates.get(random.nextInt(candidates.size()));
            }
            return receiver;
        }

        Optional<String> problem(Endpoints ends) {
            for (Host sender : ends.senders()) {
                if (interShare > 0 && other.get(sender.site()).isEmpty()) {
                    return Optional.of("no receiver is in another site than " + sender.name());
                }
                boolean alone =
                        own.get(sender.site()).stream().allMatch(h -> h.id() == sender.id());
                if (interShare >= 0 && interShare < 1 && alone) {
                    return Optional.of("no receiver is in the site of " + sender.name());
                }
            }
            return Optional.empty();
        }
    }
}
