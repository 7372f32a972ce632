package io.losslab.configs.experiment;

import io.losslab.api.units.Nanos;
import io.losslab.configs.scheme.NamedChoice;
import java.util.Optional;

/**
 * Settings of all hosts.
 *
 * @param mtuBytes RoCE path MTU: payload of a packet
 * @param ackEveryPackets one ACK for so many packets and for a message's last; at least 1
 * @param retransmitTimeout Go-Back-N resends after so long without progress
 * @param pauseReaction hosts may go on sending for so long after a pause has come
 * @param recovery how lost packets are retransmitted; empty for Go-Back-N with that timeout
 * @param congestionControl of all queue pairs; empty for none
 */
public record HostSettings(
        int mtuBytes,
        int ackEveryPackets,
        Nanos retransmitTimeout,
        Nanos pauseReaction,
        Optional<NamedChoice> recovery,
        Optional<NamedChoice> congestionControl) {
    public static final HostSettings DEFAULT =
            new HostSettings(
                    4096,
                    1,
                    new Nanos(100_000_000),
                    new Nanos(0),
                    Optional.empty(),
                    Optional.empty());

    /** The same, but for when hosts act on a pause. */
    public HostSettings reactingAfter(Nanos reaction) {
        return new HostSettings(
                mtuBytes,
                ackEveryPackets,
                retransmitTimeout,
                reaction,
                recovery,
                congestionControl);
    }
}
