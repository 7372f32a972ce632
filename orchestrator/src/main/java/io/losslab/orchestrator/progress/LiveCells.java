package io.losslab.orchestrator.progress;

import io.losslab.configs.experiment.Cell;
import io.losslab.metrics.Metric;
import io.losslab.metrics.MetricRows;
import io.losslab.metrics.MetricsSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The cells that run now, and how their devices are read. Thread safe. */
public final class LiveCells {
    private final Map<Integer, OpenCell> open = new TreeMap<>();

    /**
     * A cell begins.
     *
     * @param devices reads its devices; adds nothing where they cannot be read meanwhile
     */
    public synchronized OpenCell open(Cell cell, MetricsSource devices) {
        OpenCell opened = new OpenCell(cell, devices);
        open.put(cell.index(), opened);
        return opened;
    }

    void collect(MetricRows rows) {
        for (OpenCell cell : all()) {
            cell.collect(rows);
        }
    }

    private synchronized List<OpenCell> all() {
        return List.copyOf(open.values());
    }

    private synchronized void remove(OpenCell cell) {
        open.remove(cell.cell.index(), cell);
    }

    /** A cell whose devices may be read until this is closed. */
    public final class OpenCell implements AutoCloseable {
        private final Cell cell;
        private final MetricsSource devices;
        private boolean closed;

        private OpenCell(Cell cell, MetricsSource devices) {
            this.cell = cell;
            this.devices = devices;
        }

        private synchronized void collect(MetricRows rows) {
            if (closed) {
                return;
            }
            rows.addInfo(
                    Metric.CELL,
                    cell.index(),
                    cell.scheme(),
                    cell.seed(),
                    cell.parameters().entrySet().stream()
                            .map(Map.Entry::toString)
                            .collect(Collectors.joining(", ")));
            devices.collect(rows.ofCell(cell.index()));
        }

        /** Returns when no scrape reads the devices any more. */
        @Override
        public void close() {
            remove(this);
            synchronized (this) {
                closed = true;
            }
        }
    }
}
