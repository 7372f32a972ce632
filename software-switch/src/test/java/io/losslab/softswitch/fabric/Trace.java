package io.losslab.softswitch.fabric;

import io.losslab.api.topology.Node;
import io.losslab.api.traffic.FlowLog;
import io.losslab.api.traffic.IterationLog;
import io.losslab.flowcontrol.GaugeSink;
import io.losslab.roce.host.HostTotals;
import io.losslab.softswitch.fabric.observe.EventLog;
import java.util.ArrayList;
import java.util.List;

/** All that can be seen of a fabric from outside, to compare runs. */
public final class Trace {
    private Trace() {}

    public static List<Object> of(Fabric fabric) {
        List<Object> seen = new ArrayList<>();
        seen.add(fabric.nowNanos());
        seen.add(fabric.counters().packetHops());
        seen.add(fabric.counters().inFlight());
        for (Node node : fabric.topology().nodes()) {
            for (int port = 1; port <= node.ports(); port++) {
                seen.add(node.name() + ":" + port);
                seen.add(fabric.counters().port(node.id(), port));
            }
            if (node.isHost()) {
                HostTotals host = fabric.counters().host(node.id());
                seen.add(host.framesReceived());
                seen.add(host.dataPacketsSent());
                seen.add(host.dataPacketsReceived());
                seen.add(host.payloadBytesDelivered());
                seen.add(host.retransmittedPackets());
                seen.add(host.reorderedPackets());
                seen.add(fabric.counters().outstandingMessages(node.id()));
            }
            fabric.schemes().readGauges(node.id(), new Gauges(seen));
        }
        FlowLog log = fabric.drainFlows();
        for (int row = 0; row < log.size(); row++) {
            seen.add(
                    List.of(
                            log.flow(row),
                            log.bytes(row),
                            log.startNanos(row),
                            log.endNanos(row),
                            log.retransmits(row)));
        }
        List<IterationLog.Iteration> iterations = fabric.drainIterations();
        seen.addAll(iterations);
        for (EventLog.Kind kind : EventLog.Kind.values()) {
            seen.add(fabric.events().count(kind));
        }
        seen.addAll(fabric.events().drain());
        return seen;
    }

    private record Gauges(List<Object> seen) implements GaugeSink {
        @Override
        public void mean(String name, double value) {
            seen.add(value);
        }

        @Override
        public void max(String name, double value) {
            seen.add(value);
        }

        @Override
        public void sum(String name, double value) {
            seen.add(value);
        }
    }
}
