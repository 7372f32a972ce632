package io.losslab.api.process;

import java.util.function.Supplier;

/**
 * Work that an interrupted thread has to bring to its end, such as restoring a device: it could
 * make no calls. The interrupt waits.
 */
public final class Uninterrupted {
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
}
