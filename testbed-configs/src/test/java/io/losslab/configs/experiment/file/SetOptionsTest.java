package io.losslab.configs.experiment.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.topology.Node;
import io.losslab.configs.experiment.Experiment;
import io.losslab.configs.library.Library;
import io.losslab.configs.yaml.Problem;
import io.losslab.configs.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --set} and scales. */
class SetOptionsTest {
    private static final String FILE =
            """
            experiment: set
            topology: bifrost-case-a
            duration: 1ms
            parameters: {flows: 2, size: 64KB}
            scales:
              list:
                flows:
                  - 3
                  - 4
                sweep: both
              quoted: {size: "32KB", notes: "yes: it is", sweep: [one, both]}
              plain: {size: 32KB}
              wrong:
                duration: 2ms
                traffic.absent.size: 1KB
              twice: {scale: plain}
              bad:
                flows: 7
                duration: 3 parsecs
            schemes:
              pfc: &rules
                - {links: longHaul, pfc: {xoff: 6MB}}
              other:
                label: The same rules
                rules: *rules
            traffic:
              - {name: b, kind: bandwidth, from: A, to: C, size: "${size}", flows: "${flows}"}
            sweeps:
              - {name: one, set: {scheme: pfc}, matrix: {size: [1KB, 2KB]}}
              - {name: fixed, figure: "3", set: {scheme: other}, matrix: {size: [4KB]}}
              - {name: both, matrix: {flows: [1, 2]}}
            """;

    @TempDir private Path folder;
    private final Problems problems = new Problems();

    private Experiment load(String... settings) throws IOException {
        Path file = Files.writeString(folder.resolve("set.yaml"), FILE);
        return new ExperimentLoader(new Library(), TestSchemes.catalog())
                .load(file.toString(), List.of(settings), problems)
                .orElseThrow(() -> new AssertionError(problems.list().toString()));
    }

    private Problem onlyProblem(String... settings) throws IOException {
        Path file = Files.writeString(folder.resolve("set.yaml"), FILE);
        new ExperimentLoader(new Library(), TestSchemes.catalog())
                .load(file.toString(), List.of(settings), problems);
        List<Problem> errors = problems.list().stream().filter(Problem::isError).toList();
        assertEquals(1, errors.size(), errors::toString);
        return errors.get(0);
    }

    private static List<String> cells(Experiment experiment) {
        return experiment.cells().stream()
                .map(cell -> cell.sweep() + " " + cell.params().get("scheme"))
                .toList();
    }

    @Test
    void aPathThroughAnAnchorLeavesItsOtherPlacesAsTheyAre() throws IOException {
        String resolved = load("schemes.other.rules.0.pfc.xoff=1MB").resolvedYaml();
        assertTrue(resolved.contains("- {links: longHaul, pfc: {xoff: 6MB}}"), resolved);
        assertTrue(resolved.contains("- {links: longHaul, pfc: {xoff: 1MB}}"), resolved);
    }

    @Test
    void soDoesAPathThroughTheAnchorItself() throws IOException {
        String resolved = load("schemes.pfc.0.pfc.xoff=1MB").resolvedYaml();
        assertTrue(resolved.contains("pfc:\n  - {links: longHaul, pfc: {xoff: 1MB}}"), resolved);
        assertTrue(resolved.contains("- {links: longHaul, pfc: {xoff: 6MB}}"), resolved);
    }

    @Test
    void aSchemeIsSetWhereASweepFixesIt() throws IOException {
        assertEquals(
                List.of("one other", "one other", "fixed other", "both other", "both other"),
                cells(load("scheme=other")));
        assertEquals(
                List.of("fixed pfc", "fixed other"),
                cells(load("scheme=[pfc, other]", "sweep=fixed")));
        assertEquals(
                List.of("fixed pfc", "fixed other"),
                cells(load("scheme=pfc,other", "sweep=fixed")));
    }

    @Test
    void sweepsWithoutAFigureAreLeftOutUnlessSettingsOrAScaleChooseSweeps() throws IOException {
        assertEquals(Optional.of("sweep=fixed"), sweepsWithFigures());
        assertEquals(Optional.of("sweep=fixed"), sweepsWithFigures("scale=plain", "flows=3"));
        assertEquals(Optional.empty(), sweepsWithFigures("sweep=one"));
        assertEquals(Optional.empty(), sweepsWithFigures("scale=list"));
    }

    private Optional<String> sweepsWithFigures(String... settings) throws IOException {
        Path file = Files.writeString(folder.resolve("set.yaml"), FILE);
        return new ExperimentLoader(new Library(), TestSchemes.catalog())
                .sweepsWithFigures(file.toString(), List.of(settings));
    }

    @Test
    void aScaleHasListsInAnyFormAndSelectsSweeps() throws IOException {
        Experiment experiment = load("scale=list", "scheme=pfc");
        assertEquals(List.of("both pfc", "both pfc"), cells(experiment));
        assertEquals(
                List.of("3", "4"),
                experiment.cells().stream()
                        .map(cell -> cell.params().get("flows").toString())
                        .toList());
        assertEquals("list", experiment.scale());
    }

    @Test
    void aQuotedValueOfAScaleStaysText() throws IOException {
        Experiment experiment = load("scale=quoted", "scheme=pfc", "flows=1");
        assertEquals(List.of("one pfc", "both pfc"), cells(experiment));
        assertTrue(experiment.notes().contains("yes: it is"), experiment.notes());
    }

    @Test
    void aScaleThatSelectsNoSweepLeavesTheSelectionOfAnother() throws IOException {
        assertEquals(
                List.of("both pfc", "both pfc"),
                cells(load("scale=list", "scale=plain", "scheme=pfc")));
    }

    @Test
    void sweepsThatTheUserNamesReplaceThoseOfAScale() throws IOException {
        assertEquals(List.of("fixed other"), cells(load("scale=list", "sweep=fixed")));
    }

    @Test
    void aWrongValueOfAScaleIsBlamedOnItsLine() throws IOException {
        Problem value = onlyProblem("scale=bad");
        assertEquals("    duration: 3 parsecs", value.at().sourceLine());
    }

    @Test
    void aScaleThatNamesAnotherIsRefused() throws IOException {
        Problem path = onlyProblem("scale=twice");
        assertEquals("a scale does not name another scale", path.message());
        assertEquals("  twice: {scale: plain}", path.at().sourceLine());
    }

    @Test
    void aSettingThatIsWrongInSeveralSweepsIsReportedOnce() throws IOException {
        assertEquals("there is no scheme 'nosuch'", onlyProblem("scheme=nosuch").message());
    }

    @Test
    void aSettingThatRefersToAParameterIsRefusedAsSuch() throws IOException {
        Problem size = onlyProblem("size=${flows}");
        assertEquals("'${flows}' refers to a parameter, which is not allowed here", size.message());
        assertEquals("--set size=${flows}", size.at().file());
    }

    @Test
    void aSettingWithoutAValueIsNone() throws IOException {
        assertEquals("expected KEY=VALUE", onlyProblem("flows=").message());
    }

    @Test
    void aWrongPathOfAScaleToo() throws IOException {
        Problem path = onlyProblem("scale=wrong");
        assertEquals("    traffic.absent.size: 1KB", path.at().sourceLine());
    }

    /** All of one option stands at one place. */
    @Test
    void topologiesThatOneSettingWritesStayApart() throws IOException {
        String scheme =
                "%s: {topology: {generator: {line: {switches: %d, rate: 100Gbps, delay: 1us,"
                        + " buffer: 10MB}}}, rules: [{links: longHaul, pfc: {xoff: 6MB}}]}";
        Experiment experiment =
                load(
                        "schemes={%s, %s}"
                                .formatted(
                                        scheme.formatted("pfc", 2), scheme.formatted("other", 3)),
                        "traffic.b.to=B",
                        "scheme=pfc,other",
                        "sweep=fixed");
        assertEquals(
                List.of(2L, 3L),
                experiment.cells().stream()
                        .map(cell -> cell.setup().network().topology().nodes())
                        .map(nodes -> nodes.stream().filter(Node::isSwitch).count())
                        .toList());
    }
}
