package io.losslab.labs.probe;

import static org.junit.jupiter.api.Assertions.assertFalse;

import io.losslab.configs.experiment.Experiment;
import io.losslab.configs.experiment.file.ExperimentLoader;
import io.losslab.configs.library.Library;
import io.losslab.configs.plan.CellPlan;
import io.losslab.configs.plan.CellPlanner;
import io.losslab.configs.profile.Measurement;
import io.losslab.configs.profile.Profile;
import io.losslab.configs.yaml.ProblemPrinter;
import io.losslab.configs.yaml.Problems;
import io.losslab.labs.backend.Lab;
import io.losslab.labs.backend.VirtualLabs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Three hosts at a switch in virtual time, probed. */
record ProbedLab(String senderRate, String receiverRate, String delay, String hosts, String pfc) {
    static final String BUFFER = "4MB";
    static final long BUFFER_BYTES = 4_000_000;

    private static final String FILE =
            """
            experiment: probed
            title: A switch with three hosts
            topology:
              switches: {S: {buffer: %s}}
              hosts: [h1, h2, h3]
              links:
                - {ends: [h1, S], rate: %s, delay: %s, group: edge}
                - {ends: [h2, S], rate: %s, delay: 300ns, group: edge}
                - {ends: [h3, S], rate: 100Gbps, delay: 1us, group: edge}
            duration: 1ms
            hosts: {%s}
            schemes:
              pfc: [{links: edge, pfc: {priorities: [3], %s}}]
            traffic:
              - {name: one, kind: bandwidth, from: h1, to: h2, class: 3, size: 64KB, txDepth: 1}
            """;

    Experiment experiment() {
        try {
            Path file = Files.createTempFile("probed", ".yaml");
            try {
                Files.writeString(
                        file, FILE.formatted(BUFFER, senderRate, delay, receiverRate, hosts, pfc));
                Problems problems = new Problems();
                Optional<Experiment> loaded =
                        new ExperimentLoader(new Library())
                                .load(file.toString(), List.of(), problems);
                assertFalse(loaded.isEmpty(), () -> ProblemPrinter.print(problems));
                return loaded.get();
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static CellPlan plan(Experiment experiment) {
        return new CellPlanner().plan(experiment.cells().get(0));
    }

    Profile probe(Integer... sizes) {
        return probe(plan(experiment()), Optional.of("h3"), 1, sizes);
    }

    static Profile probe(CellPlan plan, Optional<String> also, int repeats, Integer... frameBytes) {
        Probe probe =
                new Probe(
                        Optional.of("S"),
                        Optional.of("h1"),
                        Optional.of("h2"),
                        also,
                        new ProbeOptions(3, 0, List.of(frameBytes), repeats, 16_000_000));
        return run(probe, plan);
    }

    /** Probes a lab in virtual time whose devices are set as a plan says. */
    static Profile run(Probe probe, CellPlan plan) {
        try (Lab lab = new VirtualLabs().open(plan.topology(), plan.setup().dataQueues())) {
            return probe.run(lab, Optional.of(plan), line -> {}, profile -> {});
        }
    }

    /** A measurement with frames of a size; size 0 for one of no size. */
    static Measurement of(Profile profile, String what, int frameBytes) {
        return profile.measurements().stream()
                .filter(each -> each.what().equals(what) && each.frameBytes() == frameBytes)
                .findFirst()
                .orElseThrow(() -> new AssertionError(what + " of " + profile));
    }
}
