package io.losslab.orchestrator.device.p4runtime;

import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Service;
import io.losslab.orchestrator.device.DeviceCall;
import io.losslab.orchestrator.device.DeviceSession;
import io.losslab.proto.p4.v1.P4RuntimeGrpc;
import io.losslab.proto.p4.v1.SetForwardingPipelineConfigRequest;
import java.util.Optional;

/** Verifies or sets a pipeline. */
record PipelineCall(Device device, SetForwardingPipelineConfigRequest request)
        implements DeviceCall {
    @Override
    public Service service() {
        return Service.P4RUNTIME;
    }

    @Override
    public String method() {
        return P4RuntimeGrpc.getSetForwardingPipelineConfigMethod().getFullMethodName();
    }

    @Override
    public String summary() {
        return "%s, cookie %016x"
                .formatted(request.getAction(), request.getConfig().getCookie().getCookie());
    }

    @Override
    public void send(DeviceSession session) {
        ControllerClient.of(session)
                .primary()
                .setPipeline(request.getAction(), Optional.of(request.getConfig()));
    }
}
