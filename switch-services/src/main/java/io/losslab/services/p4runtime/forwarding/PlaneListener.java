package io.losslab.services.p4runtime.forwarding;

import com.google.protobuf.ByteString;

/** Hears what a plane has for its controller. Called on the plane's thread; must not block. */
public interface PlaneListener {
    /** A frame for the controller has arrived. */
    void onPacket(int ingressPort, ByteString frame);

    /**
     * A queue was paused or may send again.
     *
     * @param timeNanos of the device
     * @param queue or priority
     */
    void onPause(long timeNanos, int port, int queue, boolean paused);

    /** Time has stopped for a while: what is held back goes out. */
    void onIdle(long timeNanos);
}
