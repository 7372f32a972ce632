package io.losslab.services.p4runtime.entity;

import io.losslab.proto.p4.v1.CloneSessionEntry;
import io.losslab.proto.p4.v1.MulticastGroupEntry;

/** Who carries out multicast groups and clone sessions. */
public interface ReplicationListener {
    /** For a device that only keeps them. */
    ReplicationListener NONE =
            new ReplicationListener() {
                @Override
                public void groupChanged(int group, MulticastGroupEntry entry, Journal journal) {}

                @Override
                public void sessionChanged(int session, CloneSessionEntry entry, Journal journal) {}
            };

    /** A group is new or another; {@code entry} is null where it is gone. */
    void groupChanged(int group, MulticastGroupEntry entry, Journal journal);

    /** A clone session is new or another; {@code entry} is null where it is gone. */
    void sessionChanged(int session, CloneSessionEntry entry, Journal journal);
}
