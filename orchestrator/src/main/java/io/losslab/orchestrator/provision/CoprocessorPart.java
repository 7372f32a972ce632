package io.losslab.orchestrator.provision;

import com.google.protobuf.Message;
import com.google.protobuf.TextFormat;
import io.losslab.orchestrator.testbed.Device;
import io.losslab.orchestrator.testbed.Service;
import io.losslab.proto.v1.SetBifrostRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Bifrost on a coprocessor that stands beside a switch: {@link SetBifrostRequest}s. It has no call
 * that ends Bifrost: a port that ran none before keeps the last settings.
 */
final class CoprocessorPart implements Part {
    @Override
    public String name() {
        return "coprocessor";
    }

    @Override
    public Service service() {
        return Service.COPROCESSOR;
    }

    @Override
    public List<Message> read(DeviceSession session, List<Message> about) {
        List<Message> state = new ArrayList<>();
        for (Message message : about) {
            int port = ((SetBifrostRequest) message).getPort().getPort();
            BifrostCalls.read(session, port).ifPresent(state::add);
        }
        return state;
    }

    @Override
    public List<DeviceCall<?, ?>> calls(
            Device device, List<Message> present, List<Message> wanted) {
        List<DeviceCall<?, ?>> calls = new ArrayList<>();
        for (Message message : wanted) {
            if (!present.contains(message)) {
                calls.add(BifrostCalls.set(device, (SetBifrostRequest) message));
            }
        }
        return calls;
    }

    @Override
    public boolean isWhole() {
        return false;
    }

    @Override
    public boolean isSameMatter(Message one, Message other) {
        return ((SetBifrostRequest) one).getPort().equals(((SetBifrostRequest) other).getPort());
    }

    @Override
    public String describe(List<Message> state) {
        return state.stream()
                .map(TextFormat.printer()::shortDebugString)
                .collect(Collectors.joining("; "));
    }
}
