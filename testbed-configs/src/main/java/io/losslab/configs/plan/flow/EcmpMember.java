package io.losslab.configs.plan.flow;

/** Which member of an equal-cost set a switch will pick for a flow over UDP. */
@FunctionalInterface
public interface EcmpMember {
    /** Position in the set, 0 up to {@code fanout}. */
    int member(int srcIp, int dstIp, int srcPort, int dstPort, int fanout);
}
