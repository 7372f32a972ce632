package io.losslab.orchestrator.device.commodity;

import com.google.protobuf.Message;
import io.losslab.configs.testbed.Service;
import io.losslab.configs.testbed.file.DeviceSections;
import io.losslab.orchestrator.device.Assignment;
import io.losslab.orchestrator.device.DesiredState;
import io.losslab.orchestrator.device.DeviceKind;
import io.losslab.orchestrator.device.DeviceSession;
import io.losslab.orchestrator.device.Inspection;
import io.losslab.orchestrator.device.Part;
import io.losslab.orchestrator.device.PortCounters;
import io.losslab.orchestrator.device.coprocessor.Coprocessor;
import io.losslab.orchestrator.device.coprocessor.CoprocessorPart;
import io.losslab.orchestrator.device.gnmi.GnmiModels;
import io.losslab.orchestrator.device.gnmi.GnmiPortCounters;
import io.losslab.orchestrator.device.gnmi.InterfacesPart;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A switch that routes by itself and has its PFC set over gNMI. */
public final class CommoditySwitch implements DeviceKind {
    @Override
    public Traits traits() {
        return new Traits(
                "commodity",
                "a commodity switch",
                "A switch with a network operating system.",
                true,
                List.of(Service.GNMI),
                List.of(Service.COPROCESSOR),
                List.of(DeviceSections.ELECTION_ID));
    }

    @Override
    public void inspect(Inspection inspection) {
        GnmiModels.inspect(inspection);
        Coprocessor.inspect(inspection);
    }

    @Override
    public List<DesiredState> desired(Assignment asked) {
        Assignment assignment =
                asked.mapped(plan -> Coprocessor.runsBothEnds(asked.device(), plan));
        List<DesiredState> states = new ArrayList<>();
        List<Message> leaves =
                new InterfaceLeaves(assignment.binding(), assignment.device())
                        .of(assignment.switches());
        if (!leaves.isEmpty()) {
            states.add(new DesiredState(assignment.device(), new InterfacesPart(), leaves));
        }
        Coprocessor.desired(assignment).ifPresent(states::add);
        return states;
    }

    @Override
    public List<Part> parts() {
        return List.of(new InterfacesPart(), new CoprocessorPart());
    }

    @Override
    public Optional<PortCounters> counters(DeviceSession session) {
        return Optional.of(new GnmiPortCounters(session.device(), session.channel(Service.GNMI)));
    }
}
