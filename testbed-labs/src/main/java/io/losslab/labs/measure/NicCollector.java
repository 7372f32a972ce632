package io.losslab.labs.measure;

import io.losslab.api.topology.Node;
import io.losslab.collectors.CellSink;
import io.losslab.devices.NicCounters;
import io.losslab.devices.NicCounters.Reading;
import io.losslab.devices.NicCounters.Sample;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Reads the counters of hosts' NICs before the traffic, every second while it lasts, and after it.
 * Times are right to the time that a command over SSH takes. A thread of its own reads; the cell's
 * thread makes and empties it.
 */
public final class NicCollector implements AutoCloseable {
    private static final long INTERVAL_MILLIS = 1_000;

    private final Map<Node, NicCounters> nics;
    private final List<Row> rows = new ArrayList<>();
    private final ScheduledExecutorService worker =
            Executors.newSingleThreadScheduledExecutor(work -> new Thread(work, "nic-counters"));
    private long zero;
    private ScheduledFuture<?> sampling;

    private record Row(long nanos, Node node, Reading reading) {}

    /** For a cell's hosts; nothing is read yet. */
    public NicCollector(CellDevices devices) {
        this.nics = devices.nicCounters();
    }

    /**
     * Starts to read.
     *
     * @param untilZeroNanos how long it is until the cell's time is zero
     */
    public void begin(long untilZeroNanos) {
        zero = System.nanoTime() + untilZeroNanos;
        sampling =
                worker.scheduleWithFixedDelay(
                        this::sample, 0, INTERVAL_MILLIS, TimeUnit.MILLISECONDS);
    }

    /**
     * Ends it and writes all samples.
     *
     * @return the last reading of each host
     * @throws io.losslab.devices.failure.CommandFailure where a host was lost on the way
     */
    public Map<Node, Reading> write(CellSink sink) throws IOException, InterruptedException {
        sampling.cancel(false);
        worker.shutdown();
        while (!worker.awaitTermination(1, TimeUnit.MINUTES)) {
            // A host that is lost is given up by its connection.
        }
        requireNoFailure();
        Map<Node, Reading> last = new LinkedHashMap<>();
        for (Row row : sample()) {
            last.put(row.node(), row.reading());
        }
        for (Row row : rows) {
            for (Sample sample : row.reading().samples()) {
                sink.counter(
                        row.nanos(),
                        row.node().name(),
                        sample.port(),
                        sample.priority(),
                        sample.name(),
                        sample.value());
            }
        }
        return last;
    }

    private void requireNoFailure() throws InterruptedException {
        try {
            if (!sampling.isCancelled()) {
                sampling.get();
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    private List<Row> sample() {
        List<Row> now = new ArrayList<>();
        nics.forEach((node, counters) -> now.add(new Row(nanos(), node, counters.read())));
        rows.addAll(now);
        return now;
    }

    /** What was read before the cell's time began counts as read at its beginning. */
    private long nanos() {
        return Math.max(0, System.nanoTime() - zero);
    }

    @Override
    public void close() {
        worker.shutdownNow();
    }
}
