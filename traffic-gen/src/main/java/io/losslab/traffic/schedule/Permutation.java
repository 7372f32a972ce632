package io.losslab.traffic.schedule;

import io.losslab.traffic.size.MessageSizes;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Every sender sends one message to a receiver with no other sender, again every period with other
 * pairs.
 *
 * @param sizes of the messages
 * @param rounds when the rounds are
 */
public record Permutation(MessageSizes sizes, Rounds rounds) implements Workload {
    @Override
    public List<ScheduledFlow> schedule(Endpoints ends, Span span, SplittableRandom random) {
        return rounds.schedule(
                span,
                random,
                (round, pairs) -> {
                    List<Host> receivers = drawReceivers(ends, random);
                    for (int i = 0; i < ends.senders().size(); i++) {
                        pairs.add(ends.senders().get(i), receivers.get(i), sizes.next(random));
                    }
                });
    }

    @Override
    public Optional<String> problem(Endpoints ends) {
        return ends.receivers().size() < ends.senders().size()
                ? Optional.of(
                        "%d senders need as many receivers, there are %d"
                                .formatted(ends.senders().size(), ends.receivers().size()))
                : Optional.empty();
    }

    @Override
    public double plannedFlows(Endpoints ends, Span span) {
        return (double) rounds.count(span) * ends.senders().size();
    }

    @Override
    public double expectedFlows(Endpoints ends, Span span) {
        return rounds.expected(span) * ends.senders().size();
    }

    @Override
    public String describeSizes() {
        return sizes.describe();
    }

    /** Shuffles until no sender sends to itself, which takes three tries at most on average. */
    private static List<Host> drawReceivers(Endpoints ends, SplittableRandom random) {
        List<Host> drawn = Draw.shuffled(ends.receivers(), random);
        while (hasFixedPoint(ends.senders(), drawn)) {
            drawn = Draw.shuffled(ends.receivers(), random);
        }
        return drawn;
    }

    private static boolean hasFixedPoint(List<Host> senders, List<Host> drawn) {
        for (int i = 0; i < senders.size(); i++) {
            if (senders.get(i).id() == drawn.get(i).id()) {
                return true;
            }
        }
        return false;
    }
}
