package io.losslab.traffic.schedule;

import io.losslab.traffic.size.MessageSizes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Every period some senders, drawn at random, send to one receiver, drawn among those there are.
 *
 * @param sizes of the messages
 * @param degree different senders of an incast; 0 for all there are
 * @param perSender messages each of them sends, at least 1
 * @param periodNanos from one incast to the next; 0 where the load says
 * @param load share of the receivers' lines that the incasts take together; 0 where the period says
 * @param count incasts at most; {@link Long#MAX_VALUE} for as many as fit
 * @param windowNanos messages of an incast start at random times inside it; 0 for all at once
 */
public record PeriodicIncast(
        MessageSizes sizes,
        int degree,
        int perSender,
        long periodNanos,
        double load,
        long count,
        long windowNanos)
        implements Workload {
    public PeriodicIncast {
        if (degree < 0 || perSender < 1 || count < 1 || windowNanos < 0) {
            throw new IllegalArgumentException(
                    "no incast: degree %d, %d messages each, %d times, window %d ns"
                            .formatted(degree, perSender, count, windowNanos));
        }
        if (periodNanos > 0 == load > 0) {
            throw new IllegalArgumentException(
                    "an incast has a period or a load: %d ns, %s".formatted(periodNanos, load));
        }
    }

    @Override
    public List<ScheduledFlow> schedule(Endpoints ends, Span span, SplittableRandom random) {
        List<ScheduledFlow> flows = new ArrayList<>();
        double period = period(ends);
        long incasts = incasts(ends, span);
        for (long i = 0; i < incasts; i++) {
            long start = span.startNanos() + (long) (i * period);
            Host receiver = ends.receivers().get(random.nextInt(ends.receivers().size()));
            for (Host sender : senders(ends, receiver, random)) {
                for (int message = 0; message < perSender; message++) {
                    long wait = windowNanos == 0 ? 0 : random.nextLong(windowNanos);
                    long bytes = sizes.next(random);
                    if (span.contains(start + wait)) {
                        flows.add(ScheduledFlow.at(start + wait, sender, receiver, bytes));
                    }
                }
            }
        }
        flows.sort(Comparator.comparingLong(ScheduledFlow::startNanos));
        return flows;
    }

    @Override
    public Optional<String> problem(Endpoints ends) {
        for (Host receiver : ends.receivers()) {
            int others = ends.sendersBut(receiver).size();
            if (degree > others) {
                return Optional.of(
                        "an incast of %d to %s needs more than %d senders"
                                .formatted(degree, receiver.name(), others));
            }
        }
        return Optional.empty();
    }

    @Override
    public double plannedFlows(Endpoints ends, Span span) {
        return (double) incasts(ends, span) * messages(ends);
    }

    @Override
    public double expectedFlows(Endpoints ends, Span span) {
        return span.share(incasts(ends, span), period(ends), windowNanos) * messages(ends);
    }

    @Override
    public String describeSizes() {
        return sizes.describe();
    }

    private long incasts(Endpoints ends, Span span) {
        return Math.min(count, (long) Math.ceil(span.nanos() / period(ends)));
    }

    /** Nanoseconds from one incast to the next. */
    private double period(Endpoints ends) {
        if (periodNanos > 0) {
            return periodNanos;
        }
        double rate = ends.receivers().stream().mapToDouble(Host::rateBitsPerSecond).sum();
        return messages(ends) * sizes.meanBytes() * 8 * 1e9 / (load * rate);
    }

    private double messages(Endpoints ends) {
        if (degree > 0) {
            return (double) degree * perSender;
        }
        return (double) ends.pairs() / ends.receivers().size() * perSender;
    }

    private List<Host> senders(Endpoints ends, Host receiver, SplittableRandom random) {
        List<Host> others = ends.sendersBut(receiver);
        return degree == 0 ? others : Draw.some(others, degree, random);
    }
}
