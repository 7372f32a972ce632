package io.losslab.analysis.summary;

import io.losslab.analysis.run.ResultsJson;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the orchestrator knows of a finished cell in addition to its rows. Kept in {@code
 * cells.json}, so that everything else can be rebuilt from the directory.
 *
 * @param cell number, from 0
 * @param params {@code scheme} and {@code seed} among them
 * @param warmupNanos flows that start earlier do not count
 * @param endNanos end of the measurement, after {@code warmupNanos}
 * @param drops packets; null where no switch counts them
 * @param reordered packets out of order
 * @param retransmitted packets, and of NICs that count only how often they went back, these times;
 *     null where a host does not tell
 * @param deadlock the cycle, for users; null where there was none
 * @param switchPauseFrames flow-control frames that switches sent; null where no switch counts them
 * @param hostPauseFrames flow-control frames that hosts sent, which relay or grant credits
 * @param maxEgressQueueBytes most that waited at a switch port for its line; null where no switch
 *     tells
 * @param maxIngressBytes most that a switch held of what came in by one port; null likewise
 * @param reservedBufferBytes that flow control reserves a port
 * @param simulatedSeconds device time
 * @param wallSeconds real time
 * @param packetHops packets leaving a port, ACKs included
 * @param pausesRecorded whether paused time was charged to its causes
 * @param checks all of them
 * @param extra further figures by name, such as {@code throughputLossFraction}
 * @param notes what the cell's tools could not do or tell, for users: each a sentence without a
 *     full stop
 */
public record CellOutcome(
        int cell,
        Map<String, Object> params,
        long warmupNanos,
        long endNanos,
        Long drops,
        long reordered,
        Long retransmitted,
        String deadlock,
        Long switchPauseFrames,
        long hostPauseFrames,
        Long maxEgressQueueBytes,
        Long maxIngressBytes,
        long reservedBufferBytes,
        double simulatedSeconds,
        double wallSeconds,
        long packetHops,
        boolean pausesRecorded,
        List<Check> checks,
        Map<String, Double> extra,
        List<String> notes) {
    public static final String FILE = "cells.json";

    public CellOutcome {
        if (warmupNanos < 0 || endNanos <= warmupNanos) {
            throw new IllegalArgumentException(
                    "cell %d: the measurement from %d to %d ns has no duration"
                            .formatted(cell, warmupNanos, endNanos));
        }
        params = Collections.unmodifiableMap(new LinkedHashMap<>(params));
        checks = List.copyOf(checks);
        notes = notes == null ? List.of() : List.copyOf(notes);
        extra = extra == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(extra));
    }

    /** When the cell ended: messages that are under way after the measurement may still drain. */
    public long lastNanos() {
        return Math.max(endNanos, Math.round(simulatedSeconds * 1e9));
    }

    /** The same, with one note more. */
    public CellOutcome withNote(String note) {
        List<String> more = new ArrayList<>(notes);
        more.add(note);
        return new CellOutcome(
                cell,
                params,
                warmupNanos,
                endNanos,
                drops,
                reordered,
                retransmitted,
                deadlock,
                switchPauseFrames,
                hostPauseFrames,
                maxEgressQueueBytes,
                maxIngressBytes,
                reservedBufferBytes,
                simulatedSeconds,
                wallSeconds,
                packetHops,
                pausesRecorded,
                checks,
                extra,
                more);
    }

    /** Reads the outcomes of a results directory, by cell. */
    public static List<CellOutcome> readAll(Path directory) throws IOException {
        return List.of(ResultsJson.read(directory.resolve(FILE), CellOutcome[].class));
    }
}
