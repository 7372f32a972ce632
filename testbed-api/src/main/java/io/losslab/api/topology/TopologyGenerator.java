package io.losslab.api.topology;

/** A network that follows from a few numbers. */
public interface TopologyGenerator {
    /** How many nodes it has; known without building it. */
    int nodes();

    Topology build();
}
