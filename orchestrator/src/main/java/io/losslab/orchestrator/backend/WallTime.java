package io.losslab.orchestrator.backend;

import io.losslab.orchestrator.session.CommandFailure;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/** The wall's time, from when the lab was first let run. Nobody counts what is in flight. */
final class WallTime implements LabClock {
    private static final long STEP_NANOS = 200_000_000;

    private long startedAt;
    private boolean started;

    @Override
    public LabTime runUntil(long untilNanos, BiConsumer<Long, Long> onProgress) {
        if (!started) {
            startedAt = System.nanoTime();
            started = true;
        }
        long now = System.nanoTime() - startedAt;
        while (now < untilNanos) {
            rest(Math.min(STEP_NANOS, untilNanos - now));
            now = System.nanoTime() - startedAt;
            onProgress.accept(Math.min(now, untilNanos), 0L);
        }
        return new LabTime(now, 0, LabTime.UNKNOWN, 0, null);
    }

    private static void rest(long nanos) {
        try {
            TimeUnit.NANOSECONDS.sleep(nanos);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandFailure("the run was interrupted", "", 130, e);
        }
    }
}
