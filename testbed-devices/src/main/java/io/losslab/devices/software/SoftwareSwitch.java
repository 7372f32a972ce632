package io.losslab.devices.software;

import com.google.protobuf.Message;
import io.losslab.configs.testbed.Device;
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
import io.losslab.devices.gnmi.GnmiModels;
import io.losslab.devices.p4runtime.ForwardingPart;
import io.losslab.devices.p4runtime.ForwardingState;
import io.losslab.devices.p4runtime.PipelineInspection;
import io.losslab.devices.software.program.SchemePipeline;
import io.losslab.driver.DeviceChannel;
import io.losslab.driver.p4runtime.ForwardProgram;
import io.losslab.driver.switchcontrol.SwitchControlClient;
import io.losslab.proto.v1.SwitchInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A switch of losslab's own: routes over P4Runtime, flow control over its switch control. */
public final class SoftwareSwitch implements DeviceKind {
    /** Read when first needed: most commands reach no switch. */
    private static final class Bundled {
        private static final ForwardProgram PROGRAM = ForwardProgram.load();
    }

    @Override
    public Traits traits() {
        return new Traits(
                "softwareSwitch",
                "a softwareSwitch",
                "A software switch of losslab.",
                true,
                List.of(Service.P4RUNTIME, Service.SWITCH_CONTROL),
                List.of(Service.COPROCESSOR, Service.GNMI),
                List.of(DeviceSections.ELECTION_ID));
    }

    @Override
    public void inspect(Inspection inspection) {
        PipelineInspection.inspect(inspection);
        GnmiModels.inspect(inspection);
        Coprocessor.inspect(inspection);
        inspection.ask(Service.SWITCH_CONTROL, channel -> switchControl(inspection, channel));
    }

    private static String switchControl(Inspection inspection, DeviceChannel channel) {
        SwitchInfo info = new SwitchControlClient(channel, inspection.device().id()).describe();
        for (var port : info.getPortsList()) {
            String peer =
                    port.getPeerDevice().isEmpty()
                            ? ""
                            : port.getPeerDevice() + "/" + port.getPeerPort();
            inspection.port(port.getPort(), port.getUp(), port.getRateBitsPerSecond(), peer);
        }
        return "%s '%s', %d ports".formatted(info.getModel(), info.getName(), info.getPortsCount());
    }

    @Override
    public Optional<ForwardProgram> probeProgram() {
        return Optional.of(Bundled.PROGRAM);
    }

    @Override
    public boolean runsPrograms() {
        return true;
    }

    @Override
    public List<DesiredState> desired(Assignment asked) {
        Device device = asked.device();
        Assignment assignment =
                device.has(Service.COPROCESSOR) ? asked : asked.mapped(Coprocessor::runsNothing);
        if (assignment.cell().setup().switches().runPrograms()) {
            SchemePipeline pipeline = SchemePipeline.of(assignment);
            return List.of(pipeline.desired(), flowControl(pipeline.flowControl()));
        }
        return List.of(ForwardingState.of(assignment, Bundled.PROGRAM), flowControl(assignment));
    }

    private static DesiredState flowControl(Assignment assignment) {
        List<Message> flowControl = new ArrayList<>();
        flowControl.add(assignment.switchConfig());
        flowControl.addAll(Coprocessor.required(assignment));
        return new DesiredState(assignment.device(), new FlowControlPart(), flowControl);
    }

    @Override
    public List<Part> parts() {
        return List.of(new ForwardingPart(), new FlowControlPart());
    }

    @Override
    public Optional<PortCounters> counters(DeviceSession session) {
        return Optional.of(new SwitchControlCounters(FlowControlPart.client(session)));
    }
}
