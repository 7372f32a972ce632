package io.losslab.traffic.schedule;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The rounds of a workload that repeats: the first at the start of the span.
 *
 * @param periodNanos from one round to the next; 0 for one round
 * @param windowNanos messages of a round start at random times inside it; 0 for all at once
 */
public record Rounds(long periodNanos, long windowNanos) {
    /** One round, all messages at once. */
    public static final Rounds ONE = new Rounds(0, 0);

    public Rounds {
        if (periodNanos < 0 || windowNanos < 0) {
            throw new IllegalArgumentException(
                    "period and window must not be negative: %d ns, %d ns"
                            .formatted(periodNanos, windowNanos));
        }
    }

    /** How many rounds start inside a span. */
    long count(Span span) {
        return periodNanos == 0 ? 1 : span.times(periodNanos);
    }

    /** How many rounds' messages start inside a span, as its end cuts windows off. */
    double expected(Span span) {
        return periodNanos == 0
                ? span.shareOf(windowNanos)
                : span.share(count(span), periodNanos, windowNanos);
    }

    /** When a round starts, which counts from 0. */
    long startNanos(Span span, long round) {
        return span.startNanos() + round * periodNanos;
    }

    /** The flows of all rounds in the order of their starts. */
    List<ScheduledFlow> schedule(Span span, SplittableRandom random, Round pattern) {
        List<ScheduledFlow> flows = new ArrayList<>();
        for (long round = 0; round < count(span); round++) {
            long start = startNanos(span, round);
            pattern.fill(
                    round,
                    (source, destination, bytes) -> {
                        long wait = windowNanos == 0 ? 0 : random.nextLong(windowNanos);
                        if (span.contains(start + wait)) {
                            flows.add(ScheduledFlow.at(start + wait, source, destination, bytes));
                        }
                    });
        }
        flows.sort(Comparator.comparingLong(ScheduledFlow::startNanos));
        return flows;
    }

    /** What is sent in a round. */
    interface Round {
        void fill(long round, Messages messages);
    }

    /** Takes the messages of a round. */
    interface Messages {
        void add(Host source, Host destination, long bytes);
    }
}
