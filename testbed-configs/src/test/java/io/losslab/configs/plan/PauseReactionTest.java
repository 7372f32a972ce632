package io.losslab.configs.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.losslab.api.units.Nanos;
import io.losslab.configs.experiment.Experiment;
import io.losslab.configs.experiment.PauseReaction;
import io.losslab.configs.experiment.file.ExperimentLoader;
import io.losslab.configs.library.Library;
import io.losslab.configs.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a backend says of its hosts holds where the file says nothing. */
class PauseReactionTest {
    private static final String EXPERIMENT =
            """
experiment: late
topology: star-4
duration: 1ms
live: {timeDilation: 500}
schemes:
  plain: [{links: edge, pfc: {xoff: 100KB, xon: 90KB}}]
  own: {rules: [{links: edge, pfc: {xoff: 100KB, xon: 90KB}}], hosts: {pauseReaction: 0ns}}
  tagged: [{links: edge, pfcStar: {tags: 1}}]
traffic:
  - {name: bulk, kind: bandwidth, from: [h1], to: [h4], size: 64KiB}
""";

    private static final int PLAIN = 0;
    private static final int OWN = 1;
    private static final int TAGGED = 2;
    private static final PauseReaction LATE = (scale, topology) -> new Nanos(20_000);

    @TempDir private Path folder;
    private Path file;

    @BeforeEach
    void write() throws IOException {
        file = Files.writeString(folder.resolve("late.yaml"), EXPERIMENT);
    }

    @Test
    void aBackendsReactionIsAsIfTheFileHadIt() {
        CellPlan said = plan(PauseReaction.NONE, PLAIN, "hosts.pauseReaction=20us");
        CellPlan known = plan(LATE, PLAIN);
        assertEquals(said.switches().get(0).config(), known.switches().get(0).config());
        assertEquals(said.hosts().get(0).config(), known.hosts().get(0).config());
        CellPlan prompt = plan(PauseReaction.NONE, PLAIN);
        assertNotEquals(prompt.switches().get(0).config(), known.switches().get(0).config());
    }

    /** They are multiples of what the link holds; only headroom covers the reaction. */
    @Test
    void thresholdsStayAsTheyAre() {
        assertEquals(threshold(PauseReaction.NONE), threshold(LATE));
    }

    private String threshold(PauseReaction reaction) {
        return plan(reaction, TAGGED)
                .switches()
                .get(0)
                .config()
                .getPorts(0)
                .getSchemes(0)
                .getSettingsOrThrow("xoff");
    }

    @Test
    void whatTheFileSaysHolds() {
        assertEquals(new Nanos(0), reaction(LATE, OWN));
        assertEquals(new Nanos(7_000), reaction(LATE, PLAIN, "hosts.pauseReaction=7us"));
        assertEquals(new Nanos(0), reaction(LATE, PLAIN, "hosts.pauseReaction=0ns"));
    }

    @Test
    void aBackendIsToldTheScaleAndTheTopology() {
        PauseReaction product =
                (scale, topology) -> new Nanos(scale.orElseThrow() * topology.hosts().size());
        assertEquals(new Nanos(2_000), reaction(product, PLAIN));
    }

    private Nanos reaction(PauseReaction reaction, int cell, String... settings) {
        return load(reaction, settings).cells().get(cell).setup().hosts().pauseReaction();
    }

    private CellPlan plan(PauseReaction reaction, int cell, String... settings) {
        return new CellPlanner().plan(load(reaction, settings).cells().get(cell));
    }

    private Experiment load(PauseReaction reaction, String... settings) {
        Problems problems = new Problems();
        return new ExperimentLoader(new Library())
                .load(file.toString(), List.of(settings), reaction, problems)
                .orElseThrow(() -> new AssertionError(problems.list()));
    }
}
