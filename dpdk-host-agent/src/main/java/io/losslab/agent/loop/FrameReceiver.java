package io.losslab.agent.loop;

/** Takes the frames that are for this host. Called on the data thread. */
public interface FrameReceiver {
    /** A frame arrived; it may be read until this returns. */
    void onFrame(int port, long frame, int lengthBytes, int kind, int priority, long nowNanos);
}
