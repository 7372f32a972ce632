package io.losslab.labs.backend;

import io.losslab.configs.experiment.Experiment;
import io.losslab.configs.testbed.Testbed;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a run asks of its labs.
 *
 * @param experiment what is run, checked and expanded
 * @param testbed devices, where the backend needs some
 * @param directory of the results; whoever finds the testbed in use is shown it
 * @param longestWait how long to wait for a testbed that another uses; empty: not at all
 * @param jobs cells that may run at a time, at least 1
 * @param threads of each cell in virtual time, at least 1; empty: what those cells leave free
 * @param captures whether frames are captured
 * @param warnings where to print what the user should know meanwhile
 */
public record LabRequest(
        Experiment experiment,
        Optional<Testbed> testbed,
        Path directory,
        Optional<Duration> longestWait,
        int jobs,
        OptionalInt threads,
        boolean captures,
        PrintStream warnings) {
    public LabRequest {
        if (jobs < 1) {
            throw new IllegalArgumentException("jobs must be at least 1, got " + jobs);
        }
        if (threads.orElse(1) < 1) {
            throw new IllegalArgumentException("threads must be at least 1: " + threads);
        }
    }
}
