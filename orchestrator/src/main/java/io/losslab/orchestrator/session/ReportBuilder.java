package io.losslab.orchestrator.session;

import java.nio.file.Path;

/** Builds report.html from a results directory. */
@FunctionalInterface
public interface ReportBuilder {
    /**
     * Builds or rebuilds it.
     *
     * @return the report's file
     * @throws CommandFailure where the directory holds no results
     */
    Path build(Path directory);
}
