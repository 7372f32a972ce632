package io.losslab.configs.traffic;

import io.losslab.api.topology.Node;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import io.losslab.traffic.program.ProgramSource;
import io.losslab.traffic.schedule.Workload;
import java.util.List;
import java.util.Optional;

/** What the flows of a group do. */
public sealed interface TrafficPattern {
    /** What its messages carry, for users. */
    default String describeSizes() {
        if (this instanceof Scheduled scheduled) {
            return scheduled.workload().describeSizes();
        }
        return this instanceof Programmed programmed
                ? programmed.source().describeSizes()
                : messageSize().map(DataSize::toString).orElse("");
    }

    /** Size of all messages; empty where every flow has its own. */
    default Optional<DataSize> messageSize() {
        if (this instanceof Bandwidth bandwidth) {
            return Optional.of(bandwidth.size());
        }
        return this instanceof Latency latency ? Optional.of(latency.size()) : Optional.empty();
    }

    /**
     * Queue pairs that keep the wire full, like ib_write_bw.
     *
     * @param size of a message, above zero
     * @param flows queue pairs in all
     * @param txDepth messages a queue pair keeps outstanding
     * @param iterations messages a queue pair sends; 0 for as many as fit
     */
    record Bandwidth(DataSize size, int flows, int txDepth, long iterations)
            implements TrafficPattern {}

    /**
     * One ping-pong message at a time, like ib_write_lat.
     *
     * @param size of a message, above zero
     * @param flows queue pairs in all
     * @param iterations messages a queue pair sends; 0 for as many as fit
     * @param gap idle time between an answer and the next message
     */
    record Latency(DataSize size, int flows, long iterations, Nanos gap)
            implements TrafficPattern {}

    /**
     * Flows of one message each.
     *
     * @param workload makes them
     * @param sites hosts of each datacenter, where the workload tells them apart; may be empty
     */
    record Scheduled(Workload workload, List<List<Node>> sites) implements TrafficPattern {
        public Scheduled {
            sites = sites.stream().map(List::copyOf).toList();
        }
    }

    /**
     * Ranks of a collective or of a trace: queue pairs whose messages wait for others and for
     * computations, iteration after iteration.
     *
     * @param source makes the operations of an iteration
     * @param iterations above zero
     */
    record Programmed(ProgramSource source, long iterations) implements TrafficPattern {}
}
