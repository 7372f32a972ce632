package io.losslab.labs.provision;

import io.losslab.devices.DesiredState;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.failure.ExitCode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Does the same with many states in their order; neighbours of different devices side by side where
 * all of these devices are slow.
 */
final class SideBySide {
    private static final int MOST_AT_A_TIME = 64;

    private SideBySide() {}

    /**
     * Does it. A device that fails is left; the others are brought to their end.
     *
     * @throws RuntimeException the failure, or one that has a line for each
     */
    static void each(List<DesiredState> states, Consumer<DesiredState> task) {
        for (Map<String, List<DesiredState>> stage : stages(states)) {
            List<List<DesiredState>> devices = List.copyOf(stage.values());
            if (devices.size() == 1) {
                devices.get(0).forEach(task);
            } else {
                together(devices, task);
            }
        }
    }

    /** By device what may be done side by side, in order. */
    private static List<Map<String, List<DesiredState>>> stages(List<DesiredState> states) {
        Set<String> slow = new HashSet<>();
        for (DesiredState state : states) {
            if (state.part().isSlow()) {
                slow.add(state.device().name());
            }
        }
        List<Map<String, List<DesiredState>>> stages = new ArrayList<>();
        boolean open = false;
        for (DesiredState state : states) {
            boolean joins = slow.contains(state.device().name());
            if (!open || !joins) {
                stages.add(new LinkedHashMap<>());
            }
            open = joins;
            stages.get(stages.size() - 1)
                    .computeIfAbsent(state.device().name(), name -> new ArrayList<>())
                    .add(state);
        }
        return stages;
    }

    private static void together(List<List<DesiredState>> devices, Consumer<DesiredState> task) {
        ExecutorService workers =
                Executors.newFixedThreadPool(
                        Math.min(MOST_AT_A_TIME, devices.size()),
                        work -> new Thread(work, "provisioning"));
        List<Future<?>> running = new ArrayList<>();
        devices.forEach(states -> running.add(workers.submit(() -> states.forEach(task))));
        workers.shutdown();
        List<RuntimeException> failures = new ArrayList<>();
        try {
            for (Future<?> each : running) {
                try {
                    each.get();
                } catch (ExecutionException e) {
                    failures.add(failure(e.getCause()));
                }
            }
        } catch (InterruptedException e) {
            workers.shutdownNow();
            awaitEnd(workers);
            throw CommandFailure.interrupted(e);
        }
        if (!failures.isEmpty()) {
            throw failures.size() == 1 ? failures.get(0) : all(failures, devices.size());
        }
    }

    /** A device that a worker still has must not be touched by others. */
    private static void awaitEnd(ExecutorService workers) {
        boolean ended = false;
        while (!ended) {
            try {
                ended = workers.awaitTermination(1, TimeUnit.MINUTES);
            } catch (InterruptedException e) {
                // The first interrupt counts.
                ended = false;
            }
        }
    }

    private static RuntimeException failure(Throwable cause) {
        if (cause instanceof RuntimeException failure) {
            return failure;
        }
        return new IllegalStateException(cause);
    }

    private static CommandFailure all(List<RuntimeException> failures, int devices) {
        List<String> lines = failures.stream().map(CommandFailure::line).toList();
        boolean atFault = failures.stream().anyMatch(it -> ExitCode.of(it) == ExitCode.DEVICE);
        return new CommandFailure(
                "%d of %d devices failed:%n  %s"
                        .formatted(
                                failures.size(), devices, String.join("%n  ".formatted(), lines)),
                "",
                atFault ? ExitCode.DEVICE : ExitCode.FAILED,
                failures.get(0));
    }
}
