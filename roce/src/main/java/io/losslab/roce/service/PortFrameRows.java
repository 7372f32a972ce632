package io.losslab.roce.service;

import io.losslab.proto.v1.PassedFrame;
import io.losslab.proto.v1.PortFrames;
import io.losslab.roce.host.PassedFrames;
import java.util.ArrayList;
import java.util.List;

/** Frames that passed a port, as messages. */
public final class PortFrameRows {
    private static final int ROWS_A_MESSAGE = 1 << 16;

    private PortFrameRows() {}

    /**
     * Hands over what was noted, and forgets it.
     *
     * @param runNanos when the host's run began, by the clock of the rows
     */
    public static List<PortFrames> take(PassedFrames frames, long runNanos) {
        List<PortFrames> messages = new ArrayList<>();
        int from = 0;
        do {
            int to = Math.min(frames.size(), from + ROWS_A_MESSAGE);
            messages.add(rows(frames, from, to, runNanos));
            from = to;
        } while (from < frames.size());
        frames.clear();
        return messages;
    }

    private static PortFrames rows(PassedFrames frames, int from, int to, long runNanos) {
        PortFrames.Builder rows = PortFrames.newBuilder().setMissed(frames.missed());
        for (int row = from; row < to; row++) {
            rows.addTimeNs(frames.nanos(row) - runNanos)
                    .addFrame(passed(frames.kind(row)))
                    .addPriority(frames.priority(row))
                    .addSize(frames.size(row));
        }
        return rows.build();
    }

    private static PassedFrame passed(int kind) {
        return switch (kind) {
            case PassedFrames.DATA_SENT -> PassedFrame.DATA_SENT;
            case PassedFrames.DATA_RECEIVED -> PassedFrame.DATA_RECEIVED;
            case PassedFrames.PAUSE_SENT -> PassedFrame.PAUSE_SENT;
            default -> PassedFrame.PAUSE_RECEIVED;
        };
    }
}
