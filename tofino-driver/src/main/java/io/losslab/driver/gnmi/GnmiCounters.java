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
 * the switch has of priorities only comes once for each and once as their sum; one that has several
 * paths at a port comes as the sum of those that the switch has. Thread safe once begun.
 */
public final class GnmiCounters {
    private static final int WHOLE_PORT = -1;
    private static final int PRIORITIES = 8;

    private record Cell(int port, int queue, Counter counter) {}

    /**
     * What a path is for.
     *
     * @param row that its value is; null: none
     * @param sum that its value is a part of; null: none
     */
    private record Use(Cell row, Cell sum) {}

    private final GnmiClient client;
    private final CounterPaths paths;
    private final Map<String, Integer> portOfInterface;
    private final Map<String, Use> uses = new LinkedHashMap<>();

    /** How many paths the device has of what is summed. */
    private final Map<Cell, Integer> parts = new HashMap<>();

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
        countParts();
    }

    private void countParts() {
        parts.clear();
        uses.values().stream()
                .filter(use -> use.sum() != null)
                .forEach(use -> parts.merge(use.sum(), 1, Integer::sum));
    }

    private void put(String name, int port, Counter counter) {
        Cell whole = new Cell(port, WHOLE_PORT, counter);
        List<String> ofPort = paths.ofPort().getOrDefault(counter, List.of());
        for (String path : ofPort) {
            Use use = ofPort.size() == 1 ? new Use(whole, null) : new Use(null, whole);
            uses.put(CounterPaths.at(path, name, 0), use);
        }
        String ofPriority = paths.ofPriority().get(counter);
        if (ofPriority != null) {
            Cell sum = ofPort.isEmpty() ? whole : null;
            for (int priority = 0; priority < PRIORITIES; priority++) {
                uses.put(
                        CounterPaths.at(ofPriority, name, priority),
                        new Use(new Cell(port, priority, counter), sum));
            }
        }
    }

    /** Some of them, of some ports. */
    public GnmiCounters part(Map<String, Integer> portOfInterface, Collection<Counter> counters) {
        GnmiCounters part = new GnmiCounters(client, paths, portOfInterface, counters);
        part.uses.keySet().retainAll(uses.keySet());
        part.countParts();
        return part;
    }

    /**
     * The counters now. Those that the device does not have are left out from now on.
     *
     * @throws io.losslab.driver.DeviceException where a port has none at all
     */
    public CounterSamples begin() {
        List<GnmiUpdate> found = client.find(uses.keySet());
        uses.keySet().retainAll(found.stream().map(GnmiUpdate::path).collect(Collectors.toSet()));
        countParts();
        Set<String> silent = new TreeSet<>(portOfInterface.keySet());
        Set<Integer> counting = new HashSet<>();
        uses.values()
                .forEach(use -> counting.add((use.row() == null ? use.sum() : use.row()).port()));
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
        return rows(client.get(uses.keySet()), new HashMap<>());
    }

    /**
     * Samples until closed.
     *
     * @param intervalNanos of device time
     */
    public Subscription<SubscribeRequest, SubscribeResponse> watch(
            long intervalNanos, Consumer<CounterSamples> receiver) {
        Map<Cell, Map<String, Long>> arrived = new HashMap<>();
        return client.sample(
                uses.keySet(), intervalNanos, updates -> receiver.accept(rows(updates, arrived)));
    }

    /**
     * Updates as rows.
     *
     * @param arrived parts of sums, by their paths, that have come since their last sum; changed
     */
    private CounterSamples rows(List<GnmiUpdate> updates, Map<Cell, Map<String, Long>> arrived) {
        CounterSamples.Builder rows = CounterSamples.newBuilder();
        for (GnmiUpdate update : updates) {
            Use use = uses.get(update.path());
            if (use != null && update.value() != null) {
                long value = client.understood(update::number);
                if (use.row() != null) {
                    add(rows, update.timeNanos(), use.row(), value);
                }
                if (use.sum() != null) {
                    Map<String, Long> came =
                            arrived.computeIfAbsent(use.sum(), any -> new HashMap<>());
                    came.put(update.path(), value);
                    addSum(rows, update.timeNanos(), use.sum(), came);
                }
            }
        }
        return rows.build();
    }

    /** Once all parts have come, one by one or together, so does their sum. */
    private void addSum(
            CounterSamples.Builder rows, long timeNanos, Cell sum, Map<String, Long> came) {
        if (came.size() == parts.get(sum)) {
            long value = came.values().stream().mapToLong(Long::longValue).sum();
            came.clear();
            add(rows, timeNanos, sum, value);
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
