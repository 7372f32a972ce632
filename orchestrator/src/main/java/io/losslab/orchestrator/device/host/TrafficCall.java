package io.losslab.orchestrator.device.host;

import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Service;
import io.losslab.orchestrator.device.DeviceCall;
import io.losslab.orchestrator.device.DeviceSession;
import io.losslab.proto.v1.HostAgentGrpc;
import io.losslab.proto.v1.StartTrafficRequest;

/** Hands an agent its flows. */
record TrafficCall(Device device, StartTrafficRequest request) implements DeviceCall {
    @Override
    public Service service() {
        return Service.HOST_AGENT;
    }

    @Override
    public String method() {
        return HostAgentGrpc.getStartTrafficMethod().getFullMethodName();
    }

    @Override
    public String summary() {
        return "%d flows, first: %s"
                .formatted(request.getFlowsCount(), DeviceCall.line(request.getFlows(0)));
    }

    @Override
    public void send(DeviceSession session) {
        session.channel(service()).unary(HostAgentGrpc.getStartTrafficMethod(), request);
    }
}
