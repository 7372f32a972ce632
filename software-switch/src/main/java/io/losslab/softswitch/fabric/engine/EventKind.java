package io.losslab.softswitch.fabric.engine;

/**
 * What a record on the agenda is: a packet arriving, or something due. Fits the four bits of a
 * record's body.
 */
public final class EventKind {
    public static final int DATA = 0;
    public static final int ACK = 1;
    public static final int NACK = 2;

    /** MAC control frame; the flow word holds the place of its bytes. */
    public static final int MAC_CONTROL = 3;

    /** A port's line is free again and something waits. */
    public static final int PORT_FREE = 4;

    /** A pause may have run out; sequence word: priority. */
    public static final int PAUSE_EXPIRY = 5;

    /** A scheme's timer; flow word: scheme, sequence word: timer. */
    public static final int SCHEME_TIMER = 6;

    /** A flow starts or posts its next message; flow word: flow. */
    public static final int FLOW_POST = 7;

    /** A flow's retransmission timer; flow word: flow. */
    public static final int RETRANSMIT = 8;

    /** Something is due that was put off; flow word: which. */
    public static final int APPOINTMENT = 9;

    /**
     * What a paused upstream held back one propagation delay ago; flow word: egress port, 0 for
     * nothing.
     */
    public static final int WITHHELD = 10;

    /** Frame between controllers; flow word: which. */
    public static final int CONTROLLER_FRAME = 11;

    /** A host acts upon a MAC control frame that came before; flow word as there. */
    public static final int PAUSE_REACTION = 12;

    /**
     * A host sends a pause frame that was asked for; flow word: which call, sequence word: what.
     */
    public static final int PAUSE_TO_SEND = 13;

    /** A step of a host's program is due; flow word: timer. */
    public static final int PROGRAM_STEP = 14;

    /** A flow may send its next packet at its own rate; flow word: flow. */
    public static final int PACE = 15;

    /** Bit by kind: what comes to a port from the far end of its link. */
    static final int ARRIVALS =
            1 << DATA
                    | 1 << ACK
                    | 1 << NACK
                    | 1 << MAC_CONTROL
                    | 1 << WITHHELD
                    | 1 << CONTROLLER_FRAME;

    private EventKind() {}
}
