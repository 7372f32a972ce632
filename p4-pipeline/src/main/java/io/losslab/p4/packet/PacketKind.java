package io.losslab.p4.packet;

/** Where a packet comes from, as {@code instance_type} says it. */
public enum PacketKind {
    NORMAL(0),
    INGRESS_CLONE(1),
    EGRESS_CLONE(2),
    RECIRCULATED(4),
    REPLICATED(5),
    RESUBMITTED(6);

    private final int code;

    PacketKind(int code) {
        this.code = code;
    }

    /** The number that simple_switch gives it. */
    public int code() {
        return code;
    }
}
