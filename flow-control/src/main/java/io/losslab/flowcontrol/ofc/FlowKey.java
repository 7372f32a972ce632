package io.losslab.flowcontrol.ofc;

/** What makes packets a flow to OFC. */
public enum FlowKey {
    /** Source and destination address. */
    PAIR("pair"),
    /** Addresses, ports and protocol; of RoCEv2 the UDP source port alone differs in a pair. */
    FIVE_TUPLE("fiveTuple");

    private final String word;

    FlowKey(String word) {
        this.word = word;
    }

    /** As files have it. */
    String word() {
        return word;
    }

    static FlowKey of(String word) {
        return word.equals(PAIR.word) ? PAIR : FIVE_TUPLE;
    }
}
