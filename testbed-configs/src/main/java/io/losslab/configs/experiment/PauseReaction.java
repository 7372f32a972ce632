package io.losslab.configs.experiment;

import io.losslab.api.topology.Topology;
import io.losslab.api.units.Nanos;
import java.util.OptionalLong;

/** How late hosts act on a pause, where an experiment does not say it. */
public interface PauseReaction {
    /** Hosts that act at once. */
    PauseReaction NONE = (timeDilation, topology) -> new Nanos(0);

    /**
     * Of the hosts of a topology.
     *
     * @param timeDilation what the experiment slows live runs down by; empty where it leaves that
     *     out
     */
    Nanos of(OptionalLong timeDilation, Topology topology);
}
