package io.losslab.labs.backend;

import io.losslab.api.topology.Topology;
import io.losslab.configs.experiment.file.ExperimentLoader;
import io.losslab.configs.library.Library;
import io.losslab.configs.plan.CellPlan;
import io.losslab.configs.yaml.Problems;
import java.nio.file.Path;
import java.util.Optional;

/** Labs served on loopback at any free port, in plaintext. */
public final class LocalLab {
    /** As many as {@code losslab serve} provides at least. */
    private static final int DATA_QUEUES = 8;

    private LocalLab() {}

    /**
     * Of the network of a bundled experiment or topology.
     *
     * @param name as on the command line: of a bundled one, or a file
     */
    public static ServedLab of(String name) {
        return of(
                new ExperimentLoader(new Library())
                        .networkOf(name, new Problems())
                        .orElseThrow()
                        .topology());
    }

    /** Of the network of an experiment's file. */
    public static ServedLab of(Path experiment) {
        return of(experiment.toString());
    }

    /** Of a network. */
    public static ServedLab of(Topology topology) {
        return start(topology, DATA_QUEUES);
    }

    /** Of a cell's network, with the queues that it needs. */
    public static ServedLab of(CellPlan plan) {
        return start(plan.topology(), plan.setup().dataQueues());
    }

    private static ServedLab start(Topology topology, int dataQueues) {
        return ServedLab.start(topology, dataQueues, "127.0.0.1", 0, Optional.empty());
    }
}
