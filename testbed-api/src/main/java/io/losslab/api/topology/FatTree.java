package io.losslab.api.topology;

import io.losslab.api.units.DataRate;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;

/**
 * The three-tier fat-tree of Al-Fares et al. (SIGCOMM 2008): k pods of k/2 edge and k/2 aggregation
 * switches, (k/2)^2 cores, k^3/4 hosts.
 */
public final class FatTree {
    private FatTree() {}

    /**
     * Builds one.
     *
     * @param k ports a switch, even, at least 2
     * @param rate of every link
     * @param delay of every link
     * @param buffer of every switch
     */
    public static Topology build(int k, DataRate rate, Nanos delay, DataSize buffer) {
        if (k < 2 || k % 2 != 0) {
            throw new IllegalArgumentException(
                    "a fat-tree needs an even k of at least 2, got " + k);
        }
        int half = k / 2;
        TopologyBuilder builder = new TopologyBuilder("fat-tree-" + k);
        for (int host = 0; host < k * half * half; host++) {
            builder.host("h" + host);
        }
        for (int pod = 0; pod < k; pod++) {
            for (int i = 0; i < half; i++) {
                builder.switchNode("edge" + pod + "-" + i, buffer);
                builder.switchNode("agg" + pod + "-" + i, buffer);
            }
        }
        for (int core = 0; core < half * half; core++) {
            builder.switchNode("core" + core, buffer);
        }
        for (int pod = 0; pod < k; pod++) {
            for (int i = 0; i < half; i++) {
                String edge = "edge" + pod + "-" + i;
                String agg = "agg" + pod + "-" + i;
                for (int j = 0; j < half; j++) {
                    builder.link("h" + ((pod * half + i) * half + j), edge, rate, delay, "host");
                    builder.link(edge, "agg" + pod + "-" + j, rate, delay, "edge");
                    builder.link(agg, "core" + (i * half + j), rate, delay, "core");
                }
            }
        }
        return builder.build();
    }
}
