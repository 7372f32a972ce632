package io.losslab.orchestrator.run.slurm;

import io.losslab.devices.failure.CommandFailure;
import java.util.Optional;

/**
 * How a task ended before its cells were done.
 *
 * @param task what users know it by
 * @param state Slurm's word; empty where Slurm no longer knows it
 * @param end for users, with its node
 * @param said what it printed last; empty where that says nothing
 * @param output file of all that it printed; empty where there is none
 */
record TaskLoss(String task, String state, String end, String said, String output) {
    static TaskLoss of(RunningTask task, Optional<TaskState> state) {
        return new TaskLoss(
                task.text(),
                state.map(TaskState::state).orElse(""),
                state.map(TaskState::text).orElse("no longer known to Slurm"),
                task.files().lastWords().orElse(""),
                task.files().outputName());
    }

    boolean isCancelled() {
        return state.equals("CANCELLED");
    }

    boolean isPreempted() {
        return state.equals("PREEMPTED");
    }

    boolean isTooLong() {
        return state.equals("TIMEOUT");
    }

    /** By Slurm's limit, or by that of Java's heap, which is reached first. */
    boolean isTooLarge() {
        return state.equals("OUT_OF_MEMORY") || said.contains("out of memory");
    }

    /** Of a cell whose tasks were all lost; this is the last one. */
    CommandFailure failure() {
        return CommandFailure.failed(
                "its Slurm tasks were lost, the last one (%s): %s".formatted(task, text()),
                advice() + (output.isEmpty() ? "" : "; what it printed is in " + output));
    }

    private String advice() {
        if (isTooLong()) {
            return "allow more with --time-limit";
        }
        return isTooLarge()
                ? "allow more with --memory"
                : "losslab, Java, and the results must be at the same paths on the nodes";
    }

    /** For users. */
    String text() {
        return said.isEmpty() ? end : end + ": " + said;
    }
}
