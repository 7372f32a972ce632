package io.losslab.configs.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.losslab.configs.experiment.Cell;
import io.losslab.configs.experiment.file.ExperimentLoader;
import io.losslab.configs.library.Library;
import io.losslab.configs.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two groups, of which the second has class 1. */
class UncontrolledTrafficTest {
    private static final String EXPERIMENT =
            """
            experiment: classes
            topology: star-4
            duration: 1ms
            schemes:
              tried: [{links: edge, %s}]
            traffic:
              - {name: low, kind: burst, from: h1, to: h3, size: 64KB, flows: 1}
              - {name: high, kind: burst, from: h2, to: h4, class: 1, size: 64KB, flows: 1}
            """;

    @TempDir private Path folder;

    @ParameterizedTest
    @CsvSource({"gfc", "cbfc", "capfc", "gpfc", "ppfc", "ofc", "portfc: {n: 4}", "pyrrha", "bfc"})
    void schemesControlTheClassesOfTheTraffic(String scheme) throws IOException {
        String rule = scheme.contains(":") ? scheme : scheme + ": {}";
        assertEquals(List.of(), found(rule));
    }

    @ParameterizedTest
    @CsvSource({
        "'gfc: {priorities: [3]}', gfc at S:2 controls [3]",
        "'pfc: {priorities: [2, 3], xoff: 75KB}', 'pfc at S:2 controls [2, 3]'",
        "pfcStar: {}, 'pfcStar at S:2 controls [3, 4]'",
    })
    void aClassThatTheFileLeavesOutIsFoundAtTheFirstPortOnItsWay(String rule, String where)
            throws IOException {
        assertEquals(List.of("high: frames of priority 1 can be dropped: " + where), found(rule));
    }

    /**
     * Bursts of bifrost/b2 have other classes than its rules, and do not take the links with rules.
     */
    @Test
    void whereNoRuleMeetsTheTrafficNothingIsLeftOut() {
        assertEquals(List.of(), found(cells("bifrost/b2")));
    }

    private List<String> found(String rule) throws IOException {
        Path file = Files.writeString(folder.resolve("e.yaml"), EXPERIMENT.formatted(rule));
        return found(cells(file.toString()));
    }

    private static List<String> found(List<Cell> cells) {
        List<String> found = new ArrayList<>();
        for (Cell cell : cells) {
            UncontrolledTraffic.of(new CellPlanner().plan(cell))
                    .forEach((group, text) -> found.add(group.name() + ": " + text));
        }
        return found;
    }

    private static List<Cell> cells(String file) {
        Problems problems = new Problems();
        return new ExperimentLoader(new Library())
                .load(file, List.of(), problems)
                .orElseThrow(() -> new AssertionError(problems.list().toString()))
                .cells();
    }
}
