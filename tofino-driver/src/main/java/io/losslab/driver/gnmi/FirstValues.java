package io.losslab.driver.gnmi;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** The first value that a stream brings of each path. Thread safe. */
final class FirstValues {
    /** How long a stream that broke off may stay unnoticed. */
    private static final long LOOK_NANOS = 50_000_000;

    private final Set<String> wanted;
    private final Map<String, GnmiUpdate> found = new LinkedHashMap<>();
    private long heardAt;

    FirstValues(Collection<String> wanted) {
        this.wanted = Set.copyOf(wanted);
    }

    synchronized void take(List<GnmiUpdate> updates) {
        for (GnmiUpdate update : updates) {
            if (wanted.contains(update.path())
                    && update.value() != null
                    && found.putIfAbsent(update.path(), update) == null) {
                heardAt = System.nanoTime();
            }
        }
        notifyAll();
    }

    /**
     * Waits until all are there, or no more come, or the stream has ended. A stream repeats the
     * values that it has at every interval, so that only new ones count as coming.
     *
     * @param longestNanos of the whole wait
     * @param nextNanos longest time from one to the next
     */
    synchronized List<GnmiUpdate> await(long longestNanos, long nextNanos, BooleanSupplier ended) {
        long start = System.nanoTime();
        try {
            while (found.size() < wanted.size() && !ended.getAsBoolean()) {
                long now = System.nanoTime();
                long left = longestNanos - (now - start);
                if (!found.isEmpty()) {
                    left = Math.min(left, nextNanos - (now - heardAt));
                }
                if (left <= 0) {
                    break;
                }
                TimeUnit.NANOSECONDS.timedWait(this, Math.min(left, LOOK_NANOS));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return new ArrayList<>(found.values());
    }
}
