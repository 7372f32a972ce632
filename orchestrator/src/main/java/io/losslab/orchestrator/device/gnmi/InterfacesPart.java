package io.losslab.orchestrator.device.gnmi;

import com.google.protobuf.Message;
import com.google.protobuf.TextFormat;
import io.losslab.api.gnmi.PathText;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Service;
import io.losslab.orchestrator.device.DeviceCall;
import io.losslab.orchestrator.device.DeviceSession;
import io.losslab.orchestrator.device.Part;
import io.losslab.proto.gnmi.Encoding;
import io.losslab.proto.gnmi.GetRequest;
import io.losslab.proto.gnmi.GetResponse;
import io.losslab.proto.gnmi.Notification;
import io.losslab.proto.gnmi.Path;
import io.losslab.proto.gnmi.SetRequest;
import io.losslab.proto.gnmi.Update;
import io.losslab.proto.gnmi.gNMIGrpc;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Leaves that are set over gNMI: {@link Update}s, of absolute paths and scalar values. They are set
 * together, all or none.
 */
public final class InterfacesPart implements Part {
    @Override
    public String name() {
        return "interfaces";
    }

    @Override
    public Service service() {
        return Service.GNMI;
    }

    @Override
    public List<Message> vocabulary() {
        return List.of(Update.getDefaultInstance());
    }

    @Override
    public List<Message> read(DeviceSession session, List<Message> about) {
        GetRequest.Builder request =
                GetRequest.newBuilder()
                        .setPrefix(prefix(session.device()))
                        .setEncoding(Encoding.PROTO);
        about.forEach(leaf -> request.addPath(((Update) leaf).getPath()));
        if (request.getPathCount() == 0) {
            return List.of();
        }
        GetResponse response =
                session.channel(Service.GNMI).unary(gNMIGrpc.getGetMethod(), request.build());
        Map<String, Update> told = new HashMap<>();
        for (Notification notification : response.getNotificationList()) {
            for (Update update : notification.getUpdateList()) {
                Path path =
                        Path.newBuilder()
                                .addAllElem(notification.getPrefix().getElemList())
                                .addAllElem(update.getPath().getElemList())
                                .build();
                told.put(
                        PathText.format(path),
                        Update.newBuilder().setPath(path).setVal(update.getVal()).build());
            }
        }
        List<Message> state = new ArrayList<>();
        for (Message leaf : about) {
            Update found = told.get(text((Update) leaf));
            if (found != null) {
                state.add(found);
            }
        }
        return state;
    }

    @Override
    public List<DeviceCall> calls(Device device, List<Message> present, List<Message> wanted) {
        Map<String, Update> now =
                present.stream()
                        .map(Update.class::cast)
                        .collect(Collectors.toMap(InterfacesPart::text, leaf -> leaf));
        SetRequest.Builder request = SetRequest.newBuilder().setPrefix(prefix(device));
        for (Message message : wanted) {
            Update leaf = (Update) message;
            Update old = now.get(text(leaf));
            if (old == null || !old.getVal().equals(leaf.getVal())) {
                request.addUpdate(leaf);
            }
        }
        return request.getUpdateCount() == 0
                ? List.of()
                : List.of(
                        DeviceCall.unary(
                                device, Service.GNMI, gNMIGrpc.getSetMethod(), request.build()));
    }

    @Override
    public boolean isWhole() {
        return false;
    }

    @Override
    public boolean isSameMatter(Message one, Message other) {
        return text((Update) one).equals(text((Update) other));
    }

    @Override
    public String describe(List<Message> state) {
        return state.stream()
                .map(Update.class::cast)
                .map(
                        leaf ->
                                text(leaf)
                                        + " "
                                        + TextFormat.printer().shortDebugString(leaf.getVal()))
                .collect(Collectors.joining(", "));
    }

    private static Path prefix(Device device) {
        return Path.newBuilder().setTarget(device.name()).build();
    }

    private static String text(Update leaf) {
        return PathText.format(leaf.getPath());
    }
}
