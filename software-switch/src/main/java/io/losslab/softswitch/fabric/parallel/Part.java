package io.losslab.softswitch.fabric.parallel;

/**
 * A part of a fabric, as the thread that runs it sees it. What other parts are to get goes into one
 * of two boxes, in turns, so that they can take it while this part goes on.
 */
public interface Part {
    /** Everything due by a time has happened on return, and time stands there. */
    void run(long untilPicos);

    /** A time before which nothing happens here; {@link Long#MAX_VALUE} where nothing will. */
    long nothingBefore();

    /**
     * Puts what has left for other parts into a box, in place of what was there.
     *
     * @param box 0 or 1
     * @return when the first of it arrives; {@link Long#MAX_VALUE} where there is none
     */
    long send(int box);

    /** Takes what other parts have put into a box for this one. */
    void receive(int box);
}
