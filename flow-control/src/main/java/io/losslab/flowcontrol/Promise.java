package io.losslab.flowcontrol;

/** What a scheme guarantees at a port while {@link SchemeType#problems} finds nothing. */
public enum Promise {
    /** No packet is dropped. */
    NO_DROPS,

    /**
     * Every flow that it stops passes the congested port on whose account (Pyrrha, Definition 7).
     */
    NO_HOL_BLOCKING,

    /**
     * No egress idles because its upstream was paused too long, provided that the upstream always
     * has packets (Bifrost, III-B and IV-C).
     */
    NO_THROUGHPUT_LOSS,

    /** The ingress queue stays within its bounds (Bifrost, Theorem 1). */
    BOUNDED_QUEUE
}
