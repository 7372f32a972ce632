package io.losslab.orchestrator.device.tofino2;

import io.losslab.configs.language.Fields;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.DevicePort;
import io.losslab.configs.testbed.Service;
import io.losslab.configs.testbed.file.DeviceSections;
import io.losslab.driver.DeviceChannel;
import io.losslab.driver.bfrt.table.BfRtSchema;
import io.losslab.driver.p4runtime.ForwardProgram;
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
import io.losslab.orchestrator.device.p4runtime.ForwardingPart;
import io.losslab.orchestrator.device.p4runtime.ForwardingState;
import io.losslab.orchestrator.device.p4runtime.PipelineInspection;
import io.losslab.orchestrator.device.tofino2.program.TofinoKeys;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** A switch chip with a P4 program: entries over P4Runtime, fixed tables over BF Runtime. */
public final class Tofino2 implements DeviceKind {
    @Override
    public Traits traits() {
        return new Traits(
                "tofino2",
                "a tofino2",
                "An Intel Tofino2.",
                true,
                List.of(Service.P4RUNTIME, TofinoKeys.BFRT),
                List.of(Service.COPROCESSOR, Service.GNMI),
                List.of(
                        DeviceSections.ELECTION_ID,
                        TofinoKeys.PROGRAMS,
                        TofinoKeys.BFRT_TABLES,
                        TofinoKeys.SWEEP,
                        TofinoKeys.LOOP_PORTS));
    }

    @Override
    public Optional<Object> settings(
            Fields keys, List<DevicePort> ports, Function<String, Path> path) {
        return Optional.of(TofinoKeys.read(keys, ports, path));
    }

    @Override
    public void inspect(Inspection inspection) {
        PipelineInspection.inspect(inspection);
        inspection.ask(TofinoKeys.BFRT, Tofino2::connection);
        GnmiModels.inspect(inspection);
        Coprocessor.inspect(inspection);
    }

    private static String connection(DeviceChannel channel) {
        channel.connect();
        return "is connected";
    }

    @Override
    public List<DesiredState> desired(Assignment asked) {
        Device device = asked.device();
        Assignment assignment = asked.mapped(plan -> Coprocessor.runsBothEnds(device, plan));
        TofinoPlan plan = TofinoPlan.of(assignment);
        String program = plan.program().programName();
        List<DesiredState> states = new ArrayList<>();
        states.add(
                ForwardingState.of(
                        assignment,
                        ForwardProgram.of(plan.program().p4Info()),
                        TofinoTables.program(device, program),
                        plan.entries()));
        BfRtSchema schema = TofinoTables.fixedTables(device);
        states.add(new DesiredState(device, new TrafficManagerPart(schema), plan.rows(schema)));
        Coprocessor.desired(assignment).ifPresent(states::add);
        return states;
    }

    /** Texts about the traffic manager have ids in place of names. */
    @Override
    public List<Part> parts() {
        return List.of(
                new ForwardingPart(),
                new TrafficManagerPart(BfRtSchema.parse(List.of())),
                new CoprocessorPart());
    }

    @Override
    public Optional<PortCounters> counters(DeviceSession session) {
        return session.device().has(Service.GNMI)
                ? Optional.of(new GnmiPortCounters(session.device(), session.channel(Service.GNMI)))
                : Optional.empty();
    }
}
