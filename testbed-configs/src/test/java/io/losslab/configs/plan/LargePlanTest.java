package io.losslab.configs.plan;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.configs.experiment.Experiment;
import io.losslab.configs.experiment.file.ExperimentLoader;
import io.losslab.configs.library.Library;
import io.losslab.configs.plan.text.PlanText;
import io.losslab.configs.yaml.Problems;
import java.util.List;
import org.junit.jupiter.api.Test;

class LargePlanTest {
    @Test
    void theTextOfALargeTopologyIsShort() {
        Problems problems = new Problems();
        Experiment experiment =
                new ExperimentLoader(new Library())
                        .load("src/test/resources/plan/fat-tree.yaml", List.of(), problems)
                        .orElseThrow(() -> new AssertionError(problems.list().toString()));
        String text = new PlanText().of(new CellPlanner().plan(experiment.cells().get(0)));
        assertTrue(text.lines().count() < 700, text.lines().count() + " lines");
        assertTrue(text.contains("and 156 more switches; use --format json to list all"), text);
        assertTrue(text.contains("and 408 more hosts; use --format json to list all"), text);
        // The first edge switch: a row for each of its hosts, and few for all others.
        assertTrue(text.contains("10.1.0.0/16    h256 to h431  2, 4"), text);
    }
}
