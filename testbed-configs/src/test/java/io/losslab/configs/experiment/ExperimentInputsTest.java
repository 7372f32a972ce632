package io.losslab.configs.experiment;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.configs.experiment.file.ExperimentLoader;
import io.losslab.configs.library.Library;
import io.losslab.configs.yaml.ProblemPrinter;
import io.losslab.configs.yaml.Problems;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExperimentInputsTest {
    private static final String TINY =
            """
            experiment: tiny
            topology:
              generator:
                leafSpine: {leaves: 1, spines: 1, hostsPerLeaf: 4, hostRate: 100Gbps,
                            fabricRate: 100Gbps, delay: 1us, buffer: 20MB}
            duration: 2ms
            schemes: {none: []}
            traffic:
              - {name: all, kind: permutation, from: all, to: all, size: 1MB}
            """;

    @TempDir private Path folder;

    @Test
    void copiesTellWhichFileHasChangedSince() throws Exception {
        Path sizes = Files.writeString(folder.resolve("web.cdf"), "1000 0\n2000 1\n");
        Path profile = Files.writeString(folder.resolve("lab.yaml"), "xoff: 100KB\n");
        ExperimentInputs inputs =
                new ExperimentInputs(
                                "x.yaml",
                                "name: x\n",
                                List.of(),
                                Map.of("../web.cdf", sizes),
                                Optional.empty())
                        .with(profile);
        Path results = folder.resolve("results");
        inputs.copyTo(results);
        assertEquals(
                List.of("inputs/_profile.yaml", "inputs/_up/web.cdf"), inputs.copies().others());
        assertEquals(Optional.empty(), inputs.changedSince(results));
        Files.writeString(profile, "xoff: 200KB\n");
        assertEquals(Optional.of(profile), inputs.changedSince(results));
        Files.writeString(profile, "xoff: 100KB\n");
        Files.writeString(sizes, "1000 0\n3000 1\n");
        assertEquals(Optional.of(sizes), inputs.changedSince(results));
    }

    @Test
    void theCopyOfAnExperimentHasItsLinesAndTheirEndsAsTheyWere() throws Exception {
        byte[] written = TINY.replace("\n", "\r\n").strip().getBytes(StandardCharsets.UTF_8);
        Path file = Files.write(folder.resolve("tiny.yaml"), written);
        ExperimentInputs inputs = load(file, new Problems()).orElseThrow().inputs();
        inputs.copyTo(folder.resolve("results"));
        assertArrayEquals(written, Files.readAllBytes(folder.resolve("results/inputs/tiny.yaml")));
    }

    @Test
    void aTraceMayHaveAByteOrderMarkAndMustBeText() throws Exception {
        Path file =
                Files.writeString(
                        folder.resolve("traced.yaml"),
                        TINY + "  - {name: t, kind: trace, from: all, file: own.goal}\n");
        Path trace = folder.resolve("own.goal");
        String program = "num_ranks 4\nrank 0 {\nl1: send 10b to 1 tag 5\n}\n";
        String answer = "rank 1 {\nl1: recv 10b from 0 tag 5\n}\nrank 2 {\n}\nrank 3 {\n}\n";
        Files.writeString(trace, "\uFEFF" + program + answer);
        Problems none = new Problems();
        assertTrue(load(file, none).isPresent(), () -> ProblemPrinter.print(none));

        Files.write(trace, (program + "\u00E9").getBytes(StandardCharsets.ISO_8859_1));
        Problems problems = new Problems();
        assertTrue(load(file, problems).isEmpty());
        assertEquals(
                trace + ": error: the file is not UTF-8 text\n1 error\n",
                ProblemPrinter.print(problems));
    }

    private static Optional<Experiment> load(Path file, Problems problems) {
        return new ExperimentLoader(new Library()).load(file.toString(), List.of(), problems);
    }
}
