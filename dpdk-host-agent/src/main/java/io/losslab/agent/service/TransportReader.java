package io.losslab.agent.service;

import io.losslab.agent.traffic.TransportSettings;
import io.losslab.flowcontrol.Settings;
import io.losslab.proto.v1.HostConfig;
import io.losslab.proto.v1.NamedScheme;
import io.losslab.roce.congestion.CongestionChoice;
import io.losslab.roce.congestion.CongestionControls;
import io.losslab.roce.recovery.GoBackN;
import io.losslab.roce.recovery.Recovery;
import io.losslab.roce.recovery.RecoveryTypes;

/** Reads how queue pairs are to send and receive. */
final class TransportReader {
    private TransportReader() {}

    /**
     * Reads it from a configuration.
     *
     * @param mostMtuBytes that the agent was started for
     * @throws IllegalArgumentException where it cannot be
     */
    static TransportSettings read(HostConfig config, int mostMtuBytes) {
        if (config.getMtuBytes() > mostMtuBytes) {
            throw new IllegalArgumentException(
                    "mtu_bytes: the agent was started for %d B at most, not %d; start it with --mtu"
                            .formatted(mostMtuBytes, config.getMtuBytes()));
        }
        return new TransportSettings(
                config.getMtuBytes(),
                config.getAckEveryPackets(),
                config.hasRecovery()
                        ? recovery(config.getRecovery())
                        : new GoBackN(config.getRetransmitTimeoutNs(), 0),
                config.hasCongestionControl() ? congestion(config.getCongestionControl()) : null);
    }

    private static Recovery recovery(NamedScheme named) {
        return RecoveryTypes.find(named.getName())
                .orElseThrow(() -> unknown("recovery", named, "goBackN and irn"))
                .make(new Settings(named.getSettingsMap()));
    }

    private static CongestionChoice congestion(NamedScheme named) {
        return new CongestionChoice(
                CongestionControls.find(named.getName())
                        .orElseThrow(
                                () -> unknown("congestion_control", named, "dcqcn and timely")),
                new Settings(named.getSettingsMap()));
    }

    private static IllegalArgumentException unknown(String field, NamedScheme named, String known) {
        return new IllegalArgumentException(
                "%s: the agent has %s, not '%s'".formatted(field, known, named.getName()));
    }
}
