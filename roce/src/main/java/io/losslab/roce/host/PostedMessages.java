package io.losslab.roce.host;

import io.losslab.api.traffic.FlowSpec;

/**
 * The messages of one flow: where they lie in its sequence space, how many are posted, acknowledged
 * and logged, and when those in between were posted. Times are in the host's own unit.
 */
public final class PostedMessages {
    public final FlowSpec spec;
    public final MessageSpace space;

    /** Of messages that are not logged yet, by number modulo length. */
    private long[] postTimes;

    /** Time from which the spec's times count. */
    long origin;

    /** No message is posted at or after it. */
    private long stop;

    private long posted;
    private long acknowledged;
    private long logged;
    private int resentPackets;

    /**
     * Makes a flow that has posted nothing.
     *
     * @param stop no message is posted at or after it
     */
    public PostedMessages(FlowSpec spec, int mtuBytes, long stop) {
        this.spec = spec;
        this.stop = stop;
        space = new MessageSpace(spec, mtuBytes);
        // The log may be behind by as many as are outstanding.
        int most = spec.hasOwnSizes() ? spec.schedule().size() : 2 * spec.txDepth();
        postTimes = new long[Math.max(1, most)];
    }

    /** As the other end of a flow that has stopped knows it: so many messages were posted. */
    public void stopWith(long postedInAll) {
        stop = 0;
        posted = postedInAll;
    }

    /** Posts no message at or after a time. */
    public void stopAt(long time) {
        stop = Math.min(stop, time);
    }

    /** Messages posted so far. */
    public long posted() {
        return posted;
    }

    /** Messages whose packets are all acknowledged. */
    public long acknowledged() {
        return acknowledged;
    }

    /** Messages in the log. */
    public long logged() {
        return logged;
    }

    /** Whether nothing is to come after so many messages. */
    public boolean isComplete(long messages, long now) {
        return messages == space.count() || now >= stop && messages == posted;
    }

    /** End of the oldest message not acknowledged; {@link Long#MAX_VALUE} if there is none. */
    public long oldestEnd() {
        return acknowledged < posted ? space.end(acknowledged) : Long.MAX_VALUE;
    }

    /** Packets were retransmitted, or not after all. */
    public void addResent(int packets) {
        resentPackets += packets;
    }

    /** Packets retransmitted since the last message was logged. */
    public int resent() {
        return resentPackets;
    }

    boolean isScheduled() {
        return spec.pattern() == FlowSpec.Pattern.SCHEDULED;
    }

    boolean mayPost(long now) {
        return now < stop;
    }

    /** Posts the next message; returns where its packets end. */
    long post(long now) {
        if (posted - logged == postTimes.length) {
            keepMorePostTimes();
        }
        postTimes[(int) (posted % postTimes.length)] = now;
        return space.end(posted++);
    }

    /** The log may be behind, where it is put together now and then. */
    private void keepMorePostTimes() {
        long[] more = new long[2 * postTimes.length];
        for (long message = logged; message < posted; message++) {
            more[(int) (message % more.length)] = postTime(message);
        }
        postTimes = more;
    }

    void acknowledgeNext() {
        acknowledged++;
    }

    /** Number of the next message to log. */
    long logNext() {
        return logged++;
    }

    long postTime(long message) {
        return postTimes[(int) (message % postTimes.length)];
    }

    int takeResent() {
        int packets = resentPackets;
        resentPackets = 0;
        return packets;
    }
}
