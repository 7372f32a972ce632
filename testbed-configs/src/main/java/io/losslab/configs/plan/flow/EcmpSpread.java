package io.losslab.configs.plan.flow;

import io.losslab.api.frame.FlowHash;
import java.util.SplittableRandom;

/**
 * Chooses UDP source ports so that a flow takes a wanted member of an equal-cost set: what an
 * operator does with perftest's port option until the flows lie as wanted.
 */
final class EcmpSpread {
    static final int FIRST_PORT = 49_152;
    static final int PORTS = 65_536 - FIRST_PORT;

    private final EcmpMember hash;

    /** Makes a chooser for the switch that has the set. */
    EcmpSpread(EcmpMember hash) {
        this.hash = hash;
    }

    /**
     * A port whose flow takes the member, searched from a random one on.
     *
     * @throws IllegalStateException where no port of the range leads there
     */
    int port(SplittableRandom random, int srcIp, int dstIp, int member, int fanout) {
        int start = random.nextInt(PORTS);
        for (int i = 0; i < PORTS; i++) {
            int port = FIRST_PORT + (start + i) % PORTS;
            if (hash.member(srcIp, dstIp, port, FlowHash.ROCE_PORT, fanout) == member) {
                return port;
            }
        }
        throw new IllegalStateException(
                "no UDP source port selects ECMP member " + member + " of " + fanout);
    }
}
