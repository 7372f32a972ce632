package io.losslab.softswitch.fabric.observe;

import io.losslab.softswitch.fabric.engine.EventKind;
import io.losslab.softswitch.fabric.engine.Records;
import java.util.List;

/**
 * Data frames in queues and on links.
 *
 * @param packets how many
 * @param bytes their frame bytes
 */
public record InFlight(long packets, long bytes) {
    /** What several counts come to. */
    public static InFlight sum(List<InFlight> counts) {
        return new InFlight(
                counts.stream().mapToLong(InFlight::packets).sum(),
                counts.stream().mapToLong(InFlight::bytes).sum());
    }

    /**
     * Counts them one by one, so that conservation is checked against what is there and not against
     * another counter.
     */
    public static InFlight count(Records records) {
        boolean[] free = records.freeMap();
        long packets = 0;
        long bytes = 0;
        for (int id = 1; id < free.length; id++) {
            if (!free[id] && records.kind(id) == EventKind.DATA) {
                packets++;
                bytes += records.bytes(id);
            }
        }
        return new InFlight(packets, bytes);
    }
}
