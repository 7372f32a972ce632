package io.losslab.configs.experiment.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.analysis.run.Figure;
import io.losslab.analysis.run.PaperClaim;
import io.losslab.analysis.run.ParamValue;
import io.losslab.api.units.Nanos;
import io.losslab.configs.experiment.Cell;
import io.losslab.configs.experiment.Experiment;
import io.losslab.configs.library.Library;
import io.losslab.configs.traffic.TrafficPattern;
import io.losslab.configs.yaml.Problem;
import io.losslab.configs.yaml.Problems;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class BundledExperimentsTest {
    private static final Library LIBRARY = new Library();

    static List<String> experiments() {
        return LIBRARY.names(Library.Kind.EXPERIMENTS);
    }

    static List<String> topologies() {
        return LIBRARY.names(Library.Kind.TOPOLOGIES);
    }

    @ParameterizedTest
    @MethodSource("experiments")
    void loadWithoutErrorsAndAreNamedByTheirPath(String name) {
        assertEquals(name, load(name).name());
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void topologiesLoadWithoutProblems(String name) {
        Problems problems = new Problems();
        assertEquals(
                name,
                new ExperimentLoader(LIBRARY)
                        .networkOf(name, problems)
                        .orElseThrow()
                        .topology()
                        .name());
        assertEquals(List.of(), problems.list());
    }

    @ParameterizedTest
    @MethodSource("experiments")
    void theirOnlyWarningsAreOfThePapersBuffersAndOfSwingsTrigger(String name) {
        Problems problems = new Problems();
        new ExperimentLoader(LIBRARY).load(name, List.of(), problems);
        for (Problem problem : problems.list()) {
            boolean headroom = problem.message().startsWith("headroom 9,500,000 B");
            boolean ndc8 = problem.message().startsWith("xoff and ddqXoff of 8 ports");
            boolean swing = problem.message().startsWith("with 'forward' alone, a queue");
            assertTrue(headroom || ndc8 || swing, problem.message());
        }
    }

    @Test
    void caseAExpandsInAStableOrder() {
        Experiment experiment = load("bifrost/case-a");
        assertEquals(84, experiment.cells().size());
        assertEquals(
                Map.of(
                        "scheme",
                        "pfc",
                        "size",
                        "64KB",
                        "flows",
                        2L,
                        "spreading",
                        "spread",
                        "seed",
                        1L),
                experiment.cells().get(0).params());
        assertEquals(2, experiment.cells().get(1).seed());
        assertEquals(
                Map.of(
                        "scheme",
                        "bifrost",
                        "size",
                        "1MB",
                        "flows",
                        128L,
                        "spreading",
                        "hash",
                        "seed",
                        3L),
                experiment.cells().get(83).params());
    }

    @Test
    void caseAReservesWhatThePaperSays() {
        for (Cell cell : load("bifrost/case-a").cells()) {
            long reserved = cell.setup().reservedBufferBytes();
            // H = Delta + 3 Rs T, and (k + 2 D / T + 2) frames of MTU and headers for leaks.
            long expected =
                    cell.scheme().equals("pfc") ? 15_500_000 : 10_375_000 + 83 * (4096 + 78);
            assertEquals(expected, reserved);
        }
    }

    /** Its figures show ports that only one of the schemes' topologies has. */
    @ParameterizedTest
    @ValueSource(strings = {"swing", "pfc", "bifrost"})
    void oneSchemeOfAnExperimentIsRunWithItsFigures(String scheme) {
        Experiment experiment = load("bifrost/b16", "scheme=" + scheme);
        assertEquals(load("bifrost/b16").figures().size(), experiment.figures().size());
    }

    @Test
    void settingsOverrideParametersSweepsAndPaths() {
        Experiment experiment =
                load(
                        "bifrost/case-a",
                        "flows=16",
                        "scheme=bifrost",
                        "seeds=[7]",
                        "duration=50ms",
                        "sweeps.size.matrix.size=[64KB]",
                        "schemes.bifrost.1.bifrost.slot=20us");
        assertEquals(2, experiment.cells().size());
        for (Cell cell : experiment.cells()) {
            assertEquals("16", cell.parameters().get("flows"));
            assertEquals("bifrost", cell.scheme());
            assertEquals(7, cell.seed());
            assertEquals(new Nanos(50_000_000), cell.setup().duration());
            assertEquals(
                    16,
                    ((TrafficPattern.Bandwidth) cell.setup().traffic().get(0).pattern()).flows());
        }
        assertTrue(experiment.resolvedYaml().contains("slot: 20us"), experiment.resolvedYaml());
    }

    @Test
    void aListSweepsAParameter() {
        Experiment experiment =
                load("bifrost/case-a", "flows=[3, 5]", "seeds=[1]", "scheme=pfc", "size=1MB");
        TreeSet<String> flows = new TreeSet<>();
        experiment.cells().stream()
                .filter(cell -> cell.sweep().equals("flows"))
                .forEach(cell -> flows.add(cell.parameters().get("flows")));
        assertEquals(new TreeSet<>(List.of("3", "5")), flows);
    }

    @Test
    void onlyTheSweepsAskedForRunWithTheirFigures() {
        Experiment experiment = load("portfc/j8", "sweep=[loads, idle]", "load=[45%]", "seeds=[1]");
        assertEquals(
                List.of("loads 45%", "loads 45%", "loads 45%", "idle 2%", "idle 2%", "idle 2%"),
                experiment.cells().stream()
                        .map(cell -> cell.sweep() + " " + cell.parameters().get("load"))
                        .toList());
        assertEquals(
                List.of("11-load"),
                experiment.figures().stream().map(figure -> figure.id()).toList());
        assertFalse(experiment.resolvedYaml().contains("name: patterns"));
    }

    /** So the verdicts of {@code losslab paper} are those of the whole experiment. */
    @ParameterizedTest
    @MethodSource("experiments")
    void theRowsOfAPaperNeedNoSweepWithoutAFigure(String name) {
        Experiment whole = load(name);
        Experiment kept =
                new ExperimentLoader(LIBRARY)
                        .sweepsWithFigures(name, List.of())
                        .map(setting -> load(name, setting))
                        .orElse(whole);
        for (PaperClaim claim : whole.paper()) {
            if (claim.notReproducible() == null) {
                for (Map<String, Object> side : sides(claim)) {
                    Set<Map<String, Object>> needed = points(whole, claim, side);
                    assertFalse(needed.isEmpty(), () -> claim + " has no cells with " + side);
                    assertEquals(needed, points(kept, claim, side), claim::toString);
                }
            }
        }
    }

    private static List<Map<String, Object>> sides(PaperClaim claim) {
        if (claim.compare() == null) {
            return List.of(claim.where());
        }
        return Stream.of(claim.compare().value(), claim.compare().to())
                .map(
                        value -> {
                            Map<String, Object> side = new LinkedHashMap<>(claim.where());
                            side.put(claim.compare().by(), value);
                            return side;
                        })
                .toList();
    }

    /** Parameters of the cells that one side of a row pools. */
    private static Set<Map<String, Object>> points(
            Experiment experiment, PaperClaim claim, Map<String, Object> side) {
        Optional<String> sweep =
                experiment.figures().stream()
                        .filter(figure -> figure.id().equals(claim.figure()))
                        .findFirst()
                        .map(Figure::sweep);
        return experiment.cells().stream()
                .filter(cell -> sweep.isEmpty() || sweep.get().equals(cell.sweep()))
                .map(Cell::params)
                .filter(params -> ParamValue.matches(params, side))
                .collect(Collectors.toSet());
    }

    @Test
    void anUnknownSweepIsAnError() {
        Problems problems = new Problems();
        new ExperimentLoader(LIBRARY).load("portfc/j8", List.of("sweep=load"), problems);
        assertEquals(1, problems.list().size(), problems.list().toString());
        assertEquals("unknown sweep 'load'", problems.list().get(0).message());
        assertTrue(problems.list().get(0).toString().contains("did you mean 'loads'"));
    }

    private static Experiment load(String name, String... settings) {
        Problems problems = new Problems();
        return new ExperimentLoader(LIBRARY)
                .load(name, List.of(settings), problems)
                .orElseThrow(() -> new AssertionError(problems.list().toString()));
    }
}
