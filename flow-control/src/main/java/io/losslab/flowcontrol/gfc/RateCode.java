package io.losslab.flowcontrol.gfc;

/**
 * From queue length to rate: the downstream's choice of a code for its queue, and what the code
 * means to the upstream.
 */
interface RateCode {
    /** The code that stops the upstream. */
    int STOP = 0xFFFF;

    /**
     * The code to send.
     *
     * @param queueBytes ingress bytes now
     * @param code that holds now
     */
    int of(long queueBytes, int code);

    /** Whether {@link #of} can be this code; what else a frame tells is damage. */
    boolean has(int code);

    /** Time a frame of so many nanoseconds on the line takes at the rate of a code but STOP. */
    long pacedNanos(long lineNanos, int code);
}
