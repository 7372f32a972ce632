package io.losslab.labs.measure;

import io.losslab.api.topology.Node;
import io.losslab.collectors.CellSink;
import io.losslab.configs.plan.CellPlan;
import io.losslab.proto.v1.PauseCharges;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Paused time by the congested ports that caused it: writes what the devices of a cell charge as
 * rows, and keeps what a check needs of it.
 */
public final class PausedFlows {
    private final CellPlan plan;
    private final Map<String, Long> victimNanosByRoot = new TreeMap<>();
    private long pausedNanos;
    private long victimNanos;

    private PausedFlows(CellPlan plan) {
        this.plan = plan;
    }

    /** Collects from all devices; the rows go to a sink. */
    public static PausedFlows collect(CellPlan plan, CellDevices devices, CellSink sink) {
        PausedFlows paused = new PausedFlows(plan);
        devices.collectPauseCharges((node, rows) -> paused.take(node, rows, sink));
        return paused;
    }

    /** Summed over flows and the queues that held their packets. */
    public long pausedNanos() {
        return pausedNanos;
    }

    /** Of it, on account of ports that the flow does not cross. */
    public long victimNanos() {
        return victimNanos;
    }

    /** The root-cause port with the longest victim pause time, and that time. */
    public Optional<Map.Entry<String, Long>> worst() {
        return victimNanosByRoot.entrySet().stream().max(Map.Entry.comparingByValue());
    }

    private void take(Node node, PauseCharges rows, CellSink sink) {
        try {
            for (int row = 0; row < rows.getFlowIdCount(); row++) {
                take(node, rows, row, sink);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void take(Node node, PauseCharges rows, int row, CellSink sink) throws IOException {
        Node root = plan.topology().nodes().get((int) rows.getRootDeviceId(row) - 1);
        int rootPort = rows.getRootPort(row);
        long nanos = rows.getPausedNs(row);
        boolean crosses = rows.getCrossesRoot(row);
        pausedNanos += nanos;
        if (!crosses) {
            victimNanos += nanos;
            victimNanosByRoot.merge(root.name() + " port " + rootPort, nanos, Long::sum);
        }
        sink.pause(
                plan.flow(rows.getFlowId(row)).reportedAs(),
                rows.getFlowId(row),
                node.name(),
                rows.getPort(row),
                rows.getQueue(row),
                root.name(),
                rootPort,
                crosses,
                nanos);
    }
}
