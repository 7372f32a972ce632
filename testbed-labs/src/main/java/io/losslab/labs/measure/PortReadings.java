package io.losslab.labs.measure;

import io.losslab.proto.v1.Counter;
import io.losslab.proto.v1.CounterSamples;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/** Counters of all ports of a switch at one time; rows of a priority or queue are no part of it. */
public final class PortReadings {
    private static final int WHOLE_PORT = -1;

    private final Map<Integer, Map<Counter, Long>> byPort = new TreeMap<>();

    PortReadings(CounterSamples samples) {
        for (int row = 0; row < samples.getTimeNsCount(); row++) {
            if (samples.getQueue(row) == WHOLE_PORT) {
                byPort.computeIfAbsent(samples.getPort(row), port -> new EnumMap<>(Counter.class))
                        .put(samples.getCounter(row), samples.getValue(row));
            }
        }
    }

    /** Whether the switch has a counter of some port. */
    boolean has(Counter counter) {
        return byPort.values().stream().anyMatch(values -> values.containsKey(counter));
    }

    /** Whether the switch has a counter of a port. */
    public boolean has(int port, Counter counter) {
        return byPort.getOrDefault(port, Map.of()).containsKey(counter);
    }

    /** A counter of a port; 0 where the switch does not have it. */
    public long get(int port, Counter counter) {
        return byPort.getOrDefault(port, Map.of()).getOrDefault(counter, 0L);
    }

    long sum(Counter counter) {
        return byPort.values().stream().mapToLong(values -> values.getOrDefault(counter, 0L)).sum();
    }

    /** The sum over the ports that do not have another counter. */
    long sumWithout(Counter other, Counter counter) {
        return byPort.values().stream()
                .filter(values -> !values.containsKey(other))
                .mapToLong(values -> values.getOrDefault(counter, 0L))
                .sum();
    }

    long max(Counter counter) {
        return byPort.values().stream()
                .mapToLong(values -> values.getOrDefault(counter, 0L))
                .max()
                .orElse(0);
    }
}
