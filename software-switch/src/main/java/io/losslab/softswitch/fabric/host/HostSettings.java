package io.losslab.softswitch.fabric.host;

import io.losslab.flowcontrol.PauseTimer;
import io.losslab.roce.frame.DscpMap;
import io.losslab.roce.host.TransportSettings;
import io.losslab.roce.recovery.GoBackN;
import java.util.List;

/**
 * How a host sends and obeys.
 *
 * @param transport of the flows that start here; recovery holds at both their ends
 * @param queueOfPriority transmit queue of each traffic class, eight of 0..7
 * @param dscps of each traffic class
 * @param obeyedPriorities pause frames for these are obeyed, bit i = priority i
 * @param timer whether a full pause expires
 * @param pauseReactionNanos it acts upon flow-control frames so long after they have come
 */
public record HostSettings(
        TransportSettings transport,
        List<Integer> queueOfPriority,
        DscpMap dscps,
        int obeyedPriorities,
        PauseTimer timer,
        long pauseReactionNanos) {
    private static final long GO_BACK_NANOS = 100_000_000L;

    public HostSettings {
        if (pauseReactionNanos < 0) {
            throw new IllegalArgumentException(
                    "pauseReaction must not be negative: " + pauseReactionNanos);
        }
        queueOfPriority = List.copyOf(queueOfPriority);
        if (queueOfPriority.size() != 8 || queueOfPriority.stream().anyMatch(q -> q < 0 || q > 7)) {
            throw new IllegalArgumentException(
                    "the class map needs eight queues of 0..7: " + queueOfPriority);
        }
    }

    /** Class i in queue i and with class selector i, all pauses obeyed at once. */
    public static HostSettings of(TransportSettings transport) {
        return new HostSettings(
                transport,
                List.of(0, 1, 2, 3, 4, 5, 6, 7),
                DscpMap.STANDARD,
                0xFF,
                PauseTimer.QUANTA,
                0);
    }

    /** An ACK a packet, 100 ms to go back, no congestion control. */
    public static HostSettings withMtu(int mtuBytes) {
        return of(new TransportSettings(mtuBytes, 1, new GoBackN(GO_BACK_NANOS, 0), null));
    }
}
