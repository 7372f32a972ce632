package io.losslab.flowcontrol.ofc;

/** What makes packets a flow to OFC. */
public enum FlowKey {
    /** Source and destination address. */
    PAIR,
    /** Addresses, ports and protocol; of RoCEv2 the UDP source port alone differs in a pair. */
    FIVE_TUPLE
}
