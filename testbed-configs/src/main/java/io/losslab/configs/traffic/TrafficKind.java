package io.losslab.configs.traffic;

/** The kinds of traffic. */
public enum TrafficKind {
    BANDWIDTH("bandwidth"),
    LATENCY("latency"),
    LONG_LIVED("longLived"),
    POISSON("poisson"),
    INCAST("incast"),
    BURST("burst"),
    ALL_TO_ALL("allToAll"),
    PERMUTATION("permutation"),
    PARAMETER_SERVER("parameterServer"),
    MOE("moe"),
    QUEUE_STRESS("queueStress"),
    RING("ring"),
    TREE("tree"),
    PIPELINE("pipeline"),
    TRACE("trace");

    private final String word;

    TrafficKind(String word) {
        this.word = word;
    }

    /** The word in files and plans. */
    public String word() {
        return word;
    }

    /** Whether messages arrive over time, and not all at once or one round after the other. */
    public boolean arrivesOverTime() {
        return this == BANDWIDTH || this == LATENCY || this == POISSON;
    }
}
