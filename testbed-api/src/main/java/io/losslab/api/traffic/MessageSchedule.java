package io.losslab.api.traffic;

/** Messages of a flow at given times: post times ascend, sizes are above zero. Immutable. */
public final class MessageSchedule {
    /** No message. */
    public static final MessageSchedule EMPTY = new MessageSchedule(new long[0], new long[0]);

    private final long[] postNanos;
    private final long[] bytes;

    private MessageSchedule(long[] postNanos, long[] bytes) {
        this.postNanos = postNanos;
        this.bytes = bytes;
    }

    /**
     * Makes a schedule.
     *
     * @throws IllegalArgumentException where the columns differ in length, times do not ascend or a
     *     size is not above zero
     */
    public static MessageSchedule of(long[] postNanos, long[] bytes) {
        if (postNanos.length != bytes.length) {
            throw new IllegalArgumentException(
                    postNanos.length + " post times, but " + bytes.length + " sizes");
        }
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] <= 0) {
                throw new IllegalArgumentException("message " + i + " has " + bytes[i] + " B");
            }
            if (postNanos[i] < (i == 0 ? 0 : postNanos[i - 1])) {
                throw new IllegalArgumentException(
                        "message " + i + " is posted before the one in front of it");
            }
        }
        return new MessageSchedule(postNanos.clone(), bytes.clone());
    }

    /**
     * Messages of given sizes; the caller decides when each is posted.
     *
     * @throws IllegalArgumentException where a size is not above zero
     */
    public static MessageSchedule untimed(long[] bytes) {
        return of(new long[bytes.length], bytes);
    }

    public int size() {
        return bytes.length;
    }

    public long postNanos(int message) {
        return postNanos[message];
    }

    public long bytes(int message) {
        return bytes[message];
    }
}
