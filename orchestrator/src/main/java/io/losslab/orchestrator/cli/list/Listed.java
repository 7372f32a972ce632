package io.losslab.orchestrator.cli.list;

import java.util.Locale;

/** What can be listed; printed and read as users write it, {@code congestion-controls}. */
enum Listed {
    SCHEMES,
    RECOVERIES,
    CONGESTION_CONTROLS,
    TOPOLOGIES,
    WORKLOADS,
    EXPERIMENTS,
    TESTBEDS;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
