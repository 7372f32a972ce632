package io.losslab.labs.measure;

import io.losslab.api.topology.Node;
import io.losslab.collectors.CellSink;
import io.losslab.configs.plan.CellPlan;
import io.losslab.driver.DeviceException;
import io.losslab.driver.OpenWatch;
import io.losslab.flowcontrol.setting.Setting;
import io.losslab.labs.backend.LabClock;
import io.losslab.proto.v1.Counter;
import io.losslab.proto.v1.CounterSamples;
import io.losslab.proto.v1.WatchCountersRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Subscribes to the counters a cell samples, keeps what comes, and writes it down when the cell has
 * ended. gRPC's threads fill it, the cell's thread empties it.
 */
public final class CounterCollector implements AutoCloseable {
    /** A stream that says nothing for so long has stopped. */
    private static final long PATIENCE_NANOS = 30_000_000_000L;

    /** The names of counters in results, made once: there are millions of rows. */
    private static final Map<Counter, String> NAMES = new EnumMap<>(Counter.class);

    static {
        for (Counter counter : Counter.values()) {
            NAMES.put(counter, Setting.word(counter));
        }
    }

    private final List<Watch> watches = new ArrayList<>();

    /** Starts all subscriptions of a plan. */
    public static CounterCollector start(CellPlan plan, CellDevices devices)
            throws InterruptedException {
        CounterCollector collector = new CounterCollector();
        for (WatchCountersRequest request : plan.sampling().watches()) {
            Node node = plan.topology().nodes().get((int) request.getSelect().getDeviceId() - 1);
            if (!devices.isSampled(node, request.getIntervalNs())) {
                continue;
            }
            Watch watch =
                    new Watch(node, request.getIntervalNs(), devices.isSampledInLabTime(node));
            watch.subscription = devices.watch(node, request, watch::take);
            collector.watches.add(watch);
        }
        // The first sample comes at once: it says that the subscription stands before time passes.
        for (Watch watch : collector.watches) {
            watch.await(0);
        }
        return collector;
    }

    /**
     * The lab's time passes from now on, or will soon.
     *
     * @param clock a lab whose time is the wall's says when its time is zero
     */
    public void begin(LabClock clock) {
        if (clock.passesByItself()) {
            long zeroAt = System.nanoTime() + clock.untilZeroNanos();
            watches.forEach(watch -> watch.zeroIs(zeroAt));
        }
    }

    /**
     * Makes sure that no subscription has ended.
     *
     * @throws DeviceException that says why one has
     */
    public void require() {
        for (Watch watch : watches) {
            watch.subscription
                    .failure()
                    .ifPresent(
                            failure -> {
                                throw failure;
                            });
        }
    }

    /**
     * Waits for the samples up to a time, then writes them all.
     *
     * @param ports given every sample
     * @throws DeviceException where a stream broke off or stays behind
     */
    public void write(long untilNanos, CellSink sink, SampledPorts ports)
            throws IOException, InterruptedException {
        for (Watch watch : watches) {
            for (CounterSamples samples : watch.await(untilNanos)) {
                write(watch.node.name(), samples, sink);
                ports.add(watch.node, samples);
            }
        }
    }

    @Override
    public void close() {
        watches.forEach(watch -> watch.subscription.close());
    }

    private static void write(String device, CounterSamples samples, CellSink sink)
            throws IOException {
        for (int row = 0; row < samples.getTimeNsCount(); row++) {
            sink.counter(
                    samples.getTimeNs(row),
                    device,
                    samples.getPort(row),
                    samples.getQueue(row),
                    NAMES.get(samples.getCounter(row)),
                    samples.getValue(row));
        }
    }

    private static final class Watch {
        private final Node node;
        private final long intervalNanos;
        private final boolean inLabTime;
        private final List<CounterSamples> received = new ArrayList<>();
        private long lastNanos = -1;
        private long heardAt;

        /** What the samples' time counts from, of {@link System#nanoTime}. */
        private long countsFrom;

        /** Of the samples' time, when the lab's is zero. */
        private long zeroNanos;

        private OpenWatch subscription;

        Watch(Node node, long intervalNanos, boolean inLabTime) {
            this.node = node;
            this.intervalNanos = intervalNanos;
            this.inLabTime = inLabTime;
        }

        synchronized void take(CounterSamples samples) {
            heardAt = System.nanoTime();
            if (received.isEmpty()) {
                countsFrom = heardAt - samples.getTimeNs(0);
            }
            received.add(samples);
            lastNanos = samples.getTimeNs(samples.getTimeNsCount() - 1);
            notifyAll();
        }

        synchronized void zeroIs(long zeroAt) {
            zeroNanos = inLabTime ? 0 : zeroAt - countsFrom;
        }

        /** The samples up to a time of the lab, from its zero on. */
        synchronized List<CounterSamples> await(long untilNanos) throws InterruptedException {
            long lastDue = (untilNanos + zeroNanos) / intervalNanos * intervalNanos;
            heardAt = System.nanoTime();
            while (lastNanos < lastDue) {
                if (subscription.failure().isPresent()) {
                    throw subscription.failure().get();
                }
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
    }
}
