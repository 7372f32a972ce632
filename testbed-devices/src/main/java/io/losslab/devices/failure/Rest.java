package io.losslab.devices.failure;

import java.util.concurrent.TimeUnit;

/** Waiting that an interrupt ends as a command's failure. */
public final class Rest {
    private Rest() {}

    /**
     * Rests a while; not at all where it is 0 or less.
     *
     * @throws CommandFailure where the thread is interrupted
     */
    public static void nanos(long nanos) {
        try {
            TimeUnit.NANOSECONDS.sleep(nanos);
        } catch (InterruptedException e) {
            throw CommandFailure.interrupted(e);
        }
    }
}
