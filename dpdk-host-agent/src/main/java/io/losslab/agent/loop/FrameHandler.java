package io.losslab.agent.loop;

import io.losslab.agent.dpdk.Burst;

/** What happens to frames that are not flow control. Called on the data thread. */
public interface FrameHandler {
    /**
     * Frames of one kind and priority came in, one behind the other.
     *
     * @param port they came in by, from 1
     * @param in the burst they are in
     * @param from index of the first
     * @param to index behind the last
     * @param kind as {@link io.losslab.agent.frame.FrameReader#kind} tells
     * @param priority 0..7
     * @param finished takes the buffers that are not needed any longer; the others are taken over
     */
    void onFrames(int port, Burst in, int from, int to, int kind, int priority, Burst finished);
}
