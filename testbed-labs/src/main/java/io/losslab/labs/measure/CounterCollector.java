package io.losslab.labs.measure;

import io.losslab.api.topology.Node;
import io.losslab.collectors.CellSink;
import io.losslab.configs.plan.CellPlan;
import io.losslab.driver.DeviceException;
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

/**
 * Subscribes to the counters a cell samples, keeps what comes, and writes it down when the cell has
 * ended. gRPC's threads fill it, the cell's thread empties it.
 */
public final class CounterCollector implements AutoCloseable {
    /** The names of counters in results, made once: there are millions of rows. */
    private static final Map<Counter, String> NAMES = new EnumMap<>(Counter.class);

    static {
        for (Counter counter : Counter.values()) {
            NAMES.put(counter, Setting.word(counter));
        }
    }

    private final List<CounterStream> watches = new ArrayList<>();

    /** Starts all subscriptions of a plan. */
    public static CounterCollector start(CellPlan plan, CellDevices devices)
            throws InterruptedException {
        CounterCollector collector = new CounterCollector();
        for (WatchCountersRequest request : plan.sampling().watches()) {
            Node node = plan.topology().nodes().get((int) request.getSelect().getDeviceId() - 1);
            if (!devices.isSampled(node, request.getIntervalNs())) {
                continue;
            }
            CounterStream watch =
                    new CounterStream(
                            node, request.getIntervalNs(), devices.isSampledInLabTime(node));
            watch.comesFrom(devices.watch(node, request, watch::take));
            collector.watches.add(watch);
        }
        // The first sample comes at once: it says that the subscription stands before time passes.
        for (CounterStream watch : collector.watches) {
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
        watches.forEach(CounterStream::require);
    }

    /**
     * Waits for the samples up to a time, then writes them all.
     *
     * @param ports given every sample
     * @throws DeviceException where a stream broke off or stays behind
     */
    public void write(long untilNanos, CellSink sink, SampledPorts ports)
            throws IOException, InterruptedException {
        for (CounterStream watch : watches) {
            for (CounterSamples samples : watch.await(untilNanos)) {
                write(watch.node().name(), samples, sink);
                ports.add(watch.node(), samples);
            }
        }
    }

    @Override
    public void close() {
        watches.forEach(CounterStream::close);
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
}
