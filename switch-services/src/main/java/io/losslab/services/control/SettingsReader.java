package io.losslab.services.control;

import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.bifrost.BifrostSettings;
import io.losslab.flowcontrol.pfc.PfcSettings;
import io.losslab.proto.v1.PfcConfig;
import io.losslab.roce.service.HostConfigReader;

/** Turns settings as they come over gRPC into the schemes' own, which check themselves. */
final class SettingsReader {
    private SettingsReader() {}

    static PfcSettings pfc(PfcConfig config) {
        boolean dynamic = config.getThreshold() == PfcConfig.Threshold.DYNAMIC;
        return new PfcSettings(
                config.getPriorities(),
                dynamic ? PfcSettings.Threshold.DYNAMIC : PfcSettings.Threshold.STATIC,
                config.getXoffBytes(),
                config.getXonBytes(),
                config.getAlpha(),
                config.getResumeOffsetBytes(),
                config.getHeadroomBytes(),
                HostConfigReader.timer(config.getTimer()));
    }

    static BifrostSettings bifrost(io.losslab.proto.v1.BifrostSettings settings, LinkProfile link) {
        if (settings.getMode() != io.losslab.proto.v1.BifrostSettings.Mode.BIFROST
                && settings.getMode() != io.losslab.proto.v1.BifrostSettings.Mode.BIFROST_X) {
            throw new IllegalArgumentException(
                    "mode must be BIFROST or BIFROST_X: " + settings.getMode());
        }
        long rate = settings.getRateBitsPerSecond();
        if (rate <= 0 || rate > link.rateBitsPerSecond()) {
            throw new IllegalArgumentException(
                    "rate_bits_per_second must be 1..%d, the port's line rate: %d"
                            .formatted(link.rateBitsPerSecond(), rate));
        }
        return new BifrostSettings(
                settings.getPriorities(),
                rate,
                delayNanos(settings, rate),
                settings.getSlotNs(),
                settings.getQueueBufferBytes(),
                settings.getLeakPeriodSlots(),
                settings.getExtraHeadroomBytes(),
                settings.getLeakToleranceBytes(),
                settings.getLeak() == io.losslab.proto.v1.BifrostSettings.Leak.PAPER
                        ? BifrostSettings.Leak.PAPER
                        : BifrostSettings.Leak.DEBT,
                settings.getVirtualIncoming()
                                == io.losslab.proto.v1.BifrostSettings.VirtualIncoming.HISTORY
                        ? BifrostSettings.VirtualIncoming.HISTORY
                        : BifrostSettings.VirtualIncoming.COUNTER,
                settings.getUnsafe());
    }

    private static long delayNanos(io.losslab.proto.v1.BifrostSettings settings, long rate) {
        return settings.hasBdpBytes()
                ? Math.round(settings.getBdpBytes() * 8e9 / rate / 2)
                : settings.getOneWayDelayNs();
    }
}
