package io.losslab.configs.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.configs.yaml.Problem;
import io.losslab.configs.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProfileReaderTest {
    private static final String RIGHT =
            """
            profile: lab
            switch: S
            from: h1
            to: h2
            class: 3
            fromSpeed: 100Gbps
            toSpeed: 25Gbps
            measurements:
              - what: xoff
                frame: 1024B
                least: 20
                most: 21
                unit: frames
                samples: 2
            notDetermined:
              - what: alpha
                because: no third host
            """;

    @TempDir private Path directory;

    @Test
    void whatWasMeasuredAndWhatWasNotIsRead() throws IOException {
        Problems problems = new Problems();
        Profile profile = read(RIGHT, problems).orElseThrow();
        assertEquals(
                List.of(new Measurement("xoff", 1_024, 20, 21, Measurement.FRAMES, 2)),
                profile.measurements());
        assertEquals(List.of(new NotDetermined("alpha", "no third host")), profile.notDetermined());
        assertEquals(List.of(), problems.list());
    }

    @ParameterizedTest
    @CsvSource({
        "unit: frames, unit: frame, 13, measurements.0.unit",
        "samples: 2, samples: 0, 14, measurements.0.samples",
        "samples: 2, samples: x, 14, measurements.0.samples",
        "samples: 2, samples: 99999999999, 14, measurements.0.samples",
        "least: 20, least: x, 11, measurements.0.least",
        "most: 21, most: abc, 12, measurements.0.most",
        "frame: 1024B, frame: 1024ns, 10, measurements.0.frame",
        "what: xoff, what:, 9, measurements.0.what",
        "because: no third host, because:, 17, notDetermined.0.because",
    })
    void aWrongValueOfAnItemIsOneErrorAtItsPlace(String right, String wrong, int line, String field)
            throws IOException {
        Problem problem = onlyProblem(RIGHT.replace(right, wrong));
        assertEquals(line, problem.at().line());
        assertEquals(field, problem.field());
    }

    @ParameterizedTest
    @CsvSource({
        "'  least: 20', 9, measurements.0",
        "'  most: 21', 9, measurements.0",
        "'  unit: frames', 9, measurements.0",
        "'  samples: 2', 9, measurements.0",
        "'  because: no third host', 16, notDetermined.0",
    })
    void aKeyThatAnItemLacksIsOneErrorAtTheItem(String key, int line, String field)
            throws IOException {
        Problem problem = onlyProblem(RIGHT.replace("  " + key + "\n", ""));
        assertTrue(problem.message().contains("lacks the key"), problem::message);
        assertEquals(line, problem.at().line());
        assertEquals(field, problem.field());
    }

    @Test
    void errorsOfTheProfileAndOfItsItemsAreReportedTogether() throws IOException {
        Problems problems = new Problems();
        read(RIGHT.replace("class: 3", "class: 8").replace("least: 20", "least: x"), problems);
        assertEquals(2, problems.errorCount());
    }

    private Problem onlyProblem(String yaml) throws IOException {
        Problems problems = new Problems();
        assertEquals(Optional.empty(), read(yaml, problems));
        assertEquals(1, problems.list().size(), () -> problems.list().toString());
        return problems.list().get(0);
    }

    private Optional<Profile> read(String yaml, Problems problems) throws IOException {
        Path file = directory.resolve("lab.profile.yaml");
        Files.writeString(file, yaml);
        return ProfileReader.read(file.toString(), problems);
    }
}
