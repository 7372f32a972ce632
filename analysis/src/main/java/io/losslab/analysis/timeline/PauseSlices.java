package io.losslab.analysis.timeline;

import io.losslab.analysis.run.KeptEvents;
import io.losslab.analysis.run.TopologyGraph.Link;
import io.losslab.api.file.ParquetRows;
import io.losslab.proto.perfetto.TrackEvent;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The events of a cell: a pause as a slice of its queue with its cause, whatever else happened as a
 * mark. A port on whose account queues are paused has a slice for as long as any is. A pause
 * without a resume lasts to the end of the cell, or as long as {@link KeptEvents} knows that it
 * did.
 *
 * <p>An arrow leads to each pause from what made the peer send its frame: from the peer's queue
 * that is itself paused on the same account, from the congested port where that is the peer's, else
 * from the port that sent. It starts when the frame can have left: one propagation delay before.
 */
final class PauseSlices {
    private static final String CATEGORY = "flow control";
    private static final String ROOT = "root cause of pauses";
    private static final String QUERY =
            """
            SELECT time_ns, device, port, queue, kind, cause FROM %s
            WHERE cell = ? ORDER BY time_ns
            """;

    /** A queue, or a port where the queue is {@link CellTracks#WHOLE_PORT}. */
    private record Queue(String device, int port, int queue) {}

    /** A pause that has not ended. */
    private record Open(long sinceNanos, PauseCause cause) {}

    private final TraceFile file;
    private final CellTracks tracks;
    private final List<Link> links;
    private final Map<Queue, Open> open = new LinkedHashMap<>();
    private final Map<PortName, Integer> pausesOfRoot = new HashMap<>();

    PauseSlices(TraceFile file, CellTracks tracks, List<Link> links) {
        this.file = file;
        this.tracks = tracks;
        this.links = links;
    }

    /**
     * Writes the events of a cell.
     *
     * @param events {@code events.parquet}
     * @param agents devices whose events host agents kept
     * @param endNanos end of the cell, at which open pauses are cut
     */
    void write(Connection duckDb, Path events, int cell, Set<String> agents, long endNanos)
            throws SQLException, IOException {
        KeptEvents kept = KeptEvents.of(duckDb, events, cell, agents);
        long last = endNanos;
        try (PreparedStatement select =
                duckDb.prepareStatement(QUERY.formatted(ParquetRows.of(events)))) {
            select.setInt(1, cell);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    long time = rows.getLong(1);
                    Queue at = new Queue(rows.getString(2), rows.getInt(3), rows.getInt(4));
                    last = Math.max(last, time);
                    switch (rows.getString(5)) {
                        case "pause" -> pause(time, at, rows.getString(6));
                        case "resume" -> resume(time, at);
                        default -> mark(time, at, rows.getString(5), rows.getString(6));
                    }
                }
            }
        }
        cutOpen(kept, last);
    }

    /** In order of time, so that a root cause lasts as long as the last of its pauses. */
    private void cutOpen(KeptEvents kept, long lastNanos) throws IOException {
        Map<Queue, Long> ends = new LinkedHashMap<>();
        open.forEach(
                (at, pause) ->
                        ends.put(
                                at,
                                Math.max(
                                        pause.sinceNanos(),
                                        kept.openUntil(at.device(), at.port(), lastNanos))));
        List<Map.Entry<Queue, Long>> ordered = new ArrayList<>(ends.entrySet());
        ordered.sort(Map.Entry.comparingByValue());
        for (Map.Entry<Queue, Long> end : ordered) {
            resume(end.getValue(), end.getKey());
        }
    }

    private void pause(long time, Queue at, String text) throws IOException {
        if (open.containsKey(at)) {
            resume(time, at);
        }
        PauseCause cause = PauseCause.parse(text);
        if (cause.root().isPresent()) {
            beginRoot(time, cause.root().get());
        }
        OptionalLong arrow =
                cause.sender().isPresent()
                        ? OptionalLong.of(startArrow(time, at, cause.sender().get(), cause.root()))
                        : OptionalLong.empty();
        TrackEvent.Builder slice =
                file.event(
                                TrackEvent.Type.TYPE_SLICE_BEGIN,
                                track(at),
                                CATEGORY,
                                "paused by " + text)
                        .addDebugAnnotations(file.argument("cause").setStringValue(text));
        cause.root()
                .ifPresent(
                        root ->
                                slice.addDebugAnnotations(
                                        file.argument("root").setStringValue(root.toString())));
        arrow.ifPresent(slice::addTerminatingFlowIds);
        file.write(time, slice);
        open.put(at, new Open(time, cause));
    }

    private void resume(long time, Queue at) throws IOException {
        Open pause = open.remove(at);
        if (pause == null) {
            return;
        }
        file.write(time, TraceFile.event(TrackEvent.Type.TYPE_SLICE_END, track(at)));
        if (pause.cause().root().isPresent()) {
            endRoot(time, pause.cause().root().get());
        }
    }

    private void mark(long time, Queue at, String kind, String cause) throws IOException {
        file.write(
                time,
                file.event(TrackEvent.Type.TYPE_INSTANT, track(at), CATEGORY, kind)
                        .addDebugAnnotations(file.argument("cause").setStringValue(cause)));
    }

    private void beginRoot(long time, PortName root) throws IOException {
        if (pausesOfRoot.merge(root, 1, Integer::sum) == 1) {
            file.write(
                    time,
                    file.event(TrackEvent.Type.TYPE_SLICE_BEGIN, track(root), CATEGORY, ROOT));
        }
    }

    private void endRoot(long time, PortName root) throws IOException {
        if (pausesOfRoot.merge(root, -1, Integer::sum) == 0) {
            file.write(time, TraceFile.event(TrackEvent.Type.TYPE_SLICE_END, track(root)));
        }
    }

    private long startArrow(long time, Queue at, PortName sender, Optional<PortName> root)
            throws IOException {
        long arrow = file.newArrow();
        Optional<Link> link = linkAt(at.device(), at.port());
        long sent = Math.max(0, time - link.map(Link::delayNanos).orElse(0L));
        file.write(
                sent,
                file.event(
                                TrackEvent.Type.TYPE_INSTANT,
                                origin(sent, sender, root),
                                CATEGORY,
                                "pauses " + new PortName(at.device(), at.port()))
                        .addFlowIds(arrow));
        return arrow;
    }

    /** The track of what made a port send a pause. */
    private long origin(long time, PortName sender, Optional<PortName> root) throws IOException {
        if (root.isEmpty()) {
            return track(sender);
        }
        if (root.get().device().equals(sender.device())) {
            return track(root.get());
        }
        for (Map.Entry<Queue, Open> pause : open.entrySet()) {
            if (pause.getKey().device().equals(sender.device())
                    && pause.getValue().sinceNanos() <= time
                    && pause.getValue().cause().root().equals(root)) {
                return track(pause.getKey());
            }
        }
        return track(root.get());
    }

    private Optional<Link> linkAt(String device, int port) {
        return links.stream()
                .filter(
                        link ->
                                link.a().equals(device) && link.portA() == port
                                        || link.b().equals(device) && link.portB() == port)
                .findFirst();
    }

    private long track(Queue queue) throws IOException {
        return tracks.queue(queue.device(), queue.port(), queue.queue());
    }

    private long track(PortName port) throws IOException {
        return tracks.queue(port.device(), port.port(), CellTracks.WHOLE_PORT);
    }
}
