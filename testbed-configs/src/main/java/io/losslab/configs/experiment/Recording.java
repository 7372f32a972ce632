package io.losslab.configs.experiment;

import io.losslab.api.topology.Link;
import io.losslab.api.units.Nanos;
import java.util.List;

/**
 * What is sampled while a cell runs.
 *
 * @param interval between counter samples, at least 1 us
 * @param links at whose switch ports counters are sampled; empty for no samples
 * @param events whether pauses, resumes and drops are kept one by one
 * @param pauses whether the pause time of flows is attributed to the ports that caused it
 */
public record Recording(Nanos interval, List<Link> links, boolean events, boolean pauses) {
    public static final Recording NONE =
            new Recording(new Nanos(1_000_000), List.of(), false, false);

    public Recording {
        links = List.copyOf(links);
    }
}
