package io.losslab.labs.measure;

import io.losslab.api.topology.Node;
import io.losslab.driver.DeviceException;
import io.losslab.driver.OpenWatch;
import io.losslab.proto.v1.CounterSamples;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Samples of a node's counters as they come, and in the lab's time. Thread safe. */
final class CounterStream implements AutoCloseable {
    /** A stream that says nothing for so long has stopped. */
    private static final long PATIENCE_NANOS = 30_000_000_000L;

    private final Node node;
    private final long intervalNanos;
    private final boolean inLabTime;
    private final List<CounterSamples> received = new ArrayList<>();
    private long lastNanos = -1;
    private long heardAt;

    /** Of {@link System#nanoTime}: zero of the sender's clock, if the first sample took no time. */
    private long soonestStart;

    /** Of the samples' time, when the lab's is zero. */
    private long zeroNanos;

    private OpenWatch source;

    /**
     * A stream that nothing has come from.
     *
     * @param inLabTime whether the samples' times are the lab's
     */
    CounterStream(Node node, long intervalNanos, boolean inLabTime) {
        this.node = node;
        this.intervalNanos = intervalNanos;
        this.inLabTime = inLabTime;
    }

    Node node() {
        return node;
    }

    synchronized void comesFrom(OpenWatch watch) {
        source = watch;
    }

    synchronized void take(CounterSamples samples) {
        heardAt = System.nanoTime();
        if (received.isEmpty()) {
            soonestStart = heardAt - samples.getTimeNs(0);
        }
        received.add(samples);
        lastNanos = samples.getTimeNs(samples.getTimeNsCount() - 1);
        notifyAll();
    }

    /** The lab's time is zero at a time of {@link System#nanoTime}. */
    synchronized void zeroIs(long zeroAt) {
        zeroNanos = inLabTime ? 0 : zeroAt - source.startNanos().orElse(soonestStart);
    }

    /**
     * Makes sure that it has not ended.
     *
     * @throws DeviceException that says why it has
     */
    synchronized void require() {
        source.failure()
                .ifPresent(
                        failure -> {
                            throw failure;
                        });
    }

    /**
     * The samples up to a time of the lab, from its zero on.
     *
     * @throws DeviceException where it broke off or stays behind
     */
    synchronized List<CounterSamples> await(long untilNanos) throws InterruptedException {
        long lastDue = (untilNanos + zeroNanos) / intervalNanos * intervalNanos;
        heardAt = System.nanoTime();
        while (lastNanos < lastDue) {
            require();
            long left = heardAt + PATIENCE_NANOS - System.nanoTime();
            if (left <= 0) {
                throw DeviceException.failed(
                        node.name(),
                        "counters",
                        "the counter stream is at %d ns, but should have reached %d ns"
                                .formatted(lastNanos, lastDue),
                        "see log.txt",
                        null);
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return zeroNanos == 0
                ? List.copyOf(received)
                : received.stream().map(this::shifted).toList();
    }

    private CounterSamples shifted(CounterSamples samples) {
        CounterSamples.Builder rows = CounterSamples.newBuilder();
        for (int row = 0; row < samples.getTimeNsCount(); row++) {
            long nanos = samples.getTimeNs(row) - zeroNanos;
            if (nanos >= 0) {
                rows.addTimeNs(nanos)
                        .addPort(samples.getPort(row))
                        .addQueue(samples.getQueue(row))
                        .addCounter(samples.getCounter(row))
                        .addValue(samples.getValue(row));
            }
        }
        return rows.build();
    }

    @Override
    public void close() {
        source.close();
    }
}
