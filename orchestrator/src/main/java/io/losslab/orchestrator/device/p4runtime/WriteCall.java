package io.losslab.orchestrator.device.p4runtime;

import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Service;
import io.losslab.orchestrator.device.DeviceCall;
import io.losslab.orchestrator.device.DeviceSession;
import io.losslab.proto.p4.v1.P4RuntimeGrpc;
import io.losslab.proto.p4.v1.WriteRequest;

/** Writes entries; the client explains what a batch's failure was. */
record WriteCall(Device device, WriteRequest request) implements DeviceCall {
    @Override
    public Service service() {
        return Service.P4RUNTIME;
    }

    @Override
    public String method() {
        return P4RuntimeGrpc.getWriteMethod().getFullMethodName();
    }

    @Override
    public String summary() {
        return "%d updates, first: %s"
                .formatted(request.getUpdatesCount(), DeviceCall.line(request.getUpdates(0)));
    }

    @Override
    public void send(DeviceSession session) {
        ControllerClient.of(session).primary().write(request.getUpdatesList());
    }
}
