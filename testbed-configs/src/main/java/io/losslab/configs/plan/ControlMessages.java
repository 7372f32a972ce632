package io.losslab.configs.plan;

import io.losslab.configs.experiment.EcnMarking;
import io.losslab.configs.experiment.PortControl;
import io.losslab.configs.scheme.NamedChoice;
import io.losslab.flowcontrol.PauseTimer;
import io.losslab.flowcontrol.Settings;
import io.losslab.flowcontrol.bifrost.BifrostSettings.Leak;
import io.losslab.flowcontrol.bifrost.BifrostSettings.VirtualIncoming;
import io.losslab.flowcontrol.bifrost.BifrostType;
import io.losslab.flowcontrol.pfc.PfcSettings;
import io.losslab.flowcontrol.pfc.PfcSettings.Threshold;
import io.losslab.flowcontrol.pfc.PfcType;
import io.losslab.proto.v1.BifrostSettings;
import io.losslab.proto.v1.CoprocessorFlowControl;
import io.losslab.proto.v1.EcnConfig;
import io.losslab.proto.v1.NamedScheme;
import io.losslab.proto.v1.NoFlowControl;
import io.losslab.proto.v1.PauseResponder;
import io.losslab.proto.v1.PfcConfig;
import io.losslab.proto.v1.PortFlowControl;
import java.util.Comparator;
import java.util.List;

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

    /** All flow control of a port. */
    static PortFlowControl port(int port, List<PortControl> controls) {
        PortFlowControl.Builder message =
                PortFlowControl.newBuilder()
                        .setPort(port)
                        .setNone(NoFlowControl.getDefaultInstance());
        for (PortControl control : controls) {
            if (control.type() instanceof PfcType) {
                message.setPfc(pfc(PfcSettings.of(control.settings())));
            } else if (control.type() instanceof BifrostType) {
                message.setCoprocessor(CoprocessorFlowControl.getDefaultInstance());
            } else {
                message.addNamed(named(control.type().name(), control.settings()));
            }
        }
        return message.build();
    }

    static NamedScheme named(NamedChoice choice) {
        return named(choice.name(), choice.settings());
    }

    static EcnConfig ecn(EcnMarking marking) {
        return EcnConfig.newBuilder()
                .setKminBytes(marking.kminBytes())
                .setKmaxBytes(marking.kmaxBytes())
                .setPmax(marking.pmax())
                .build();
    }

    /**
     * How a host must take the pauses of the port it sends to: as PFC's settings say, otherwise
     * they expire by themselves.
     */
    static PauseResponder responder(List<PortControl> upstream) {
        PauseResponder.Builder responder = PauseResponder.newBuilder();
        int priorities = 0;
        for (PortControl control : upstream) {
            priorities |= control.priorities();
        }
        if (priorities != 0) {
            responder.setPriorities(priorities).setTimer(timer(upstream));
        }
        return responder.build();
    }

    private static PfcConfig.Timer timer(List<PortControl> controls) {
        return controls.stream()
                .map(control -> timer(control.type().pauseTimer(control.settings())))
                .max(Comparator.naturalOrder())
                .orElse(PfcConfig.Timer.QUANTA);
    }

    private static NamedScheme named(String name, Settings settings) {
        return NamedScheme.newBuilder().setName(name).putAllSettings(settings.values()).build();
    }

    private static PfcConfig.Timer timer(PauseTimer timer) {
        return timer == PauseTimer.UNTIL_RESUME
                ? PfcConfig.Timer.UNTIL_RESUME
                : PfcConfig.Timer.QUANTA;
    }
}
