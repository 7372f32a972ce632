package io.losslab.orchestrator.plan;

import io.losslab.flowcontrol.bifrost.BifrostSettings.Leak;
import io.losslab.flowcontrol.bifrost.BifrostSettings.VirtualIncoming;
import io.losslab.flowcontrol.pfc.PfcSettings;
import io.losslab.flowcontrol.pfc.PfcSettings.Threshold;
import io.losslab.flowcontrol.pfc.PfcSettings.Timer;
import io.losslab.orchestrator.experiment.PortControl;
import io.losslab.proto.v1.BifrostSettings;
import io.losslab.proto.v1.PfcConfig;

/** Flow-control settings as messages. */
final class ControlMessages {
    private ControlMessages() {}

    static PfcConfig pfc(PfcSettings settings) {
        return PfcConfig.newBuilder()
                .setPriorities(settings.priorities())
                .setThreshold(
                        settings.threshold() == Threshold.DYNAMIC
                                ? PfcConfig.Threshold.DYNAMIC
                                : PfcConfig.Threshold.STATIC)
                .setXoffBytes(settings.xoffBytes())
                .setXonBytes(settings.xonBytes())
                .setAlpha(settings.alpha())
                .setResumeOffsetBytes(settings.resumeOffsetBytes())
                .setHeadroomBytes(settings.headroomBytes())
                .setTimer(timer(settings.timer()))
                .build();
    }

    static BifrostSettings bifrost(io.losslab.flowcontrol.bifrost.BifrostSettings settings) {
        return BifrostSettings.newBuilder()
                .setMode(BifrostSettings.Mode.BIFROST)
                .setPriorities(settings.priorities())
                .setRateBitsPerSecond(settings.rateBitsPerSecond())
                .setOneWayDelayNs(settings.oneWayDelayNanos())
                .setSlotNs(settings.slotNanos())
                .setQueueBufferBytes(settings.queueBufferBytes())
                .setLeakPeriodSlots(settings.leakPeriodSlots())
                .setExtraHeadroomBytes(settings.extraHeadroomBytes())
                .setLeakToleranceBytes(settings.leakToleranceBytes())
                .setLeak(
                        settings.leak() == Leak.PAPER
                                ? BifrostSettings.Leak.PAPER
                                : BifrostSettings.Leak.DEBT)
                .setVirtualIncoming(
                        settings.virtualIncoming() == VirtualIncoming.HISTORY
                                ? BifrostSettings.VirtualIncoming.HISTORY
                                : BifrostSettings.VirtualIncoming.COUNTER)
                .setUnsafe(settings.unsafe())
                .build();
    }

    /** How the other end must take the pauses of a port: Bifrost's expire by themselves. */
    static PfcConfig.Timer timer(PortControl control) {
        return control instanceof PortControl.Pfc pfc
                ? timer(pfc.settings().timer())
                : PfcConfig.Timer.QUANTA;
    }

    private static PfcConfig.Timer timer(Timer timer) {
        return timer == Timer.UNTIL_RESUME ? PfcConfig.Timer.UNTIL_RESUME : PfcConfig.Timer.QUANTA;
    }
}
