package io.losslab.agent.queue;

import io.losslab.agent.dpdk.Burst;

/** Frames for queues that look at lengths only: buffer n has the address n. */
final class TestFrames {
    private TestFrames() {}

    /** A burst of frames of one length without FCS, with buffers from a number on. */
    static Burst burst(long firstBuffer, int count, int lengthBytes) {
        Burst burst = new Burst();
        for (int i = 0; i < count; i++) {
            burst.add(firstBuffer + i);
            burst.setLength(i, lengthBytes);
        }
        return burst;
    }
}
