package io.losslab.metrics;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot.InfoDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The values of one scrape. For one thread. */
public final class MetricRows {
    /** A sample without its metric. */
    private record Row(Labels labels, double value) {}

    private final Map<Metric, List<Row>> rows;
    private final Labels context;

    /** Without values. */
    public MetricRows() {
        this(new EnumMap<>(Metric.class), Labels.EMPTY);
    }

    private MetricRows(Map<Metric, List<Row>> rows, Labels context) {
        this.rows = rows;
        this.context = context;
    }

    /** The same rows; what is added by the result is of a cell of a run. */
    public MetricRows ofCell(int cell) {
        return new MetricRows(rows, Labels.of(Metric.Label.CELL, String.valueOf(cell)));
    }

    /**
     * Adds a value.
     *
     * @param labels values of the metric's labels, in their order
     */
    public void add(Metric metric, double value, Object... labels) {
        String[] texts = new String[labels.length];
        for (int i = 0; i < labels.length; i++) {
            texts[i] = String.valueOf(labels[i]);
        }
        Labels own = Labels.of(metric.labels().toArray(String[]::new), texts);
        rows.computeIfAbsent(metric, any -> new ArrayList<>())
                .add(new Row(context.merge(own), value));
    }

    /** Adds what is known by its labels alone. */
    public void addInfo(Metric metric, Object... labels) {
        add(metric, 1, labels);
    }

    MetricSnapshots snapshots() {
        List<MetricSnapshot> families = new ArrayList<>();
        rows.forEach((metric, values) -> families.add(family(metric, values)));
        return new MetricSnapshots(families);
    }

    private static MetricSnapshot family(Metric metric, List<Row> values) {
        return switch (metric.kind()) {
            case COUNTER -> counter(metric, values);
            case GAUGE -> gauge(metric, values);
            case INFO -> info(metric, values);
        };
    }

    private static MetricSnapshot counter(Metric metric, List<Row> values) {
        CounterSnapshot.Builder family =
                CounterSnapshot.builder()
                        .name(metric.family())
                        .help(metric.help())
                        .unit(metric.unit());
        for (Row row : values) {
            family.dataPoint(
                    CounterDataPointSnapshot.builder()
                            .labels(row.labels())
                            .value(row.value())
                            .build());
        }
        return family.build();
    }

    private static MetricSnapshot gauge(Metric metric, List<Row> values) {
        GaugeSnapshot.Builder family =
                GaugeSnapshot.builder()
                        .name(metric.family())
                        .help(metric.help())
                        .unit(metric.unit());
        for (Row row : values) {
            family.dataPoint(
                    GaugeDataPointSnapshot.builder()
                            .labels(row.labels())
                            .value(row.value())
                            .build());
        }
        return family.build();
    }

    private static MetricSnapshot info(Metric metric, List<Row> values) {
        InfoSnapshot.Builder family =
                InfoSnapshot.builder().name(metric.family()).help(metric.help());
        for (Row row : values) {
            family.dataPoint(InfoDataPointSnapshot.builder().labels(row.labels()).build());
        }
        return family.build();
    }
}
