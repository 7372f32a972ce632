package io.losslab.configs.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExperimentInputsTest {
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
}
