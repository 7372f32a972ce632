package io.losslab.orchestrator.watch;

import io.losslab.analysis.figure.drawing.NumberText;
import io.losslab.analysis.report.AlignedText;
import io.losslab.metrics.Metric;
import io.losslab.orchestrator.watch.MetricsText.Sample;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The devices of the cells that run, from two scrapes: throughput, pauses, drops, and the fullest
 * queues. Rates are those of the devices' own time.
 */
final class DevicePicture {
    private static final int MOST_QUEUES = 6;
    private static final double WALL_TIME = 1.05;

    private final MetricsText before;
    private final MetricsText now;
    private final double wallSeconds;

    /**
     * Compares two scrapes of an endpoint.
     *
     * @param wallSeconds between them
     */
    DevicePicture(MetricsText before, MetricsText now, double wallSeconds) {
        this.before = before;
        this.now = now;
        this.wallSeconds = wallSeconds;
    }

    /** Lines for a terminal; none where no device was read. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (Sample cell : now.all(Metric.CELL.sample())) {
            double seconds = seconds(cell.label("cell"));
            if (seconds > 0) {
                lines.addAll(cell(cell, seconds));
            }
        }
        return lines;
    }

    private List<String> cell(Sample cell, double seconds) {
        String number = cell.label("cell");
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.add(
                "cell %s: %s, seed %s%s"
                        .formatted(
                                number,
                                cell.label("scheme"),
                                cell.label("seed"),
                                cell.label("parameters").isEmpty()
                                        ? ""
                                        : ", " + cell.label("parameters")));
        lines.add("  " + String.join(", ", traffic(number, seconds)) + pace(seconds));
        lines.addAll(queues(number, seconds));
        return lines;
    }

    private List<String> traffic(String cell, double seconds) {
        double pauses =
                growth(Metric.PORT_TRANSMIT_PAUSE_FRAMES, cell)
                        + growth(Metric.HOST_TRANSMIT_PAUSE_FRAMES, cell);
        boolean pausesKnown =
                has(Metric.PORT_TRANSMIT_PAUSE_FRAMES, cell)
                        || has(Metric.HOST_TRANSMIT_PAUSE_FRAMES, cell);
        return List.of(
                has(Metric.HOST_DELIVERED_BYTES, cell)
                        ? "delivered " + rate(growth(Metric.HOST_DELIVERED_BYTES, cell) / seconds)
                        : "deliveries not counted",
                pausesKnown ? count(pauses / seconds) + " pause frames/s" : "pauses not counted",
                has(Metric.PORT_DROPPED_PACKETS, cell)
                        ? count(sum(now, Metric.PORT_DROPPED_PACKETS, cell)) + " packets dropped"
                        : "drops not counted");
    }

    /** Whether any device of a cell reports a metric. */
    private boolean has(Metric metric, String cell) {
        return now.all(metric.sample()).stream()
                .anyMatch(sample -> sample.label("cell").equals(cell));
    }

    /** How fast the devices' time passes, where that is not the wall's pace. */
    private String pace(double seconds) {
        double dilation = wallSeconds / seconds;
        return dilation < WALL_TIME
                ? ""
                : String.format(Locale.ROOT, " (device time, slowed down by %,.0f)", dilation);
    }

    private List<String> queues(String cell, double seconds) {
        List<Sample> fullest =
                now.all(Metric.PORT_EGRESS_QUEUE.sample()).stream()
                        .filter(queue -> queue.label("cell").equals(cell) && queue.value() > 0)
                        .sorted(Comparator.comparingDouble(Sample::value).reversed())
                        .limit(MOST_QUEUES)
                        .toList();
        if (fullest.isEmpty()) {
            return has(Metric.PORT_EGRESS_QUEUE, cell)
                    ? List.of("  all queues are empty")
                    : List.of();
        }
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("fullest queues", "bytes", "sends", "pause frames/s"));
        for (Sample queue : fullest) {
            rows.add(
                    List.of(
                            queue.label("device") + " port " + queue.label("port"),
                            NumberText.bytes((long) queue.value()),
                            rate(growth(Metric.PORT_TRANSMIT_BYTES, queue) / seconds),
                            pauseFrames(queue, seconds)));
        }
        return AlignedText.of(rows, 1).lines().toList();
    }

    private String pauseFrames(Sample place, double seconds) {
        Double frames =
                growths(Metric.PORT_RECEIVE_PAUSE_FRAMES, place.label("cell")).get(place.labels());
        return frames == null ? "-" : count(frames / seconds);
    }

    /** Time that passed in a cell: the devices' clocks differ by less than a scrape takes. */
    private double seconds(String cell) {
        double most = 0;
        for (double growth : growths(Metric.DEVICE_TIME, cell).values()) {
            most = Math.max(most, growth);
        }
        return most;
    }

    private double growth(Metric counter, String cell) {
        return growths(counter, cell).values().stream().mapToDouble(Double::doubleValue).sum();
    }

    /** Growth of a counter at the place of another sample. */
    private double growth(Metric counter, Sample place) {
        return growths(counter, place.label("cell")).getOrDefault(place.labels(), 0.0);
    }

    /** Growth of a counter since the scrape before, by its labels; one that is new counts none. */
    private Map<Map<String, String>, Double> growths(Metric counter, String cell) {
        Map<Map<String, String>, Double> growths = new HashMap<>();
        for (Sample sample : now.all(counter.sample())) {
            if (sample.label("cell").equals(cell)) {
                growths.put(sample.labels(), sample.value());
            }
        }
        Map<Map<String, String>, Double> earlier = new HashMap<>();
        before.all(counter.sample())
                .forEach(sample -> earlier.put(sample.labels(), sample.value()));
        growths.replaceAll(
                (labels, value) -> Math.max(0, value - earlier.getOrDefault(labels, value)));
        return growths;
    }

    private static double sum(MetricsText text, Metric metric, String cell) {
        return text.all(metric.sample()).stream()
                .filter(sample -> sample.label("cell").equals(cell))
                .mapToDouble(Sample::value)
                .sum();
    }

    private static String rate(double bytesPerSecond) {
        return NumberText.rate((long) (bytesPerSecond * 8));
    }

    private static String count(double value) {
        return String.format(Locale.ROOT, "%,.0f", value);
    }
}
