package io.losslab.orchestrator.run.slurm;

import java.util.Optional;
import java.util.Set;

/**
 * What Slurm says of a task.
 *
 * @param job id of its array
 * @param task its number there
 * @param state Slurm's word, such as {@code RUNNING} or {@code NODE_FAIL}
 * @param reason why it waits, or ended: Slurm's word
 * @param node where it runs or ran; empty before
 */
record TaskState(String job, int task, String state, String reason, String node) {
    private static final Set<String> ALIVE =
            Set.of(
                    "PENDING",
                    "RUNNING",
                    "COMPLETING",
                    "CONFIGURING",
                    "SUSPENDED",
                    "STOPPED",
                    "SIGNALING",
                    "STAGE_OUT",
                    "RESV_DEL_HOLD",
                    "REQUEUED",
                    "REQUEUE_FED",
                    "REQUEUE_HOLD",
                    "SPECIAL_EXIT",
                    "RESIZING");

    /** Reasons to wait that do not pass, whatever becomes free (slurm's job_state_reason). */
    private static final Set<String> FOR_GOOD =
            Set.of(
                    "PartitionTimeLimit",
                    "PartitionNodeLimit",
                    "BadConstraints",
                    "AccountNotAllowed",
                    "QOSNotAllowed",
                    "InvalidAccount",
                    "InvalidQOS",
                    "AssocMaxWallDurationPerJobLimit",
                    "QOSMaxWallDurationPerJobLimit",
                    "AssocMaxMemPerJob",
                    "AssocMaxCpuPerJobLimit",
                    "QOSMaxMemoryPerJob",
                    "QOSMaxMemoryPerNode");

    /** Reads a line of squeue; empty where it is none of an array's task. */
    static Optional<TaskState> parse(String line) {
        String[] parts = line.strip().split("\\|", -1);
        if (parts.length != 5 || !parts[0].matches("\\d+") || !parts[1].matches("\\d+")) {
            return Optional.empty();
        }
        return Optional.of(
                new TaskState(parts[0], Integer.parseInt(parts[1]), parts[2], parts[3], parts[4]));
    }

    boolean isPending() {
        return state.equals("PENDING");
    }

    boolean isCancelled() {
        return state.equals("CANCELLED");
    }

    boolean isOver() {
        return !ALIVE.contains(state);
    }

    /** Whether Slurm never starts it as it is. */
    boolean isRefused() {
        return (isPending() || state.equals("FAILED")) && FOR_GOOD.contains(reason);
    }

    /** For users. */
    String text() {
        return state + (node.isEmpty() ? "" : " on " + node);
    }
}
