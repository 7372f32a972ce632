package io.losslab.services.p4runtime.forwarding;

import com.google.protobuf.ByteString;
import java.math.BigInteger;
import java.util.List;

/** Hears what a plane has for its controller. Called on the plane's thread; must not block. */
public interface PlaneListener {
    /** A frame for the controller has arrived. */
    void onPacket(int ingressPort, ByteString frame);

    /** A program sends its controller a packet, its header for this in front. */
    void onProgramPacket(ByteString packet);

    /**
     * A queue was paused or may send again.
     *
     * @param timeNanos of the device
     * @param queue or priority
     */
    void onPause(long timeNanos, int port, int queue, boolean paused);

    /**
     * A program sends a digest.
     *
     * @param timeNanos of the device
     * @param digest its name in the program
     * @param fields what they hold, those of nested structs one after another, as bits without sign
     */
    void onDigest(long timeNanos, String digest, List<BigInteger> fields);

    /**
     * A reminder that was asked for: all that happened before has been reported.
     *
     * @param timeNanos of the device
     */
    void onReminder(long timeNanos);

    /** Time has stopped for a while: what is held back goes out. */
    void onIdle(long timeNanos);
}
