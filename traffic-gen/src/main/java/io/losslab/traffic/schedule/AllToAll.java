package io.losslab.traffic.schedule;

import io.losslab.traffic.size.MessageSizes;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Every sender sends one message to every receiver but itself, again every period.
 *
 * @param sizes of the messages
 * @param rounds when the rounds are
 */
public record AllToAll(MessageSizes sizes, Rounds rounds) implements Workload {
    @Override
    public List<ScheduledFlow> schedule(Endpoints ends, Span span, SplittableRandom random) {
        return rounds.schedule(
                span,
                random,
                (round, pairs) -> {
                    for (Host sender : ends.senders()) {
                        for (Host receiver : ends.receiversBut(sender)) {
                            pairs.add(sender, receiver, sizes.next(random));
                        }
                    }
                });
    }

    @Override
    public double plannedFlows(Endpoints ends, Span span) {
        return (double) rounds.count(span) * ends.pairs();
    }

    @Override
    public double expectedFlows(Endpoints ends, Span span) {
        return rounds.expected(span) * ends.pairs();
    }

    @Override
    public String describeSizes() {
        return sizes.describe();
    }
}
