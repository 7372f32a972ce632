package io.losslab.labs.backend.physical;

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
import io.losslab.labs.perftest.PerftestPlan;
import io.losslab.labs.provision.CellSettings;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

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

    /**
     * Tries all cells; what several are refused for is reported once, with the place of the scheme
     * where only one has it.
     */
    public void of(Experiment experiment, Testbed testbed) {
        Map<Refusal, Set<String>> schemes = new LinkedHashMap<>();
        for (Cell cell : experiment.cells()) {
            CellPlan plan = new CellPlanner().plan(cell);
            try {
                Binding binding = PhysicalLabs.bind(plan.topology(), testbed);
                PerftestPlan.of(plan, binding).findings().forEach(this::report);
                CellSettings settings = new CellSettings(plan, binding);
                settings.desired();
                settings.traffic();
            } catch (CommandFailure e) {
                schemes.computeIfAbsent(
                                new Refusal(e.getMessage(), e.advice()), any -> new TreeSet<>())
                        .add(cell.scheme());
            }
        }
        if (schemes.isEmpty()) {
            requireOneByHand(experiment, testbed);
        }
        schemes.forEach((refusal, of) -> problems.add(refusal.problem(places, of)));
    }

    private void requireOneByHand(Experiment experiment, Testbed testbed) {
        try {
            HandMade.requireOne(experiment.cells(), testbed);
        } catch (CommandFailure e) {
            problems.add(new Refusal(e.getMessage(), e.advice()).problem(places, Set.of()));
        }
    }

    /** Why a cell cannot run on a testbed, and what to do about it. */
    private record Refusal(String message, String advice) {
        Problem problem(Places places, Set<String> schemes) {
            String field = schemes.size() == 1 ? "schemes." + schemes.iterator().next() : "";
            Position at = field.isEmpty() ? places.ofFile() : places.at(field);
            return Problem.error(at, field, message).suggesting(advice);
        }
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
