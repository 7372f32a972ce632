package io.losslab.labs.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.configs.experiment.Experiment;
import io.losslab.configs.plan.CellPlan;
import io.losslab.configs.profile.Measurement;
import io.losslab.configs.profile.NotDetermined;
import io.losslab.configs.profile.Profile;
import io.losslab.configs.profile.ProfileReader;
import io.losslab.configs.profile.ProfileYaml;
import io.losslab.configs.profile.ProfiledExperiment;
import io.losslab.configs.yaml.ProblemPrinter;
import io.losslab.configs.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A lab in virtual time with a profile behaves as the lab that was probed. */
class ProfileTest {
    private static final String OTHER = "xoff: 60KB, xon: 50KB, headroom: 100KB";

    @TempDir private Path directory;

    @Test
    void aLabWithTheProfileOfAStaticThresholdIsProbedTheSame() throws IOException {
        Profile probed =
                lab("pauseReaction: 321ns", "xoff: 33333B, xon: 11111B, headroom: 44444B")
                        .probe(1_500, 300);
        assertSame(probed, again(probed, lab("mtu: 4096", OTHER)));
    }

    @Test
    void aLabWithTheProfileOfADynamicThresholdIsProbedTheSame() throws IOException {
        Profile probed =
                lab("pauseReaction: 5ns", "alpha: 0.0625, resumeOffset: 9KB, headroom: 55KB")
                        .probe(1_500, 300);
        assertSame(probed, again(probed, lab("mtu: 4096", OTHER)));
    }

    @Test
    void aSwitchThatDoesNotRefreshIsToldFromOneThatDoes() throws IOException {
        String keys = "xoff: 30KB, xon: 10KB, headroom: 50KB, timer: untilResume";
        Profile probed = lab("mtu: 4096", keys).probe(1_500);
        assertEquals("untilResume", probed.pfc().text("timer"));
        assertEquals(List.of("hostQuantum", "switchPauseExpiry"), missing(probed));
        assertEquals("untilResume", again(probed, lab("mtu: 4096", OTHER)).pfc().text("timer"));
    }

    @Test
    void withoutAThirdHostAStaticThresholdIsNotGuessed() {
        CellPlan plan = ProbedLab.plan(lab("mtu: 4096", OTHER).experiment());
        Profile probed = ProbedLab.probe(plan, Optional.empty(), 1, 1_500);
        assertTrue(missing(probed).contains("alpha"), probed::toString);
        assertEquals(Optional.empty(), Optional.ofNullable(probed.pfc().values().get("threshold")));
    }

    @Test
    void aClassWithoutFlowControlHasNothingToFind() {
        CellPlan plan = ProbedLab.plan(lab("mtu: 4096", OTHER).experiment());
        Probe other =
                new Probe(
                        Optional.of("S"),
                        Optional.of("h1"),
                        Optional.of("h2"),
                        Optional.empty(),
                        new ProbeOptions(5, 0, List.of(1_500), 1, 200_000));
        Profile probed = ProbedLab.run(other, plan);
        assertEquals(List.of(), probed.measurements());
        NotDetermined xoff = probed.notDetermined().get(0);
        assertEquals("xoff", xoff.what());
        assertTrue(xoff.because().contains("no pause of class 5"), xoff::because);
    }

    private static ProbedLab lab(String hosts, String pfc) {
        return new ProbedLab("100Gbps", "25Gbps", "100ns", hosts, pfc);
    }

    /** Writes the profile, reads it, and probes another lab that runs with it. */
    private Profile again(Profile profile, ProbedLab other) throws IOException {
        Path file = directory.resolve("lab.profile.yaml");
        Files.writeString(file, ProfileYaml.text(profile));
        Problems problems = new Problems();
        Optional<Profile> read = ProfileReader.read(file.toString(), problems);
        assertTrue(read.isPresent(), () -> ProblemPrinter.print(problems));
        assertEquals(ProfileYaml.text(profile), ProfileYaml.text(read.get()));
        Experiment before = other.experiment();
        Experiment profiled = ProfiledExperiment.of(before, read.get());
        assertNotEquals(before.cells().get(0).setup(), profiled.cells().get(0).setup());
        Integer[] sizes =
                profile.measurements().stream()
                        .filter(each -> each.what().equals("xoff"))
                        .map(Measurement::frameBytes)
                        .toArray(Integer[]::new);
        return ProbedLab.probe(ProbedLab.plan(profiled), Optional.of("h3"), 1, sizes);
    }

    private static void assertSame(Profile probed, Profile again) {
        for (Measurement first : probed.measurements()) {
            Measurement then = ProbedLab.of(again, first.what(), first.frameBytes());
            if (first.unit().equals(Measurement.FRAMES)) {
                assertEquals(first, then);
            }
        }
        assertEquals(probed.pauseReaction(), again.pauseReaction());
        assertEquals(probed.pfc().text("threshold"), again.pfc().text("threshold"));
    }

    private static List<String> missing(Profile profile) {
        return profile.notDetermined().stream().map(NotDetermined::what).toList();
    }
}
