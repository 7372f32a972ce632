package io.losslab.orchestrator.run.slurm;

import io.losslab.devices.failure.CommandFailure;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The jobs that Slurm has of a run: all of one name, which is the run's own. */
final class RunJobs {
    private static final Logger LOG = LoggerFactory.getLogger(RunJobs.class);

    private final Slurm slurm;
    private final Set<String> known = new TreeSet<>();
    private String name = "losslab-" + UUID.randomUUID().toString().substring(0, 8);

    /** Whether Slurm may have a job of this run that is not known. */
    private boolean unanswered;

    RunJobs(Slurm slurm) {
        this.slurm = slurm;
    }

    String name() {
        return name;
    }

    /** Whether Slurm has taken any. */
    boolean isAny() {
        return !known.isEmpty();
    }

    /** Adds the job of a task that an earlier process of the run submitted, or began to submit. */
    void takeUp(RunningTask task) {
        name = task.jobName();
        if (task.hasEnded()) {
            return;
        }
        if (task.job() == null) {
            unanswered = true;
        } else {
            known.add(task.job());
        }
    }

    /** A job is about to be submitted; {@link #accepted} or {@link #refused} follows if it is. */
    void submitting() {
        unanswered = true;
    }

    void accepted(String job) {
        unanswered = false;
        known.add(job);
    }

    void refused() {
        unanswered = false;
    }

    List<TaskState> states() {
        return known.isEmpty() ? List.of() : slurm.states(known);
    }

    /** Slurm may have taken a job and not said so: nothing would collect its results. */
    void cancelUnanswered() {
        if (!unanswered) {
            return;
        }
        for (String job : slurm.jobsNamed(name)) {
            if (!known.contains(job)) {
                LOG.warn("job {} was submitted without an answer, and is cancelled", job);
                slurm.cancelJob(job);
            }
        }
        unanswered = false;
    }

    /** The last task may not have ended yet; returns whether it has in the end. */
    boolean awaitEnd() {
        try {
            return slurm.awaitEnd(known);
        } catch (CommandFailure e) {
            LOG.warn("{}", e.getMessage());
            return false;
        }
    }

    /** Cancels all; returns whether they have ended. */
    boolean cancel() {
        if (known.isEmpty() && !unanswered) {
            return true;
        }
        try {
            slurm.cancel(name);
            return slurm.awaitEnd(known);
        } catch (CommandFailure e) {
            LOG.warn("tasks could not be cancelled", e);
            return false;
        }
    }
}
