package io.losslab.configs.experiment.template;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.configs.experiment.Cell;
import io.losslab.configs.experiment.Experiment;
import io.losslab.configs.experiment.file.ExperimentLoader;
import io.losslab.configs.experiment.file.SchemeSections;
import io.losslab.configs.language.Key;
import io.losslab.configs.library.Library;
import io.losslab.configs.scheme.SchemeCatalog;
import io.losslab.configs.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ExperimentTemplateTest {
    private static final Library LIBRARY = new Library();
    private static final SchemeCatalog CATALOG = SchemeCatalog.standard();

    static Stream<String> experiments() {
        return LIBRARY.names(Library.Kind.EXPERIMENTS).stream();
    }

    @ParameterizedTest
    @MethodSource("experiments")
    void aNewFileRunsTheCellsOfTheBundledOne(String from, @TempDir Path folder) throws IOException {
        Path file = folder.resolve("mine.yaml");
        Files.writeString(file, text(from).orElseThrow());

        Problems problems = new Problems();
        ExperimentLoader loader = new ExperimentLoader(LIBRARY);
        Experiment mine = loader.load(file.toString(), List.of(), problems).orElseThrow();
        assertEquals(List.of(), problems.list().stream().filter(p -> p.isError()).toList());
        Experiment bundled = loader.load(from, List.of(), new Problems()).orElseThrow();
        assertEquals("mine", mine.name());
        assertEquals(points(bundled), points(mine));
        assertEquals(bundled.figures(), mine.figures());
        assertEquals(List.of(), mine.paper());
    }

    private static List<Object> points(Experiment experiment) {
        return experiment.cells().stream().map(Cell::params).<Object>map(params -> params).toList();
    }

    @Test
    void everyKeyStandsOnceWithItsMeaning() {
        String text = text("bifrost/case-a").orElseThrow();
        String words = text.replaceAll("\n# ", " ");
        for (Key<?> key : new SchemeSections(CATALOG).experiment().keys()) {
            if (Set.of("source", "paper").contains(key.name())) {
                continue;
            }
            long lines =
                    Pattern.compile("(?m)^(# )?" + key.name() + ":")
                            .matcher(text)
                            .results()
                            .count();
            assertEquals(1, lines, key.name());
            assertTrue(words.contains(key.meaning()), key.meaning());
        }
        assertTrue(text.contains("\n# failedLinks: [[leaf0, spine1]]\n"), text);
        assertTrue(
                text.lines().filter(line -> line.startsWith("#")).noneMatch(l -> l.length() > 120),
                text);
    }

    @Test
    void warningsThatAFileAcceptsAreNotPrinted(@TempDir Path folder) throws IOException {
        String text = text("bifrost/case-a").orElseThrow();
        Path accepted = Files.writeString(folder.resolve("accepted.yaml"), text);
        Path plain =
                Files.writeString(
                        folder.resolve("plain.yaml"),
                        text.replaceAll("(?m)^acceptedWarnings:.*$", ""));
        assertEquals(List.of(), warnings(accepted));
        assertTrue(warnings(plain).get(0).contains("headroom 9,500,000 B"), plain.toString());
    }

    private static List<String> warnings(Path file) {
        Problems problems = new Problems();
        new ExperimentLoader(LIBRARY).load(file.toString(), List.of(), problems);
        return problems.list().stream().map(problem -> problem.message()).toList();
    }

    @Test
    void thereIsNoTextOfAnUnknownExperiment() {
        assertEquals(Optional.empty(), text("bifrost/case-z"));
    }

    private static Optional<String> text(String from) {
        return new ExperimentTemplate(LIBRARY, CATALOG).text(from, "mine");
    }
}
