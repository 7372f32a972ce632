package io.losslab.analysis.replay;

import io.losslab.analysis.run.TopologyGraph;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * How much waited at each sampled egress port, and how busy its line was, at no more times than a
 * screen has columns: of equal spans of time the greatest sample and the mean load, or every sample
 * where there are few.
 */
final class SampledSeries {
    /** Wider than the time line, so that it may be magnified. */
    private static final int COLUMNS = 2_000;

    /** Starts of the spans, ascending, nanoseconds. */
    private final long[] times;

    /** By port number, bytes at each time; the last known one where a port has no sample. */
    private final Map<Integer, long[]> depths;

    /**
     * By port number, per cent of the line rate since the time before; a host's from what its
     * switch received.
     */
    private final Map<Integer, long[]> loads;

    private final long samples;
    private final long stepNanos;

    private SampledSeries(
            long[] times,
            Map<Integer, long[]> depths,
            Map<Integer, long[]> loads,
            long samples,
            long stepNanos) {
        this.times = times;
        this.depths = depths;
        this.loads = loads;
        this.samples = samples;
        this.stepNanos = stepNanos;
    }

    /** Reads the samples of a cell. */
    static SampledSeries read(
            Connection duckDb,
            Path counters,
            int cell,
            PortIndex ports,
            List<TopologyGraph.Link> links)
            throws SQLException {
        SampledCounter waiting = new SampledCounter(duckDb, counters, cell, "egressBytes");
        SampledCounter.Times sampled = waiting.times();
        long stepNanos = sampled.count() <= COLUMNS ? 1 : sampled.lastNanos() / COLUMNS + 1;
        Map<Integer, NavigableMap<Long, Long>> depths = waiting.values(stepNanos, ports);
        Map<Integer, NavigableMap<Long, Long>> sent = new TreeMap<>();
        new SampledCounter(duckDb, counters, cell, "rxBytes")
                .values(stepNanos, ports)
                .forEach((port, bytes) -> sent.put(PortIndex.farEnd(port), bytes));
        sent.putAll(new SampledCounter(duckDb, counters, cell, "txBytes").values(stepNanos, ports));
        TreeSet<Long> distinct = new TreeSet<>();
        depths.values().forEach(values -> distinct.addAll(values.keySet()));
        long[] times = distinct.stream().mapToLong(Long::longValue).toArray();
        Map<Integer, long[]> depthOf = new TreeMap<>();
        depths.forEach((port, values) -> depthOf.put(port, at(times, values)));
        Map<Integer, long[]> loadOf = new TreeMap<>();
        sent.forEach(
                (port, values) ->
                        loadOf.put(
                                port,
                                loads(
                                        times,
                                        at(times, values),
                                        links.get(port / 2).rateBitsPerSecond())));
        return new SampledSeries(times, depthOf, loadOf, sampled.count(), stepNanos);
    }

    private static long[] at(long[] times, NavigableMap<Long, Long> values) {
        return Arrays.stream(times)
                .map(
                        time -> {
                            Map.Entry<Long, Long> last = values.floorEntry(time);
                            return last == null ? 0 : last.getValue();
                        })
                .toArray();
    }

    /** From bytes sent since the start. A line that sent anything has at least 1 per cent. */
    private static long[] loads(long[] times, long[] bytes, long rateBitsPerSecond) {
        long[] loads = new long[times.length];
        for (int i = 1; i < times.length; i++) {
            double most = (times[i] - times[i - 1]) * 1e-9 * rateBitsPerSecond / 8;
            long sent = Math.max(0, bytes[i] - bytes[i - 1]);
            loads[i] = sent == 0 ? 0 : Math.max(1, Math.min(100, Math.round(100 * sent / most)));
        }
        return loads;
    }

    /** How many times were sampled. */
    long samples() {
        return samples;
    }

    /** Length of the spans; 1: the samples themselves. */
    long stepNanos() {
        return stepNanos;
    }

    /** The greatest depth. */
    long mostBytes() {
        return depths.values().stream().flatMapToLong(Arrays::stream).max().orElse(0);
    }

    /**
     * Number of times and the distances between them; then depths and loads, each as the number of
     * ports, and of each its number and changes: a change that is 0 is followed by how many more
     * there are.
     */
    void write(VarintWriter out) {
        out.write(times.length);
        long last = 0;
        for (long time : times) {
            out.write(time - last);
            last = time;
        }
        write(depths, out);
        write(loads, out);
    }

    private static void write(Map<Integer, long[]> series, VarintWriter out) {
        out.write(series.size());
        series.forEach(
                (port, values) -> {
                    out.write(port);
                    runs(values).forEach(out::writeSigned);
                });
    }

    private static List<Long> runs(long[] values) {
        List<Long> runs = new ArrayList<>();
        long last = 0;
        for (int i = 0; i < values.length; i++) {
            runs.add(values[i] - last);
            if (values[i] == last) {
                int from = i;
                while (i + 1 < values.length && values[i + 1] == last) {
                    i++;
                }
                runs.add((long) i - from);
            }
            last = values[i];
        }
        return runs;
    }
}
