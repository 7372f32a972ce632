package io.losslab.devices;

import com.google.protobuf.Message;
import com.google.protobuf.TextFormat;
import io.grpc.MethodDescriptor;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Service;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * One step that sets something on a device: what is sent, and how.
 *
 * @param device it is sent to
 * @param service whose address it is sent to
 * @param method service and method, such as {@code p4.v1.P4Runtime/Write}
 * @param request what is sent
 * @param summary of the request, in a line; made when it is asked for
 * @param sender makes the call
 */
public record DeviceCall(
        Device device,
        Service service,
        String method,
        Message request,
        Supplier<String> summary,
        Consumer<DeviceSession> sender) {
    private static final int LONGEST_LINE = 110;

    /** A unary gRPC call. */
    public static <Q extends Message> DeviceCall unary(
            Device device, Service service, MethodDescriptor<Q, ?> method, Q request) {
        return unary(device, service, method, request, () -> line(request));
    }

    /** A unary gRPC call with a summary of its own. */
    public static <Q extends Message> DeviceCall unary(
            Device device,
            Service service,
            MethodDescriptor<Q, ?> method,
            Q request,
            Supplier<String> summary) {
        return new DeviceCall(
                device,
                service,
                method.getFullMethodName(),
                request,
                summary,
                session -> session.channel(service).unary(method, request));
    }

    /**
     * Makes the call.
     *
     * @throws io.losslab.driver.DeviceException where the device refuses it or does not answer
     */
    public void send(DeviceSession session) {
        sender.accept(session);
    }

    /** Updates in a line: how many, and the first; there must be one. */
    public static String line(List<? extends Message> updates) {
        return "%d updates, first: %s".formatted(updates.size(), line(updates.get(0)));
    }

    /** A message in a line of 110 characters at most. */
    public static String line(Message message) {
        String text = TextFormat.printer().shortDebugString(message);
        return text.length() > LONGEST_LINE ? text.substring(0, LONGEST_LINE) + "..." : text;
    }
}
