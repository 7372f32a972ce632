package io.losslab.labs.measure;

import io.losslab.proto.v1.HostCounters;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * How far the clocks of agents are from the lab's: an agent read its clock between a call and its
 * answer, so the offset is known to half of what the call took. Of all calls of a minute the
 * fastest one counts. For any thread.
 */
final class AgentClocks {
    private static final long PERIOD_NANOS = TimeUnit.MINUTES.toNanos(1);

    /**
     * One look at a clock, in lab time.
     *
     * @param offsetNanos by which the agent is ahead
     * @param uncertaintyNanos by which the offset may be wrong
     */
    private record Reading(long offsetNanos, long uncertaintyNanos) {
        Reading better(Reading other) {
            return other.uncertaintyNanos < uncertaintyNanos ? other : this;
        }

        String of(String host) {
            return String.format(
                    Locale.ROOT, "%s %+,d ns (+-%,d)", host, offsetNanos, uncertaintyNanos);
        }
    }

    private final LongSupplier labNanos;
    private final LongSupplier wallNanos;
    private final Consumer<String> log;
    private final Map<String, Reading> readings = new TreeMap<>();
    private long nextNanos;

    /**
     * Nothing was asked yet.
     *
     * @param labNanos the lab's time; negative before it begins
     * @param wallNanos the monotonic clock
     * @param log takes a line once a minute
     */
    AgentClocks(LongSupplier labNanos, LongSupplier wallNanos, Consumer<String> log) {
        this.labNanos = labNanos;
        this.wallNanos = wallNanos;
        this.log = log;
        this.nextNanos = wallNanos.getAsLong() + PERIOD_NANOS;
    }

    /** Asks an agent for its counters, which bear its time. */
    void ask(String host, Supplier<HostCounters> call) {
        long before = labNanos.getAsLong();
        long told = call.get().getTimeNs();
        long after = labNanos.getAsLong();
        if (before > 0) {
            long half = (after - before + 1) / 2;
            add(host, new Reading(told - before - half, half));
        }
    }

    private synchronized void add(String host, Reading reading) {
        readings.merge(host, reading, Reading::better);
        if (wallNanos.getAsLong() >= nextNanos) {
            nextNanos += PERIOD_NANOS;
            StringBuilder line = new StringBuilder("agents' clocks, in lab time:");
            readings.forEach((name, best) -> line.append(' ').append(best.of(name)).append(','));
            log.accept(line.substring(0, line.length() - 1));
            readings.clear();
        }
    }
}
