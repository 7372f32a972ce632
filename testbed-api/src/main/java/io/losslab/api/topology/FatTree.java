package io.losslab.api.topology;

import io.losslab.api.units.DataRate;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;

/**
 * The three-tier fat-tree of Al-Fares et al. (SIGCOMM 2008): k pods of k/2 edge and k/2 aggregation
 * switches, (k/2)^2 cores, and k^3/4 hosts where an edge has as many as it has uplinks.
 *
 * <p>Hosts {@code h0}, {@code h1}, ..., edge by edge; switches {@code edgeP-I}, {@code aggP-I} with
 * P the pod, {@code coreI}; link groups {@code host}, {@code edge} (edge to aggregation), {@code
 * core}. Core c is attached to aggregation switch c / (k/2) of every pod.
 *
 * @param k ports a switch has towards other switches and, for k/2 hosts, all its ports; even, 2 to
 *     64
 * @param hostsPerEdge hosts an edge switch has, 1 to 1024; k/2 makes the tree non-blocking
 * @param link every link
 * @param switches every switch
 */
public record FatTree(int k, int hostsPerEdge, LinkType link, SwitchType switches)
        implements TopologyGenerator {
    public FatTree {
        if (k < 2 || k > 64 || k % 2 != 0) {
            throw new IllegalArgumentException("a fat-tree needs an even k from 2 to 64, got " + k);
        }
        if (hostsPerEdge < 1 || hostsPerEdge > 1024) {
            throw new IllegalArgumentException(
                    "an edge switch has 1 to 1024 hosts, got " + hostsPerEdge);
        }
    }

    /**
     * The tree with k/2 hosts an edge switch and the default pipeline.
     *
     * @param k ports a switch, even, at least 2
     * @param rate of every link
     * @param delay of every link
     * @param buffer of every switch
     */
    public static Topology build(int k, DataRate rate, Nanos delay, DataSize buffer) {
        return new FatTree(
                        k,
                        Math.max(1, k / 2),
                        new LinkType(rate, delay),
                        new SwitchType(buffer, Node.DEFAULT_PIPELINE))
                .build();
    }

    @Override
    public int nodes() {
        return hosts() + 2 * k * (k / 2) + cores();
    }

    /** The tree alone. */
    @Override
    public Topology build() {
        TopologyBuilder builder = new TopologyBuilder("fat-tree-" + k);
        addHosts(builder, "");
        addSwitches(builder, "");
        addLinks(builder, "");
        return builder.build();
    }

    private int hosts() {
        return k * (k / 2) * hostsPerEdge;
    }

    int cores() {
        return k / 2 * (k / 2);
    }

    /** Adds the hosts, their names behind a prefix. */
    void addHosts(TopologyBuilder builder, String prefix) {
        for (int host = 0; host < hosts(); host++) {
            builder.host(prefix + "h" + host);
        }
    }

    void addSwitches(TopologyBuilder builder, String prefix) {
        for (int pod = 0; pod < k; pod++) {
            for (int i = 0; i < k / 2; i++) {
                builder.switchNode(prefix + "edge" + pod + "-" + i, switches);
                builder.switchNode(prefix + "agg" + pod + "-" + i, switches);
            }
        }
        for (int core = 0; core < cores(); core++) {
            builder.switchNode(prefix + "core" + core, switches);
        }
    }

    void addLinks(TopologyBuilder builder, String prefix) {
        int half = k / 2;
        for (int pod = 0; pod < k; pod++) {
            for (int i = 0; i < half; i++) {
                String edge = prefix + "edge" + pod + "-" + i;
                String agg = prefix + "agg" + pod + "-" + i;
                for (int j = 0; j < Math.max(half, hostsPerEdge); j++) {
                    if (j < hostsPerEdge) {
                        int host = (pod * half + i) * hostsPerEdge + j;
                        builder.link(prefix + "h" + host, edge, link, "host");
                    }
                    if (j < half) {
                        String upper = prefix + "agg" + pod + "-" + j;
                        builder.link(edge, upper, link, "edge");
                        builder.link(agg, prefix + "core" + (i * half + j), link, "core");
                    }
                }
            }
        }
    }
}
