package io.losslab.orchestrator.session;

import io.losslab.api.units.DataSize;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What {@code --executor slurm} asks of a cluster.
 *
 * @param partition empty: the cluster's default
 * @param account that is charged; empty: the user's default
 * @param timeLimit of a task, positive; empty: estimated
 * @param memory of a task; empty: estimated
 * @param tasksAtATime most tasks that run side by side, at least 1; empty: as many as Slurm grants
 */
public record SlurmSettings(
        Optional<String> partition,
        Optional<String> account,
        Optional<Duration> timeLimit,
        Optional<DataSize> memory,
        OptionalInt tasksAtATime) {
    public SlurmSettings {
        if (timeLimit.isPresent() && timeLimit.get().toMinutes() < 1) {
            throw new IllegalArgumentException("below a minute: " + timeLimit.get());
        }
    }
}
