package io.losslab.traffic.schedule;

import io.losslab.traffic.size.MessageSizes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A given number of messages, going round senders and receivers in their order.
 *
 * @param sizes of the messages
 * @param flows how many, above zero
 * @param windowNanos they start at random times inside it; 0 for all at once
 * @param staggerNanos each starts so long after the one before; 0 with a window
 */
public record Burst(MessageSizes sizes, int flows, long windowNanos, long staggerNanos)
        implements Workload {
    public Burst {
        if (flows < 1 || windowNanos < 0 || staggerNanos < 0) {
            throw new IllegalArgumentException(
                    "no burst: %d flows in %d ns, %d ns apart"
                            .formatted(flows, windowNanos, staggerNanos));
        }
        if (windowNanos > 0 && staggerNanos > 0) {
            throw new IllegalArgumentException("a burst has a window or is staggered, not both");
        }
    }

    @Override
    public List<ScheduledFlow> schedule(Endpoints ends, Span span, SplittableRandom random) {
        List<ScheduledFlow> schedule = new ArrayList<>();
        for (int i = 0; i < flows; i++) {
            Host sender = ends.senders().get(i % ends.senders().size());
            long wait = windowNanos == 0 ? i * staggerNanos : random.nextLong(windowNanos);
            long bytes = sizes.next(random);
            if (span.contains(span.startNanos() + wait)) {
                schedule.add(
                        ScheduledFlow.at(
                                span.startNanos() + wait, sender, ends.receiver(i, sender), bytes));
            }
        }
        schedule.sort(Comparator.comparingLong(ScheduledFlow::startNanos));
        return schedule;
    }

    @Override
    public double plannedFlows(Endpoints ends, Span span) {
        return flows;
    }

    @Override
    public double expectedFlows(Endpoints ends, Span span) {
        return staggerNanos > 0
                ? Math.min(flows, span.times(staggerNanos))
                : flows * span.shareOf(windowNanos);
    }

    @Override
    public String describeSizes() {
        return sizes.describe();
    }
}
