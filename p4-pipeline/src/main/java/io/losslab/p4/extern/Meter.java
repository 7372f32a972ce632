package io.losslab.p4.extern;

/** Colours what arrives, without regard to a colour it had before. */
public interface Meter {
    int GREEN = 0;
    int YELLOW = 1;
    int RED = 2;

    /** The colour of what arrives now; {@code amount} is bytes, or 1 packet. */
    int mark(long amount, long nowNanos);
}
