package io.losslab.labs.provision;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.util.JsonFormat;
import io.losslab.devices.DeviceCall;
import java.util.Base64;
import java.util.List;

/** Calls for users, a line each, and for programs, with their bytes. */
public final class CallList {
    private static final int MOST_LINES = 100;
    private static final JsonFormat.Printer PRINTER = JsonFormat.printer();
    private static final ObjectMapper JSON = new ObjectMapper();

    private CallList() {}

    /** Device, method and content, in the order they are sent. */
    public static String table(List<DeviceCall> calls) {
        StringBuilder text = new StringBuilder("%ncalls, in order (%d):%n".formatted(calls.size()));
        int width = calls.stream().mapToInt(c -> c.device().name().length()).max().orElse(0);
        for (DeviceCall call : calls.subList(0, Math.min(MOST_LINES, calls.size()))) {
            text.append(
                    ("  %-" + Math.max(1, width) + "s  %-48s %7d B  %s%n")
                            .formatted(
                                    call.device().name(),
                                    call.method(),
                                    call.request().getSerializedSize(),
                                    call.summary().get()));
        }
        if (calls.size() > MOST_LINES) {
            text.append(
                    "  and %d more; use --format json to list all%n"
                            .formatted(calls.size() - MOST_LINES));
        }
        return text.toString();
    }

    /** Each call with its request as JSON and as the bytes that are sent. */
    public static ArrayNode json(List<DeviceCall> calls) {
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        for (DeviceCall call : calls) {
            ObjectNode object = list.addObject();
            object.put("device", call.device().name());
            object.put("service", call.service().word());
            object.put("method", call.method());
            object.put("type", call.request().getDescriptorForType().getFullName());
            try {
                object.set("request", JSON.readTree(PRINTER.print(call.request())));
            } catch (InvalidProtocolBufferException | JsonProcessingException e) {
                throw new IllegalStateException("a request that is not JSON", e);
            }
            object.put("bytes", Base64.getEncoder().encodeToString(call.request().toByteArray()));
        }
        return list;
    }
}
