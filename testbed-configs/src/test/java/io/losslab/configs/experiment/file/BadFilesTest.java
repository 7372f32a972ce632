package io.losslab.configs.experiment.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.configs.library.Library;
import io.losslab.configs.yaml.ProblemPrinter;
import io.losslab.configs.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every file of {@code bad/} against the output beside it. With {@code -Dlosslab.golden=update} the
 * outputs are written anew, to be read before they are committed.
 */
class BadFilesTest {
    private static final Path FOLDER = Path.of("src/test/resources/bad");

    static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void allProblemsOfAFileAreReportedWithTheirPlaces(Path file) throws IOException {
        Problems problems = new Problems();
        new ExperimentLoader(new Library(), TestSchemes.catalog())
                .validate(file.toString(), List.of(), problems);
        String printed = ProblemPrinter.printAll(problems).replace(FOLDER.toString() + "/", "");
        Path expected = Path.of(file.toString().replace(".yaml", ".expected"));
        if ("update".equals(System.getProperty("losslab.golden"))) {
            Files.writeString(expected, printed);
        }
        assertTrue(problems.hasErrors());
        assertEquals(Files.readString(expected), printed);
    }
}
