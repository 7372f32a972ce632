package io.losslab.devices.gnmi;

import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.DevicePort;
import io.losslab.configs.testbed.Service;
import io.losslab.devices.PortCounters;
import io.losslab.devices.ResetCounters;
import io.losslab.driver.DeviceChannel;
import io.losslab.driver.Subscription;
import io.losslab.driver.gnmi.CounterPaths;
import io.losslab.driver.gnmi.GnmiClient;
import io.losslab.driver.gnmi.GnmiCounters;
import io.losslab.driver.gnmi.GnmiDialect;
import io.losslab.proto.v1.Counter;
import io.losslab.proto.v1.CounterSamples;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Port counters of a switch that has gNMI only, as rows of switch control: totals count from the
 * first reading on, and time from a stream's first sample on. What its models do not have is left
 * out. Thread safe once begun.
 */
public final class GnmiPortCounters implements PortCounters {
    private record Cell(int port, int queue, Counter counter) {}

    private final Device device;
    private final Set<Counter> known;

    /** What few counters a product has are all recorded. */
    private final boolean samplesAll;

    private final GnmiCounters counters;
    private final long settleNanos;
    private final Map<Cell, Long> before = new HashMap<>();

    /**
     * Begins to count on a switch that has OpenConfig's paths, and losslab's if it says so.
     *
     * @throws io.losslab.driver.DeviceException where the device does not answer
     */
    public GnmiPortCounters(Device device, DeviceChannel channel) {
        this(device, new GnmiClient(channel, GnmiModels.dialect(device)));
    }

    private GnmiPortCounters(Device device, GnmiClient client) {
        this(
                device,
                client,
                GnmiModels.isLosslab(client.capabilities())
                        ? CounterPaths.LOSSLAB
                        : CounterPaths.OPENCONFIG);
    }

    /**
     * Begins to count.
     *
     * @throws io.losslab.driver.DeviceException where the device does not answer
     */
    public GnmiPortCounters(Device device, GnmiClient client, CounterPaths paths) {
        this.device = device;
        this.known = paths.known();
        this.samplesAll = !paths.ofPriority().isEmpty();
        this.counters = new GnmiCounters(client, paths, ports(device.ports()), known);
        this.settleNanos = ageNanos(client.dialect());
        CounterSamples now = counters.begin();
        for (int row = 0; row < now.getTimeNsCount(); row++) {
            if (!ResetCounters.isLevel(now.getCounter(row))) {
                before.put(cell(now, row), now.getValue(row));
            }
        }
    }

    /**
     * How old counters can be where they are updated as often as they are sampled: a tenth more.
     */
    public static long ageNanos(GnmiDialect dialect) {
        return dialect.shortestSampleNanos() * 11 / 10;
    }

    @Override
    public long settleNanos() {
        return settleNanos;
    }

    @Override
    public CounterSamples read() {
        return withoutReset(rows(counters.read(), 0));
    }

    @Override
    public CounterSamples readClasses() {
        return ResetCounters.leaveOut(rows(counters.read(), 0));
    }

    private CounterSamples withoutReset(CounterSamples rows) {
        return ResetCounters.refuse(rows, device, device.address(Service.GNMI).toString());
    }

    @Override
    public Subscription<?, ?> watch(
            Collection<Integer> numbers,
            Collection<Counter> wanted,
            long intervalNanos,
            Consumer<CounterSamples> receiver) {
        List<DevicePort> chosen =
                device.ports().stream().filter(port -> numbers.contains(port.number())).toList();
        List<Counter> had =
                known.stream().filter(each -> samplesAll || wanted.contains(each)).toList();
        Zero zero = new Zero();
        return counters.part(ports(chosen), had)
                .watch(
                        intervalNanos,
                        samples -> {
                            if (samples.getTimeNsCount() > 0) {
                                receiver.accept(
                                        withoutReset(rows(samples, zero.of(samples.getTimeNs(0)))));
                            }
                        });
    }

    private static Map<String, Integer> ports(List<DevicePort> ports) {
        return ports.stream()
                .collect(
                        Collectors.toMap(
                                DevicePort::name, DevicePort::number, (a, b) -> a, TreeMap::new));
    }

    /** By port and counter, less what stood before and the time of zero. */
    private CounterSamples rows(CounterSamples samples, long zeroNanos) {
        List<Integer> order =
                new ArrayList<>(IntStream.range(0, samples.getTimeNsCount()).boxed().toList());
        order.sort(
                Comparator.comparingInt((Integer row) -> samples.getPort(row))
                        .thenComparing(samples::getCounter)
                        .thenComparing(samples::getQueue));
        CounterSamples.Builder rows = CounterSamples.newBuilder();
        for (int row : order) {
            rows.addTimeNs(samples.getTimeNs(row) - zeroNanos)
                    .addPort(samples.getPort(row))
                    .addQueue(samples.getQueue(row))
                    .addCounter(samples.getCounter(row))
                    .addValue(samples.getValue(row) - before.getOrDefault(cell(samples, row), 0L));
        }
        return rows.build();
    }

    private static Cell cell(CounterSamples samples, int row) {
        return new Cell(samples.getPort(row), samples.getQueue(row), samples.getCounter(row));
    }

    /** The time of a stream's first sample. */
    private static final class Zero {
        private long nanos = -1;

        long of(long first) {
            if (nanos < 0) {
                nanos = first;
            }
            return nanos;
        }
    }
}
