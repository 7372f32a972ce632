package io.losslab.configs.profile;

import io.losslab.api.units.DataRate;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import io.losslab.flowcontrol.setting.Settings;
import java.util.List;
import java.util.Optional;

/**
 * What a probe measured of a switch port and of the NIC at its other end.
 *
 * @param name of the profile
 * @param device the switch
 * @param from host that sent
 * @param to host that received
 * @param trafficClass that was probed, 0..7
 * @param fromSpeed of the port that was filled
 * @param toSpeed of the port that was stopped
 * @param pfc keys of the scheme {@code pfc} that were determined, in base units
 * @param sharedBuffer memory that a dynamic threshold is a share of, beyond all headroom; empty
 *     where the threshold is static or not determined
 * @param pauseReaction of the sending host's NIC
 * @param measurements all that was measured
 * @param notDetermined all that was not
 */
public record Profile(
        String name,
        String device,
        String from,
        String to,
        int trafficClass,
        DataRate fromSpeed,
        DataRate toSpeed,
        Settings pfc,
        Optional<DataSize> sharedBuffer,
        Optional<Nanos> pauseReaction,
        List<Measurement> measurements,
        List<NotDetermined> notDetermined) {
    public Profile {
        measurements = List.copyOf(measurements);
        notDetermined = List.copyOf(notDetermined);
    }
}
