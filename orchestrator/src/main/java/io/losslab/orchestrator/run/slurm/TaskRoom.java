package io.losslab.orchestrator.run.slurm;

import java.util.OptionalInt;

/** How many tasks a run has at a time: fewer than it may where Slurm does not take as many. */
final class TaskRoom {
    private final int allowed;
    private int most;

    /**
     * Makes the room.
     *
     * @param allowed by the user, at least 1; empty: any number
     */
    TaskRoom(OptionalInt allowed) {
        this.allowed = allowed.orElse(Integer.MAX_VALUE);
        this.most = this.allowed;
    }

    /** How many may be submitted besides those that there are; 0 or less: none. */
    int besides(int tasks) {
        return most - tasks;
    }

    /** Slurm refused to take more besides those that there are: half of them are tried next. */
    void refused(int tasks, int more) {
        most = Math.max(1, tasks + more / 2);
    }

    /** Tasks have ended. Those of others may have, too: one more is tried for each. */
    void ended(int tasks) {
        most = (int) Math.min(allowed, (long) most + tasks);
    }
}
