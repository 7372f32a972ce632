package io.losslab.softswitch.fabric.capture;

/** Gets the frames of tapped ports. Called on the fabric's thread. */
@FunctionalInterface
public interface FrameCapture {
    /**
     * A frame passed; its bytes are valid during the call.
     *
     * @param tap number given to {@link Taps#add}
     * @param nanos when its first bit left the port, or its last bit reached it
     * @param outbound whether the port sent it
     * @param frame from the destination MAC on, without FCS
     * @param capturedBytes how many of it are there
     * @param frameBytes how many it has
     */
    void onFrame(
            int tap, long nanos, boolean outbound, byte[] frame, int capturedBytes, int frameBytes);
}
