package io.losslab.devices.tofino2;

import io.losslab.configs.language.Fields;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.DevicePort;
import io.losslab.configs.testbed.Service;
import io.losslab.configs.testbed.file.DeviceSections;
import io.losslab.devices.Assignment;
import io.losslab.devices.DesiredState;
import io.losslab.devices.DeviceKind;
import io.losslab.devices.DeviceSession;
import io.losslab.devices.Inspection;
import io.losslab.devices.Part;
import io.losslab.devices.PortCounters;
import io.losslab.devices.coprocessor.Coprocessor;
import io.losslab.devices.coprocessor.CoprocessorPart;
import io.losslab.devices.gnmi.GnmiModels;
import io.losslab.devices.gnmi.GnmiPortCounters;
import io.losslab.devices.p4runtime.ForwardingPart;
import io.losslab.devices.p4runtime.ForwardingState;
import io.losslab.devices.p4runtime.PipelineInspection;
import io.losslab.devices.tofino2.program.TofinoKeys;
import io.losslab.driver.DeviceChannel;
import io.losslab.driver.bfrt.table.BfRtSchema;
import io.losslab.driver.p4runtime.ForwardProgram;
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
