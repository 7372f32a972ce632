package io.losslab.configs.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.losslab.configs.experiment.file.ExperimentLoader;
import io.losslab.configs.library.Library;
import io.losslab.configs.yaml.Problems;
import io.losslab.proto.v1.NamedScheme;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The seed of a scheme's random draws, as devices receive it. */
class SchemeSeedTest {
    @TempDir Path folder;

    @Test
    void followsTheCellsSeed() throws IOException {
        assertEquals(List.of("4", "5"), seeds("{}"));
    }

    @Test
    void isTheFilesWhereItNamesOne() throws IOException {
        assertEquals(List.of("9", "9"), seeds("{seed: 9}"));
    }

    private List<String> seeds(String ate) throws IOException {
        Path file = folder.resolve("ate.yaml");
        Files.writeString(
                file,
                """
                experiment: test/ate
                topology: rail-only-4
                duration: 1ms
                seeds: 4..5
                schemes: {ate: [{links: [layer0, layer1], ate: %s}]}
                traffic:
                  - {name: all, kind: permutation, from: all, to: all, size: 1KB}
                """
                        .formatted(ate));
        return new ExperimentLoader(new Library())
                .load(file.toString(), List.of(), new Problems()).orElseThrow().cells().stream()
                        .map(cell -> new CellPlanner().plan(cell).hosts().get(0))
                        .map(host -> host.config().getPorts(0).getSchemes(0))
                        .map(NamedScheme::getSettingsMap)
                        .map(settings -> settings.get("seed"))
                        .toList();
    }
}
