package io.losslab.devices.coprocessor;

import com.google.protobuf.Message;
import com.google.protobuf.TextFormat;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Service;
import io.losslab.devices.DeviceCall;
import io.losslab.devices.DeviceSession;
import io.losslab.devices.Part;
import io.losslab.proto.v1.SetBifrostRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Bifrost on a coprocessor attached to a switch: {@link SetBifrostRequest}s. One without a scheme
 * says that its port runs none.
 */
public final class CoprocessorPart implements Part {
    @Override
    public String name() {
        return "coprocessor";
    }

    @Override
    public Service service() {
        return Service.COPROCESSOR;
    }

    @Override
    public List<Message> vocabulary() {
        return List.of(SetBifrostRequest.getDefaultInstance());
    }

    @Override
    public List<Message> read(DeviceSession session, List<Message> about) {
        List<Message> state = new ArrayList<>();
        for (Message message : about) {
            SetBifrostRequest none =
                    ((SetBifrostRequest) message).toBuilder().clearScheme().build();
            state.add(BifrostCalls.read(session, none.getPort().getPort()).orElse(none));
        }
        return state;
    }

    /** Bifrost ends first, so that a port may reserve the buffer that another one gives back. */
    @Override
    public List<DeviceCall> calls(Device device, List<Message> present, List<Message> wanted) {
        List<DeviceCall> ends = new ArrayList<>();
        List<DeviceCall> sets = new ArrayList<>();
        for (Message message : wanted) {
            SetBifrostRequest request = (SetBifrostRequest) message;
            if (!request.hasScheme() && runs(present, request)) {
                ends.add(BifrostCalls.clear(device, request.getPort()));
            } else if (request.hasScheme() && !present.contains(request)) {
                sets.add(BifrostCalls.set(device, request));
            }
        }
        ends.addAll(sets);
        return ends;
    }

    private boolean runs(List<Message> state, SetBifrostRequest port) {
        return state.stream()
                .map(SetBifrostRequest.class::cast)
                .anyMatch(each -> each.hasScheme() && isSameMatter(each, port));
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
                .map(SetBifrostRequest.class::cast)
                .map(CoprocessorPart::text)
                .collect(Collectors.joining("; "));
    }

    private static String text(SetBifrostRequest request) {
        return request.hasScheme()
                ? TextFormat.printer().shortDebugString(request)
                : "no Bifrost on port %d".formatted(request.getPort().getPort());
    }
}
