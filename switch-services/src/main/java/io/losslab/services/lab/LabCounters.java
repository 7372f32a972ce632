package io.losslab.services.lab;

import io.losslab.api.topology.Node;
import io.losslab.proto.v1.CounterSamples;
import io.losslab.proto.v1.HostCounters;
import io.losslab.services.fabric.CounterSampler;
import io.losslab.softswitch.fabric.Fabric;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * What all devices of a virtual lab have counted, at one time.
 *
 * @param switches counters of ports, queues and priorities, by the name of the switch
 * @param hosts totals by the name of the host
 */
public record LabCounters(Map<String, CounterSamples> switches, Map<String, HostCounters> hosts) {
    /** Reads them; on the fabric's thread. */
    static LabCounters read(Fabric fabric, VirtualHosts hosts) {
        LabCounters counters = new LabCounters(new LinkedHashMap<>(), new LinkedHashMap<>());
        for (Node node : fabric.topology().nodes()) {
            if (node.isHost()) {
                counters.hosts.put(node.name(), new VirtualHost(fabric, hosts, node).counters());
            } else {
                counters.switches.put(node.name(), samples(fabric, node));
            }
        }
        return counters;
    }

    private static CounterSamples samples(Fabric fabric, Node node) {
        CounterSamples.Builder rows = CounterSamples.newBuilder();
        new CounterSampler(
                        fabric,
                        node.id(),
                        IntStream.rangeClosed(1, node.ports()).boxed().toList(),
                        CounterSampler.known(),
                        false,
                        true)
                .sample(rows);
        return rows.build();
    }
}
