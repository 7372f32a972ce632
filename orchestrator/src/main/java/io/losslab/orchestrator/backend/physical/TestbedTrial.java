package io.losslab.orchestrator.backend.physical;

import io.losslab.configs.binding.Binding;
import io.losslab.configs.experiment.Cell;
import io.losslab.configs.experiment.Experiment;
import io.losslab.configs.plan.CellPlan;
import io.losslab.configs.plan.CellPlanner;
import io.losslab.configs.plan.perftest.PerftestFinding;
import io.losslab.configs.testbed.Testbed;
import io.losslab.configs.yaml.Places;
import io.losslab.configs.yaml.Position;
import io.losslab.configs.yaml.Problem;
import io.losslab.configs.yaml.Problems;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.orchestrator.perftest.PerftestPlan;
import io.losslab.orchestrator.provision.CellSettings;
import java.util.LinkedHashSet;
import java.util.Set;

/** Plans an experiment for a testbed, without reaching it: what cannot be run there is reported. */
public final class TestbedTrial {
    private final Places places;
    private final Problems problems;

    /**
     * Makes a trial.
     *
     * @param places where the experiment's values stand
     * @param problems takes what is found: errors, and limitations as warnings
     */
    public TestbedTrial(Places places, Problems problems) {
        this.places = places;
        this.problems = problems;
    }

    /** Tries all cells; what several are refused for is reported once. */
    public void of(String file, Experiment experiment, Testbed testbed) {
        Set<Problem> refusals = new LinkedHashSet<>();
        for (Cell cell : experiment.cells()) {
            CellPlan plan = new CellPlanner().plan(cell);
            try {
                Binding binding = PhysicalLabs.bind(plan.topology(), testbed);
                PerftestPlan.of(plan, binding).findings().forEach(this::report);
                new CellSettings(plan, binding).desired();
            } catch (CommandFailure e) {
                refusals.add(
                        Problem.error(Position.ofFile(file), "", e.getMessage())
                                .suggesting(e.advice()));
            }
        }
        refusals.forEach(problems::add);
    }

    private void report(PerftestFinding finding) {
        Position at = places.at(finding.field());
        problems.add(
                finding.refused()
                        ? Problem.error(at, finding.field(), finding.message())
                                .suggesting(finding.suggestion())
                        : Problem.warning(at, finding.field(), finding.message()));
    }
}
