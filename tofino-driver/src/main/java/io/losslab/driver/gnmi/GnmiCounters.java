package io.losslab.driver.gnmi;

import io.losslab.driver.Subscription;
import io.losslab.proto.gnmi.SubscribeRequest;
import io.losslab.proto.gnmi.SubscribeResponse;
import io.losslab.proto.v1.Counter;
import io.losslab.proto.v1.CounterSamples;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Port counters of a switch by their paths, as the rows that switch control gives. A counter that
 * the switch has of priorities only comes once for each and once as their sum. Thread safe once
 * begun.
 */
public final class GnmiCounters {
    private static final int WHOLE_PORT = -1;
    private static final int PRIORITIES = 8;

    private record Cell(int port, int queue, Counter counter) {
        Cell whole() {
            return new Cell(port, WHOLE_PORT, counter);
        }
    }

    private final GnmiClient client;
    private final CounterPaths paths;
    private final Map<String, Integer> portOfInterface;
    private final Map<String, Cell> cells = new LinkedHashMap<>();

    /** How many priorities the device has of what is summed. */
    private final Map<Cell, Integer> priorities = new HashMap<>();

    /**
     * Counters of some ports.
     *
     * @param portOfInterface ports, from 1, by the names of their interfaces
     * @param counters to read
     * @throws IllegalArgumentException where a counter has no path
     */
    public GnmiCounters(
            GnmiClient client,
            CounterPaths paths,
            Map<String, Integer> portOfInterface,
            Collection<Counter> counters) {
        this.client = client;
        this.paths = paths;
        this.portOfInterface = Map.copyOf(portOfInterface);
        for (Counter counter : counters) {
            if (!paths.known().contains(counter)) {
                throw new IllegalArgumentException(
                        "counter %s has no path; those with a path are %s"
                                .formatted(counter, paths.known()));
            }
            portOfInterface.forEach((name, port) -> put(name, port, counter));
        }
        countPriorities();
    }

    private void countPriorities() {
        priorities.clear();
        cells.values().stream()
                .filter(cell -> cell.queue() != WHOLE_PORT)
                .forEach(cell -> priorities.merge(cell.whole(), 1, Integer::sum));
    }

    private void put(String name, int port, Counter counter) {
        String ofPort = paths.ofPort().get(counter);
        if (ofPort != null) {
            cells.put(CounterPaths.at(ofPort, name, 0), new Cell(port, WHOLE_PORT, counter));
        }
        String ofPriority = paths.ofPriority().get(counter);
        if (ofPriority != null) {
            for (int priority = 0; priority < PRIORITIES; priority++) {
                cells.put(
                        CounterPaths.at(ofPriority, name, priority),
                        new Cell(port, priority, counter));
            }
        }
    }

    /** Some of them, of some ports. */
    public GnmiCounters part(Map<String, Integer> portOfInterface, Collection<Counter> counters) {
        GnmiCounters part = new GnmiCounters(client, paths, portOfInterface, counters);
        part.cells.keySet().retainAll(cells.keySet());
        part.countPriorities();
        return part;
    }

    /**
     * The counters now. Those that the device does not have are left out from now on.
     *
     * @throws io.losslab.driver.DeviceException where a port has none at all
     */
    public CounterSamples begin() {
        List<GnmiUpdate> found = client.find(cells.keySet());
        cells.keySet().retainAll(found.stream().map(GnmiUpdate::path).collect(Collectors.toSet()));
        countPriorities();
        Set<String> silent = new TreeSet<>(portOfInterface.keySet());
        Set<Integer> counting = new HashSet<>();
        cells.values().forEach(cell -> counting.add(cell.port()));
        silent.removeIf(name -> counting.contains(portOfInterface.get(name)));
        if (!silent.isEmpty()) {
            throw client.failed(
                    "it has no counters of the interfaces " + String.join(", ", silent),
                    "check the names of its ports in the testbed file");
        }
        return rows(found, new HashMap<>());
    }

    /** The counters now. */
    public CounterSamples read() {
        return rows(client.get(cells.keySet()), new HashMap<>());
    }

    /**
     * Samples until closed.
     *
     * @param intervalNanos of device time
     */
    public Subscription<SubscribeRequest, SubscribeResponse> watch(
            long intervalNanos, Consumer<CounterSamples> receiver) {
        Map<Cell, Map<Cell, Long>> arrived = new HashMap<>();
        return client.sample(
                cells.keySet(), intervalNanos, updates -> receiver.accept(rows(updates, arrived)));
    }

    /**
     * Updates as rows.
     *
     * @param arrived priorities that have come since their last sum; changed
     */
    private CounterSamples rows(List<GnmiUpdate> updates, Map<Cell, Map<Cell, Long>> arrived) {
        CounterSamples.Builder rows = CounterSamples.newBuilder();
        for (GnmiUpdate update : updates) {
            Cell cell = cells.get(update.path());
            if (cell != null && update.value() != null) {
                long value = client.understood(update::number);
                add(rows, update.timeNanos(), cell, value);
                if (!paths.ofPort().containsKey(cell.counter())) {
                    Map<Cell, Long> parts =
                            arrived.computeIfAbsent(cell.whole(), any -> new HashMap<>());
                    parts.put(cell, value);
                    addSum(rows, update.timeNanos(), cell.whole(), parts);
                }
            }
        }
        return rows.build();
    }

    /** Once all priorities of a port have come, one by one or together, so does their sum. */
    private void addSum(
            CounterSamples.Builder rows, long timeNanos, Cell whole, Map<Cell, Long> parts) {
        if (parts.size() == priorities.get(whole)) {
            long sum = parts.values().stream().mapToLong(Long::longValue).sum();
            parts.clear();
            add(rows, timeNanos, whole, sum);
        }
    }

    private static void add(CounterSamples.Builder rows, long timeNanos, Cell cell, long value) {
        rows.addTimeNs(timeNanos)
                .addPort(cell.port())
                .addQueue(cell.queue())
                .addCounter(cell.counter())
                .addValue(value);
    }
}
