package io.losslab.orchestrator.experiment;

import io.losslab.api.frame.FlowHash;
import io.losslab.api.units.Nanos;
import io.losslab.orchestrator.network.Network;
import io.losslab.orchestrator.traffic.TrafficGroup;
import java.util.List;

/**
 * Everything a cell runs, but for its seed.
 *
 * @param network the lab
 * @param duration when traffic ends
 * @param warmup what starts before this is not measured; below the duration
 * @param drain how long after the duration frames may still arrive
 * @param ecmpHash by which switches spread flows
 * @param hosts settings of all hosts
 * @param controls flow control of the switch ports that have one
 * @param traffic groups in the file's order
 * @param recording what is sampled on the way
 */
public record Setup(
        Network network,
        Nanos duration,
        Nanos warmup,
        Nanos drain,
        FlowHash ecmpHash,
        HostSettings hosts,
        List<PortControl> controls,
        List<TrafficGroup> traffic,
        Recording recording) {
    public Setup {
        controls = List.copyOf(controls);
        traffic = List.copyOf(traffic);
    }

    /** Most that the scheme sets aside at one port: that of the longest link, as a rule. */
    public long reservedBufferBytes() {
        return controls.stream().mapToLong(PortControl::reservedBytes).max().orElse(0);
    }
}
