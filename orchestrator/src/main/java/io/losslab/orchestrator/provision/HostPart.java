package io.losslab.orchestrator.provision;

import com.google.protobuf.Message;
import com.google.protobuf.TextFormat;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Service;
import io.losslab.proto.v1.HostAgentGrpc;
import io.losslab.proto.v1.HostConfig;
import java.util.List;

/** Queues, routes and pause responder of a host: one {@link HostConfig}. */
final class HostPart implements Part {
    @Override
    public String name() {
        return "host";
    }

    @Override
    public Service service() {
        return Service.HOST_AGENT;
    }

    @Override
    public List<Message> read(DeviceSession session, List<Message> about) {
        return List.of(session.hostAgent().configuration());
    }

    @Override
    public List<DeviceCall<?, ?>> calls(
            Device device, List<Message> present, List<Message> wanted) {
        if (wanted.isEmpty() || present.equals(wanted)) {
            return List.of();
        }
        return List.of(
                new DeviceCall<>(
                        device,
                        Service.HOST_AGENT,
                        HostAgentGrpc.getConfigureHostMethod(),
                        (HostConfig) wanted.get(0)));
    }

    @Override
    public String describe(List<Message> state) {
        return state.isEmpty() ? "nothing" : TextFormat.printer().shortDebugString(state.get(0));
    }
}
