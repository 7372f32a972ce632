package io.losslab.traffic.schedule;

import io.losslab.traffic.size.MessageSizes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Synchronisation by a parameter server (PortFC, section on parameter server traffic): all workers
 * push their parameters to it; when it has everything it sends as much back to each. A worker
 * starts the next round when it has its answer.
 *
 * @param sizes of the parameters, drawn once a worker and round
 * @param rounds how often, above zero
 */
public record ParameterServer(MessageSizes sizes, int rounds) implements Workload {
    /** Name of the first stage. */
    public static final String PUSH = "push";

    /** Name of the second stage. */
    public static final String BROADCAST = "broadcast";

    public ParameterServer {
        if (rounds < 1) {
            throw new IllegalArgumentException("rounds must be above zero: " + rounds);
        }
    }

    @Override
    public List<ScheduledFlow> schedule(Endpoints ends, Span span, SplittableRandom random) {
        Host server = ends.receivers().get(0);
        List<Host> workers = ends.senders();
        List<ScheduledFlow> flows = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            int firstPush = flows.size();
            for (int worker = 0; worker < workers.size(); worker++) {
                int answer = firstPush - workers.size() + worker;
                flows.add(
                        new ScheduledFlow(
                                round == 0 ? span.startNanos() : 0,
                                workers.get(worker).id(),
                                server.id(),
                                sizes.next(random),
                                PUSH,
                                round == 0 ? List.of() : List.of(answer)));
            }
            List<Integer> pushes = positions(firstPush, flows.size());
            for (int worker = 0; worker < workers.size(); worker++) {
                flows.add(flows.get(firstPush + worker).answered(BROADCAST, pushes));
            }
        }
        return flows;
    }

    @Override
    public Optional<String> problem(Endpoints ends) {
        return ends.receivers().size() != 1
                ? Optional.of("there must be one server, not " + ends.receivers().size())
                : Optional.empty();
    }

    @Override
    public double expectedFlows(Endpoints ends, Span span) {
        return 2.0 * rounds * ends.senders().size();
    }

    @Override
    public List<String> stages() {
        return List.of(PUSH, BROADCAST);
    }

    @Override
    public String describeSizes() {
        return sizes.describe();
    }

    private static List<Integer> positions(int from, int to) {
        List<Integer> positions = new ArrayList<>(to - from);
        for (int i = from; i < to; i++) {
            positions.add(i);
        }
        return List.copyOf(positions);
    }
}
