package io.losslab.agent.loop;

/** Something that writes own frames into the queues. Called on the data thread, every turn. */
public interface FrameSource {
    /** A host that sends nothing of its own. */
    FrameSource NONE = nowNanos -> 0;

    /**
     * Offers what there is to the queues, as far as they take it.
     *
     * @return frames they took
     */
    int offer(long nowNanos);

    /** When there is something to offer at the latest; {@link Long#MAX_VALUE} if unknown. */
    default long nextDueNanos() {
        return Long.MAX_VALUE;
    }
}
