package io.losslab.configs.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.configs.experiment.Cell;
import io.losslab.configs.experiment.file.ExperimentLoader;
import io.losslab.configs.library.Library;
import io.losslab.configs.yaml.Problems;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The loop of PortFC's Figure 19: four flows of four hops round NDC(2, 1). */
class DeadlockRiskTest {
    @Test
    void aLoopCanDeadlockUnderPfc() {
        String risk = risk("pfc").orElseThrow();
        assertTrue(
                risk.startsWith("cyclic buffer dependency, these flows can deadlock under PFC: "),
                risk);
    }

    /** A frame takes its third tag behind the relay, and its last link ends at its receiver. */
    @Test
    void threeHopTagsRuleItOutAndTwoDoNot() {
        assertEquals(Optional.empty(), risk("pfcStar"));
        String risk = risk("pfcStar", "schemes.pfcStar.rules.0.pfcStar.tags=2").orElseThrow();
        for (String relay : List.of("n0:", "n1:", "n2:", "n3:")) {
            assertTrue(risk.contains(relay), risk);
        }
    }

    @Test
    void portFcCannotDeadlock() {
        assertEquals(Optional.empty(), risk("portfc"));
    }

    private static Optional<String> risk(String scheme, String... settings) {
        Problems problems = new Problems();
        Cell cell =
                new ExperimentLoader(new Library())
                                .load("portfc/j19", List.of(settings), problems)
                                .orElseThrow(() -> new AssertionError(problems.list().toString()))
                                .cells()
                                .stream()
                                .filter(each -> each.scheme().equals(scheme))
                                .findFirst()
                                .orElseThrow();
        return DeadlockRisk.of(new CellPlanner().plan(cell));
    }
}
