package io.losslab.agent.traffic;

import io.losslab.roce.host.FlowNumbers;

/**
 * The flows of which packets may come: those that were named or, while none were, the first so many
 * that come. Data thread; allocates only where flows are named.
 */
final class IncomingFlows {
    /** Each takes about 1 KB once its first packet has come. */
    private static final int MOST_UNNAMED = 1 << 14;

    private static final int PORT_BITS = 16;

    /** By flow id and where it comes from: 1. */
    private final FlowNumbers named = new FlowNumbers();

    private boolean restricted;

    /** Any flow may come again. */
    void clear() {
        named.clear();
        restricted = false;
    }

    /** From here on, only flows that were named may come; whether that is news. */
    boolean restrict() {
        boolean news = !restricted;
        restricted = true;
        return news;
    }

    boolean isRestricted() {
        return restricted;
    }

    /** Names a flow. */
    void add(int flowId, int sourceIpv4, int udpSourcePort) {
        named.put(key(sourceIpv4, udpSourcePort), flowId, 1);
    }

    /**
     * Whether a packet may begin a flow here.
     *
     * @param known flows that have begun
     */
    boolean admits(int flowId, int sourceIpv4, int udpSourcePort, int known) {
        return restricted
                ? named.get(key(sourceIpv4, udpSourcePort), flowId) != 0
                : known < MOST_UNNAMED;
    }

    private static long key(int sourceIpv4, int udpSourcePort) {
        return (long) sourceIpv4 << PORT_BITS | udpSourcePort;
    }
}
