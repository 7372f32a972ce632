package io.losslab.orchestrator.cli.testbed;

import io.losslab.api.topology.Topology;
import io.losslab.configs.plan.CellPlan;
import io.losslab.configs.profile.Profile;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.labs.backend.Lab;
import io.losslab.labs.backend.Labs;
import io.losslab.labs.lease.TestbedLease;
import io.losslab.labs.probe.Probe;
import io.losslab.labs.provision.UndoFailure;
import io.losslab.orchestrator.run.Interruption;
import io.losslab.orchestrator.session.NextStep;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/**
 * A probe from the opening of a lab to its restoration, also after Ctrl-C.
 *
 * @param directory that has what devices were like before, where that outlives the probe
 * @param progress takes what is measured next, and what could not be restored after a failure
 * @param found takes the profile, before anything is restored
 */
public record ProbeRun(
        Probe probe, Path directory, Consumer<String> progress, Consumer<Profile> found) {
    private static final int LEAST_DATA_QUEUES = 8;

    /** Probes a lab whose devices are set as a plan says. */
    public Profile on(Labs labs, TestbedLease lease, CellPlan plan) {
        return on(labs, lease, plan.topology(), plan.setup().dataQueues(), Optional.of(plan));
    }

    /** Probes a lab as it stands. */
    public Profile on(Labs labs, TestbedLease lease, Topology topology) {
        return on(labs, lease, topology, LEAST_DATA_QUEUES, Optional.empty());
    }

    private Profile on(
            Labs labs,
            TestbedLease lease,
            Topology topology,
            int dataQueues,
            Optional<CellPlan> plan) {
        ExecutorService worker =
                Executors.newSingleThreadExecutor(task -> new Thread(task, "probe"));
        List<String> left = List.of();
        boolean measured = false;
        try (Interruption interruption = Interruption.watch()) {
            interruption.stops(worker);
            lease.whenLost(worker::shutdownNow);
            try {
                Profile profile =
                        worker.submit(() -> probe(labs.open(topology, dataQueues), plan)).get();
                measured = true;
                return profile;
            } catch (ExecutionException e) {
                lease.requireHeld();
                throw unchecked(e.getCause());
            } catch (InterruptedException e) {
                throw CommandFailure.interrupted(e);
            } finally {
                worker.shutdown();
                left = labs.restore();
            }
        } finally {
            if (measured) {
                requireRestored(left);
            } else if (!left.isEmpty()) {
                // The failure of the measurement is reported after it.
                left.forEach(each -> progress.accept("not restored: " + each));
                progress.accept(NextStep.cleanup(directory));
            }
        }
    }

    private void requireRestored(List<String> left) {
        if (!left.isEmpty()) {
            throw CommandFailure.notRestored(left, NextStep.cleanup(directory));
        }
    }

    private Profile probe(Lab opened, Optional<CellPlan> plan) {
        try (Lab lab = opened) {
            return probe.run(lab, plan, progress, found);
        }
    }

    private static RuntimeException unchecked(Throwable cause) {
        if (cause instanceof UndoFailure undo) {
            // What is left of it has been tried again.
            return undo.getCause();
        }
        if (cause instanceof RuntimeException e) {
            return e;
        }
        if (cause instanceof Error e) {
            throw e;
        }
        return new IllegalStateException(cause);
    }
}
