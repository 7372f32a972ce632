package io.losslab.traffic.collective;

import io.losslab.api.units.DataSize;
import java.util.ArrayList;
import java.util.List;

/**
 * Pipeline parallelism: each rank is a stage of a model, microbatches pass all stages forward and
 * back, and activations and gradients go to the neighbour by send and receive.
 *
 * @param schedule in which order a stage computes
 * @param microbatches of an iteration, above zero
 * @param size of the activations and of the gradients of a microbatch, above zero
 * @param forwardNanos that a stage computes for a microbatch forward
 * @param backwardNanos that it computes backward
 */
public record Pipeline(
        Schedule schedule, int microbatches, DataSize size, long forwardNanos, long backwardNanos)
        implements Collective {
    /** In which order a stage computes. */
    public enum Schedule {
        /**
         * As many microbatches forward as there are stages behind, then one backward after one
         * forward (PipeDream-Flush; Narayanan et al., 2021).
         */
        ONE_FORWARD_ONE_BACKWARD("1f1b"),
        /** All forward, then all backward (Huang et al., 2019). */
        GPIPE("gpipe");

        private final String word;

        Schedule(String word) {
            this.word = word;
        }

        /** The word in files. */
        public String word() {
            return word;
        }
    }

    public Pipeline {
        if (microbatches < 1 || size.bytes() < 1 || forwardNanos < 0 || backwardNanos < 0) {
            throw new IllegalArgumentException(
                    "no pipeline: %d microbatches of %s, %d and %d ns"
                            .formatted(microbatches, size, forwardNanos, backwardNanos));
        }
    }

    @Override
    public void add(RankGroup group) {
        for (int stage = 0; stage < group.size(); stage++) {
            int last = -1;
            for (boolean forward : order(stage, group.size())) {
                last = addMicrobatch(group, stage, forward, last);
            }
        }
    }

    @Override
    public double expectedOperations(int ranks) {
        return 6.0 * ranks * microbatches;
    }

    @Override
    public double busBytes(int ranks) {
        return 0;
    }

    @Override
    public String describeSizes() {
        return "%d microbatches of %s".formatted(microbatches, size);
    }

    /** Whether each computation of a stage is a forward one. */
    List<Boolean> order(int stage, int stages) {
        int ahead =
                schedule == Schedule.GPIPE
                        ? microbatches
                        : Math.min(microbatches, stages - 1 - stage);
        List<Boolean> order = new ArrayList<>();
        for (int i = 0; i < ahead; i++) {
            order.add(true);
        }
        for (int i = ahead; i < microbatches; i++) {
            order.add(true);
            order.add(false);
        }
        for (int i = 0; i < ahead; i++) {
            order.add(false);
        }
        return order;
    }

    private int addMicrobatch(RankGroup group, int stage, boolean forward, int last) {
        int from = forward ? stage - 1 : stage + 1;
        int to = forward ? stage + 1 : stage - 1;
        int compute = group.compute(stage, forward ? forwardNanos : backwardNanos);
        if (last >= 0) {
            group.require(compute, last);
        }
        if (from >= 0 && from < group.size()) {
            group.require(compute, group.receive(stage, from, 0, size.bytes()));
        }
        if (to >= 0 && to < group.size()) {
            group.sendAfter(compute, stage, to, 0, size.bytes());
        }
        return compute;
    }
}
