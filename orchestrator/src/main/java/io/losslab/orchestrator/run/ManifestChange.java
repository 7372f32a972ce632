package io.losslab.orchestrator.run;

import io.losslab.analysis.run.ResultsJson;
import io.losslab.analysis.run.RunManifest;
import java.util.List;
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
 */
record ManifestChange(String what, String before, String now) {
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
        return "the %s has changed since the run began: from '%s' to '%s'"
                .formatted(what, before, now);
    }
}
