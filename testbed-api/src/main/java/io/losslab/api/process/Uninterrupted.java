package io.losslab.api.process;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Work that an interrupted thread has to bring to its end, such as restoring a device: it could
 * make no calls. The interrupt waits.
 */
public final class Uninterrupted {
    /** For {@link #within}: a large network is provisioned by tens of thousands of such tasks. */
    private static final ExecutorService OTHER_THREADS =
            Executors.newCachedThreadPool(DaemonThreads.named("uninterrupted"));

    private Uninterrupted() {}

    /** Does it; the thread is interrupted again on return. */
    public static void run(Runnable task) {
        get(
                () -> {
                    task.run();
                    return null;
                });
    }

    /** As {@link #run}, with a result. */
    public static <T> T get(Supplier<T> task) {
        boolean interrupted = Thread.interrupted();
        try {
            return task.get();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * Does what an interrupt must not end half-way, such as a call that changes a device, in
     * another thread; where the calling thread is interrupted meanwhile, it is so again on return.
     * A task that takes too long is left, and its thread interrupted.
     *
     * @return whether it ended in time
     * @throws RuntimeException that it threw
     */
    public static boolean within(Duration longest, Runnable task) {
        Future<?> work = OTHER_THREADS.submit(task);
        long end = System.nanoTime() + longest.toNanos();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    work.get(end - System.nanoTime(), TimeUnit.NANOSECONDS);
                    return true;
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } catch (TimeoutException e) {
            work.cancel(true);
            return false;
        } catch (ExecutionException e) {
            throw Unchecked.of(e.getCause());
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
