package io.losslab.traffic.schedule;

import io.losslab.api.units.DataSize;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * A layer of a mixture of experts, one expert a receiver: every sender's tokens go to the experts
 * that the gate picks, few of them hot; each expert sends them back when it has everything. Which
 * experts are hot is drawn once; every period is another batch of tokens.
 *
 * @param tokens at each sender in a batch, above zero
 * @param tokenSize above zero
 * @param topExperts different experts a token goes to, above zero
 * @param zipfExponent experts are picked with a weight of 1 / rank to its power; 0 for equal ones
 * @param periodNanos from one batch to the next; 0 for one batch
 */
public record MixtureOfExperts(
        int tokens, DataSize tokenSize, int topExperts, double zipfExponent, long periodNanos)
        implements Workload {
    /** Name of the first stage. */
    public static final String DISPATCH = "dispatch";

    /** Name of the second stage. */
    public static final String COMBINE = "combine";

    public MixtureOfExperts {
        if (tokens < 1
                || tokenSize.bytes() == 0
                || topExperts < 1
                || !(zipfExponent >= 0)
                || periodNanos < 0) {
            throw new IllegalArgumentException(
                    "no mixture of experts: %d tokens of %s to %d experts, Zipf %s, every %d ns"
                            .formatted(tokens, tokenSize, topExperts, zipfExponent, periodNanos));
        }
    }

    @Override
    public List<ScheduledFlow> schedule(Endpoints ends, Span span, SplittableRandom random) {
        List<Host> experts = Draw.shuffled(ends.receivers(), random);
        Gate gate = new Gate(experts.size(), zipfExponent);
        List<ScheduledFlow> flows = new ArrayList<>();
        for (long batch = 0; batch < batches(span); batch++) {
            int first = flows.size();
            dispatch(
                    span.startNanos() + batch * periodNanos,
                    ends.senders(),
                    experts,
                    gate,
                    random,
                    flows);
            combine(first, flows);
        }
        return flows;
    }

    @Override
    public Optional<String> problem(Endpoints ends) {
        return topExperts > ends.receivers().size()
                ? Optional.of(
                        "a token needs %d experts, there are %d"
                                .formatted(topExperts, ends.receivers().size()))
                : Optional.empty();
    }

    @Override
    public double expectedFlows(Endpoints ends, Span span) {
        double pairs = Math.min(ends.pairs(), (double) tokens * topExperts * ends.senders().size());
        return 2 * pairs * batches(span);
    }

    @Override
    public List<String> stages() {
        return List.of(DISPATCH, COMBINE);
    }

    @Override
    public String describeSizes() {
        return tokens + " tokens of " + tokenSize;
    }

    private long batches(Span span) {
        return periodNanos == 0 ? 1 : span.times(periodNanos);
    }

    /** A flow for every sender and expert that get a token in common; own experts need none. */
    private void dispatch(
            long startNanos,
            List<Host> senders,
            List<Host> experts,
            Gate gate,
            SplittableRandom random,
            List<ScheduledFlow> flows) {
        for (Host sender : senders) {
            int[] tokensByExpert = new int[experts.size()];
            for (int token = 0; token < tokens; token++) {
                gate.pick(topExperts, random, tokensByExpert);
            }
            for (int expert = 0; expert < tokensByExpert.length; expert++) {
                if (tokensByExpert[expert] > 0 && experts.get(expert).id() != sender.id()) {
                    flows.add(
                            ScheduledFlow.at(
                                    startNanos,
                                    sender,
                                    experts.get(expert),
                                    tokensByExpert[expert] * tokenSize.bytes(),
                                    DISPATCH));
                }
            }
        }
    }

    /** Every flow from a position on reversed, after all of them that its expert receives. */
    private static void combine(int first, List<ScheduledFlow> flows) {
        int end = flows.size();
        Map<Integer, List<Integer>> arrivals = new HashMap<>();
        for (int i = first; i < end; i++) {
            arrivals.computeIfAbsent(flows.get(i).destination(), any -> new ArrayList<>()).add(i);
        }
        arrivals.replaceAll((expert, positions) -> List.copyOf(positions));
        for (int i = first; i < end; i++) {
            ScheduledFlow out = flows.get(i);
            flows.add(out.answered(COMBINE, arrivals.get(out.destination())));
        }
    }

    /** Picks experts by rank, with weights after Zipf. */
    private static final class Gate {
        /** Draws in vain after which the other experts are as good as never drawn. */
        private static final int MOST_DRAWS = 100_000;

        private final double[] cumulative;

        Gate(int experts, double exponent) {
            cumulative = new double[experts];
            double sum = 0;
            for (int rank = 0; rank < experts; rank++) {
                sum += Math.pow(rank + 1, -exponent);
                cumulative[rank] = sum;
            }
        }

        /** Adds one to the counts of so many different experts. */
        void pick(int count, SplittableRandom random, int[] tokensByExpert) {
            int[] picked = new int[count];
            for (int i = 0; i < count; i++) {
                int expert = draw(random);
                for (int n = 1; n < MOST_DRAWS && contains(picked, i, expert); n++) {
                    expert = draw(random);
                }
                while (contains(picked, i, expert)) {
                    expert = (expert + 1) % cumulative.length;
                }
                picked[i] = expert;
                tokensByExpert[expert]++;
            }
        }

        private int draw(SplittableRandom random) {
            double at = random.nextDouble() * cumulative[cumulative.length - 1];
            int expert = 0;
            while (cumulative[expert] <= at) {
                expert++;
            }
            return expert;
        }

        private static boolean contains(int[] picked, int count, int expert) {
            for (int i = 0; i < count; i++) {
                if (picked[i] == expert) {
                    return true;
                }
            }
            return false;
        }
    }
}
