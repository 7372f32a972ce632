package io.losslab.agent.loop;

/** What happens to frames that are not flow control. Called on the data thread. */
public interface FrameHandler {
    /**
     * A frame came in.
     *
     * @param port it came in by, from 1
     * @param buffer its packet buffer
     * @param frame address of its first byte
     * @param kind as {@link io.losslab.agent.frame.FrameReader#kind} tells
     * @param priority 0..7
     * @return whether the buffer was taken over; else the loop frees it
     */
    boolean onFrame(int port, long buffer, long frame, int lengthBytes, int kind, int priority);
}
