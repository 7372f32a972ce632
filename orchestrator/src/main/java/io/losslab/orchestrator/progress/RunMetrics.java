package io.losslab.orchestrator.progress;

import io.losslab.labs.backend.Backend;
import io.losslab.metrics.Metric;
import io.losslab.metrics.MetricRows;
import io.losslab.orchestrator.session.Console;
import io.losslab.orchestrator.session.RunRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/**
 * What a run lets others see of itself: its progress, and its live counters as metrics. Runs on
 * live and physical devices serve these on loopback even without being asked to, so that they can
 * be watched at any time.
 */
public final class RunMetrics implements AutoCloseable {
    private final String experiment;
    private final Backend backend;
    private final LiveCells cells = new LiveCells();
    private final MetricsServer server;
    private volatile Optional<Progress> progress = Optional.empty();

    private RunMetrics(RunRequest request) {
        this.experiment = request.experiment().name();
        this.backend = request.backend();
        this.server = MetricsServer.open(address(request), this::collect);
    }

    /**
     * Begins to serve metrics, if the run does.
     *
     * @throws io.losslab.devices.failure.CommandFailure where their address is taken
     */
    public static RunMetrics open(RunRequest request) {
        RunMetrics metrics = new RunMetrics(request);
        if (request.metrics().isPresent()) {
            request.console().err().println("metrics: " + metrics.server.url().orElseThrow());
        }
        return metrics;
    }

    private static Optional<InetSocketAddress> address(RunRequest request) {
        boolean devices = request.backend() != Backend.VIRTUAL;
        return request.metrics()
                .or(
                        () ->
                                devices
                                        ? Optional.of(
                                                new InetSocketAddress(
                                                        InetAddress.getLoopbackAddress(), 0))
                                        : Optional.empty());
    }

    /** The cells whose devices are read at a scrape. */
    public LiveCells cells() {
        return cells;
    }

    /** Begins to tell how far the run is; its file stays in the directory until {@link #end}. */
    public ProgressPrinter tell(Progress of, Console console, Path runDirectory) {
        progress = Optional.of(of);
        return ProgressPrinter.start(console, of, runDirectory, server.url());
    }

    /** The results are written: the directory can have its final name. */
    public void end(Path runDirectory) throws IOException {
        ProgressFile.remove(runDirectory);
    }

    private void collect(MetricRows rows) {
        rows.addInfo(Metric.RUN, experiment, backend.name().toLowerCase(Locale.ROOT));
        progress.map(Progress::state).ifPresent(state -> add(rows, state));
        cells.collect(rows);
    }

    static void add(MetricRows rows, ProgressState state) {
        rows.add(Metric.RUN_CELLS, state.waiting(), "waiting");
        rows.add(Metric.RUN_CELLS, state.running().size(), "running");
        rows.add(Metric.RUN_CELLS, state.done(), "done");
        rows.add(Metric.RUN_CELLS, state.failed(), "failed");
        rows.add(Metric.RUN_ELAPSED, state.elapsedSeconds());
        if (state.secondsLeft() != null) {
            rows.add(Metric.RUN_REMAINING, state.secondsLeft());
        }
        rows.add(Metric.RUN_SIMULATED, state.simulatedSeconds());
        rows.add(Metric.RUN_PACKET_HOPS, state.packetHops());
        if (state.droppedPackets() != null) {
            rows.add(Metric.RUN_DROPPED_PACKETS, state.droppedPackets());
        }
        if (state.switchPauseFrames() != null) {
            rows.add(Metric.RUN_PAUSE_FRAMES, state.switchPauseFrames(), "switch");
        }
        rows.add(Metric.RUN_PAUSE_FRAMES, state.hostPauseFrames(), "host");
        rows.add(Metric.RUN_FAILED_CHECKS, state.failedChecks());
        if (state.maxEgressQueueBytes() != null) {
            rows.add(Metric.RUN_MAX_EGRESS_QUEUE, state.maxEgressQueueBytes());
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
