package io.losslab.flowcontrol.ppfc;

import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.IngressScheme;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.Trait;
import io.losslab.flowcontrol.TypedScheme;
import io.losslab.flowcontrol.capfc.Capfc;
import io.losslab.flowcontrol.capfc.IngressThreshold;
import io.losslab.flowcontrol.pfc.PfcKeys;
import io.losslab.flowcontrol.pfc.TimedPauses;
import io.losslab.flowcontrol.ppfc.PpfcSettings.Mode;
import io.losslab.flowcontrol.setting.Setting;
import io.losslab.flowcontrol.setting.Settings;
import java.util.List;
import java.util.Set;

/** P-PFC in the registry. */
public final class PpfcType implements TypedScheme<PpfcSettings>, TimedPauses {
    /** Frames in the least egress threshold. */
    private static final int FLOOR_FRAMES = 4;

    @Override
    public String name() {
        return "ppfc";
    }

    @Override
    public String title() {
        return "P-PFC: predictive PFC, by the growth of the ingress or by the average egress queue";
    }

    @Override
    public List<Setting> settings() {
        return PfcKeys.and(
                List.of(
                        Setting.choice(
                                PpfcSettings.MODE,
                                Mode.class,
                                "derivative of the ingress bytes, or average egress as OFC runs it"),
                        Setting.time(
                                PpfcSettings.SAMPLE, "1us", "derivative: time between samples"),
                        Setting.time(
                                PpfcSettings.PREDICT,
                                Setting.AUTO,
                                "derivative: how far ahead; auto is the link's round trip"),
                        Setting.number(
                                PpfcSettings.GAIN, "0.25", "derivative: weight of a new sample"),
                        IngressThreshold.setting(),
                        Setting.size(
                                PpfcSettings.FLOOR,
                                Setting.AUTO,
                                "avgEgress: minimum egress threshold; auto is 4 frames")));
    }

    /** Its average is one over all ports. */
    @Override
    public Set<Trait> traits() {
        return Set.of(Trait.OWNS_INGRESS_BUFFER, Trait.CAN_DEADLOCK, Trait.NEEDS_WHOLE_DEVICE);
    }

    @Override
    public Settings resolve(Settings given, LinkProfile link) {
        return IngressThreshold.resolve(PfcKeys.resolve(given, link))
                .resolve(PpfcSettings.PREDICT, 2 * link.delayNanos())
                .resolve(PpfcSettings.FLOOR, FLOOR_FRAMES * (long) link.maxFrameBytes());
    }

    @Override
    public PpfcSettings read(Settings settings) {
        return PpfcSettings.of(settings);
    }

    @Override
    public IngressScheme downstream(DataPlane plane, int port, PpfcSettings ppfc) {
        return switch (ppfc.mode()) {
            case DERIVATIVE -> new PredictivePfc(plane, port, ppfc);
            case AVG_EGRESS ->
                    new Capfc(
                            plane,
                            port,
                            ppfc.pfc(),
                            ppfc.ingressOffBytes(),
                            new AverageEgress(plane, ppfc.floorBytes()));
        };
    }
}
