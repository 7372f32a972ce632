package io.losslab.labs.backend.served;

import io.losslab.configs.experiment.Cell;
import io.losslab.configs.experiment.file.ExperimentLoader;
import io.losslab.configs.library.Library;
import io.losslab.configs.plan.CellPlan;
import io.losslab.configs.plan.CellPlanner;
import io.losslab.configs.yaml.Problems;
import io.losslab.labs.backend.ServedLab;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Labs that are served for an experiment, at any free ports. */
final class ServedExperiment {
    private ServedExperiment() {}

    static ServedLab start(String experiment, ServedKind kind) {
        Map<String, CellPlan> plans = new LinkedHashMap<>();
        for (Cell cell :
                new ExperimentLoader(new Library())
                        .load(experiment, List.of(), new Problems())
                        .orElseThrow()
                        .cells()) {
            plans.computeIfAbsent(cell.scheme(), any -> new CellPlanner().plan(cell));
        }
        List<CellPlan> all = List.copyOf(plans.values());
        return ServedLab.start(
                new ServedNetwork(all.get(0).setup().network(), all),
                8,
                "127.0.0.1",
                0,
                Optional.empty(),
                kind);
    }
}
