package io.losslab.labs.backend;

import io.losslab.configs.experiment.file.ExperimentLoader;
import io.losslab.configs.library.Library;
import io.losslab.configs.plan.CellPlan;
import io.losslab.configs.plan.CellPlanner;
import io.losslab.configs.yaml.Problems;
import java.util.List;

/** Plans of cells, by the experiment's name or file. */
public final class TestPlans {
    private TestPlans() {}

    /** Of the first cell. */
    public static CellPlan first(String experiment, String... changes) {
        return of(experiment, 0, changes);
    }

    /**
     * Of a cell.
     *
     * @param changes as of {@code --set}
     */
    public static CellPlan of(String experiment, int cell, String... changes) {
        Problems problems = new Problems();
        return new CellPlanner()
                .plan(
                        new ExperimentLoader(new Library())
                                .load(experiment, List.of(changes), problems)
                                .orElseThrow(() -> new AssertionError(problems.list().toString()))
                                .cells()
                                .get(cell));
    }
}
