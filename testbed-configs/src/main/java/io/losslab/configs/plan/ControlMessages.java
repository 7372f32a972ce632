package io.losslab.configs.plan;

import io.losslab.configs.experiment.EcnMarking;
import io.losslab.configs.experiment.PortControl;
import io.losslab.configs.plan.flow.CellRandom;
import io.losslab.configs.scheme.NamedChoice;
import io.losslab.flowcontrol.PauseTimer;
import io.losslab.proto.v1.EcnConfig;
import io.losslab.proto.v1.NamedScheme;
import io.losslab.proto.v1.PauseResponder;
import io.losslab.proto.v1.PortFlowControl;
import io.losslab.roce.service.SchemeChoice;
import java.util.List;

/** Flow-control settings as messages. */
final class ControlMessages {
    private ControlMessages() {}

    /** All flow control of a port. */
    static PortFlowControl port(int port, List<PortControl> controls) {
        PortFlowControl.Builder message = PortFlowControl.newBuilder().setPort(port);
        for (PortControl control : controls) {
            message.addSchemes(named(control));
        }
        return message.setCoprocessor(controls.stream().anyMatch(PortControl::runsOnCoprocessor))
                .build();
    }

    static NamedScheme named(PortControl control) {
        return new SchemeChoice(control.type(), control.settings()).message();
    }

    static NamedScheme named(NamedChoice choice) {
        return SchemeChoice.message(choice.name(), choice.settings());
    }

    /**
     * ECN marking of a port.
     *
     * @param seed of the cell
     */
    static EcnConfig ecn(EcnMarking marking, long seed) {
        return EcnConfig.newBuilder()
                .setKminBytes(marking.kminBytes())
                .setKmaxBytes(marking.kmaxBytes())
                .setPmax(marking.pmax())
                .setAtEnqueue(marking.point() == EcnMarking.Point.ENQUEUE)
                .setSeed(CellRandom.of(seed, "ecn " + marking.port()).nextInt())
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

    private static PauseResponder.Timer timer(List<PortControl> controls) {
        return controls.stream()
                        .flatMap(control -> control.type().pauseTimer(control.settings()).stream())
                        .anyMatch(PauseTimer.UNTIL_RESUME::equals)
                ? PauseResponder.Timer.UNTIL_RESUME
                : PauseResponder.Timer.QUANTA;
    }
}
