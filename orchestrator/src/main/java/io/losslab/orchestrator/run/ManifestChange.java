package io.losslab.orchestrator.run;

import io.losslab.analysis.run.ResultsJson;
import io.losslab.analysis.run.RunManifest;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * In what one run is not the same as another.
 *
 * @param what differs first
 * @param before in the first run
 * @param now in the second
 * @param isDigest whether these two are digests, which say nothing to users
 */
record ManifestChange(String what, String before, String now, boolean isDigest) {
    /** A change of a text. */
    ManifestChange(String what, String before, String now) {
        this(what, before, now, false);
    }

    /** Compares backend, resolved experiment, and cells; empty where both runs are the same. */
    static Optional<ManifestChange> of(RunManifest before, RunManifest now) {
        return Stream.of(
                        Stream.of(new ManifestChange("backend", before.backend(), now.backend())),
                        lines(before.resolved().lines().toList(), now.resolved().lines().toList()),
                        Stream.of(
                                new ManifestChange(
                                        "cells",
                                        ResultsJson.text(before.cells()),
                                        ResultsJson.text(now.cells()))))
                .flatMap(each -> each)
                .filter(ManifestChange::isOne)
                .findFirst();
    }

    /** Compares the testbeds; empty where both runs are on the same, or on none. */
    static Optional<ManifestChange> ofTestbed(RunManifest before, RunManifest now) {
        return Stream.concat(
                        Stream.of(new ManifestChange("testbed", before.testbed(), now.testbed())),
                        parts(before.testbedParts(), now.testbedParts()))
                .filter(ManifestChange::isOne)
                .findFirst();
    }

    private static Stream<ManifestChange> parts(
            Map<String, String> before, Map<String, String> now) {
        return Stream.concat(before.keySet().stream(), now.keySet().stream())
                .distinct()
                .map(
                        part ->
                                new ManifestChange(
                                        "testbed (%s)".formatted(part),
                                        before.get(part),
                                        now.get(part),
                                        true));
    }

    private static Stream<ManifestChange> lines(List<String> before, List<String> now) {
        return IntStream.range(0, Math.max(before.size(), now.size()))
                .mapToObj(i -> new ManifestChange("experiment", line(before, i), line(now, i)));
    }

    private static String line(List<String> lines, int index) {
        return index < lines.size() ? lines.get(index).strip() : "nothing";
    }

    boolean isOne() {
        return !Objects.equals(before, now);
    }

    /** For users. */
    @Override
    public String toString() {
        String change = "the %s has changed since the run began".formatted(what);
        return isDigest ? change : change + ": from '%s' to '%s'".formatted(before, now);
    }
}
