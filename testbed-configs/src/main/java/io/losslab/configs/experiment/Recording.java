package io.losslab.configs.experiment;

import io.losslab.api.topology.Link;
import io.losslab.api.units.Nanos;
import io.losslab.proto.v1.Counter;
import java.util.List;

/**
 * What is sampled while a cell runs.
 *
 * @param interval between counter samples, at least 1 us
 * @param links at whose switch ports counters are sampled; empty for no samples
 * @param counters that are sampled there
 * @param events whether pauses, resumes and drops are kept one by one
 * @param pauses whether the pause time of flows is attributed to the ports that caused it
 */
public record Recording(
        Nanos interval, List<Link> links, List<Counter> counters, boolean events, boolean pauses) {
    /**
     * Counters that are sampled whatever the figures show: occupancy, throughput either way, and
     * what flow control held back.
     */
    public static final List<Counter> ALWAYS =
            List.of(
                    Counter.INGRESS_BYTES,
                    Counter.EGRESS_BYTES,
                    Counter.RX_BYTES,
                    Counter.TX_BYTES,
                    Counter.PAUSED_NANOS);

    public static final Recording NONE =
            new Recording(new Nanos(1_000_000), List.of(), ALWAYS, false, false);

    public Recording {
        links = List.copyOf(links);
        counters = List.copyOf(counters);
    }
}
