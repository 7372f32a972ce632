package io.losslab.devices.host;

import com.google.protobuf.Message;
import com.google.protobuf.TextFormat;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Service;
import io.losslab.devices.DeviceCall;
import io.losslab.devices.DeviceSession;
import io.losslab.devices.Part;
import io.losslab.driver.host.HostAgentClient;
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
    public List<Message> vocabulary() {
        return List.of(HostConfig.getDefaultInstance());
    }

    @Override
    public List<Message> read(DeviceSession session, List<Message> about) {
        return List.of(
                new HostAgentClient(session.channel(Service.HOST_AGENT), session.device().id())
                        .configuration());
    }

    @Override
    public List<DeviceCall> calls(Device device, List<Message> present, List<Message> wanted) {
        if (wanted.isEmpty() || present.equals(wanted)) {
            return List.of();
        }
        return List.of(
                DeviceCall.unary(
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
