package io.losslab.orchestrator.session;

import io.losslab.devices.failure.CommandFailure;
import java.util.Optional;

/** What is said when Java's heap is full. */
public final class HeapLimit {
    private HeapLimit() {}

    /**
     * The full heap behind a failure, such as of a lab in this process; empty if it was another.
     */
    public static Optional<OutOfMemoryError> causeOf(Throwable failure) {
        for (Throwable e = failure; e != null; e = e.getCause()) {
            if (e instanceof OutOfMemoryError full) {
                return Optional.of(full);
            }
        }
        return Optional.empty();
    }

    /**
     * The failure.
     *
     * @param what the memory was for
     */
    public static CommandFailure exceeded(String what, OutOfMemoryError cause) {
        return CommandFailure.failed(
                "out of memory: %s needs more than the %,d MiB that Java may use"
                        .formatted(what, Runtime.getRuntime().maxMemory() >> 20),
                "allow more, such as LOSSLAB_JAVA_OPTS=-Xmx16g, or run fewer cells at a time with"
                        + " --jobs 1",
                cause);
    }
}
