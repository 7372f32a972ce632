package io.losslab.driver.p4runtime;

import io.losslab.driver.DeviceException;
import io.losslab.proto.p4.v1.DigestList;
import io.losslab.proto.p4.v1.IdleTimeoutNotification;
import io.losslab.proto.p4.v1.MasterArbitrationUpdate;
import io.losslab.proto.p4.v1.PacketIn;
import io.losslab.proto.p4.v1.StreamError;

/**
 * Hears what a device sends by itself. Calls come one at a time on gRPC's threads and must not
 * block.
 */
public interface StreamListener {
    /** A packet for the controller. */
    default void onPacket(PacketIn packet) {}

    /** A list of digests; acknowledge it so that the same is not withheld for long. */
    default void onDigest(DigestList list) {}

    /** Who is primary has been told, perhaps again. */
    default void onArbitration(MasterArbitrationUpdate update) {}

    /** Entries have not been hit for their timeout. */
    default void onIdleTimeout(IdleTimeoutNotification entries) {}

    /** Something sent on the stream was refused. */
    default void onRefusal(StreamError error) {}

    /** The stream broke off; the session tries to come back by itself. */
    default void onLost(DeviceException reason) {}

    /** The session could not come back and has given up. */
    default void onGivenUp(DeviceException reason) {}
}
