package io.losslab.traffic.schedule;

import io.losslab.traffic.size.MessageSizes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * The stress on isolation queues of Pyrrha's Figure 7: of m racks, m-1 send to the remaining one at
 * the same time. Each of their hosts posts its messages at once, each message to a host drawn
 * uniformly.
 *
 * @param sizes of the messages
 * @param m every m-th rack receives, the others send; at least 2
 * @param perSender messages of a host, above zero
 */
public record QueueStress(MessageSizes sizes, int m, int perSender) implements Workload {
    public QueueStress {
        if (m < 2 || perSender < 1) {
            throw new IllegalArgumentException(
                    "no stress: one rack in %d receives %d messages a host"
                            .formatted(m, perSender));
        }
    }

    @Override
    public List<ScheduledFlow> schedule(Endpoints ends, Span span, SplittableRandom random) {
        List<Integer> racks = racks(ends);
        List<Host> receivers =
                ends.receivers().stream().filter(host -> receives(racks, host)).toList();
        List<ScheduledFlow> flows = new ArrayList<>();
        for (Host sender : ends.senders()) {
            for (int i = 0; i < perSender && !receives(racks, sender); i++) {
                flows.add(
                        ScheduledFlow.at(
                                span.startNanos(),
                                sender,
                                receivers.get(random.nextInt(receivers.size())),
                                sizes.next(random)));
            }
        }
        return flows;
    }

    @Override
    public Optional<String> problem(Endpoints ends) {
        int racks = racks(ends).size();
        return racks < m
                ? Optional.of(
                        "one rack in %d cannot receive where there are %d".formatted(m, racks))
                : Optional.empty();
    }

    @Override
    public double expectedFlows(Endpoints ends, Span span) {
        return (double) ends.senders().size() * perSender * (m - 1) / m;
    }

    @Override
    public String describeSizes() {
        return sizes.describe();
    }

    private static List<Integer> racks(Endpoints ends) {
        return ends.receivers().stream().map(Host::rack).distinct().toList();
    }

    private boolean receives(List<Integer> racks, Host host) {
        return racks.indexOf(host.rack()) % m == m - 1;
    }
}
