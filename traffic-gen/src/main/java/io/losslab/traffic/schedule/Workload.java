package io.losslab.traffic.schedule;

import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** A rule by which hosts send messages. Immutable. */
public interface Workload {
    /**
     * Makes the flows. Those that wait for no other are in the order of their starts, all inside
     * the span; a flow that waits stands behind what it waits for.
     *
     * @param random the only source of chance
     */
    List<ScheduledFlow> schedule(Endpoints ends, Span span, SplittableRandom random);

    /** What makes the workload impossible between these hosts; then it must not be scheduled. */
    default Optional<String> problem(Endpoints ends) {
        return Optional.empty();
    }

    /** About how many flows {@link #schedule} makes, to refuse what would not fit. */
    double expectedFlows(Endpoints ends, Span span);

    /** {@link #expectedFlows} and those besides that would start only when the span is over. */
    default double plannedFlows(Endpoints ends, Span span) {
        return expectedFlows(ends, span);
    }

    /** Stages of its flows, in order; empty where there is but one. */
    default List<String> stages() {
        return List.of();
    }

    /** What a message carries, for users. */
    String describeSizes();
}
