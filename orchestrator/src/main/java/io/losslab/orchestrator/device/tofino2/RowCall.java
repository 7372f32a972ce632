package io.losslab.orchestrator.device.tofino2;

import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Service;
import io.losslab.orchestrator.device.DeviceCall;
import io.losslab.orchestrator.device.DeviceSession;
import io.losslab.orchestrator.device.tofino2.program.TofinoKeys;
import io.losslab.proto.bfrt.BfRuntimeGrpc;
import io.losslab.proto.bfrt.WriteRequest;

/** Writes a row of a fixed table. */
record RowCall(Device device, WriteRequest request) implements DeviceCall {
    @Override
    public Service service() {
        return TofinoKeys.BFRT;
    }

    @Override
    public String method() {
        return BfRuntimeGrpc.getWriteMethod().getFullMethodName();
    }

    @Override
    public void send(DeviceSession session) {
        RowClient.of(session, request).send(request);
    }
}
