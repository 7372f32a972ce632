package io.losslab.driver.gnmi;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.ByteString;
import io.losslab.api.gnmi.PathText;
import io.losslab.proto.gnmi.Notification;
import io.losslab.proto.gnmi.Path;
import io.losslab.proto.gnmi.PathElem;
import io.losslab.proto.gnmi.TypedValue;
import io.losslab.proto.gnmi.Update;
import java.util.ArrayList;
import java.util.List;

/**
 * Turns notifications into values of leaves. Objects of JSON are taken apart; lists, whose keys
 * only a schema could tell, stay JSON text.
 */
final class UpdateReader {
    private static final ObjectMapper JSON = new ObjectMapper();

    private UpdateReader() {}

    /**
     * All values of a notification.
     *
     * @param moduleNames whether names may carry the names of their modules, which are removed
     * @throws IllegalArgumentException where JSON cannot be read
     */
    static List<GnmiUpdate> read(Notification notification, boolean moduleNames) {
        List<GnmiUpdate> values = new ArrayList<>();
        for (Update update : notification.getUpdateList()) {
            Path path = absolute(notification.getPrefix(), update.getPath(), moduleNames);
            add(values, notification.getTimestamp(), path, update.getVal());
        }
        for (Path deleted : notification.getDeleteList()) {
            Path path = absolute(notification.getPrefix(), deleted, moduleNames);
            values.add(new GnmiUpdate(notification.getTimestamp(), PathText.format(path), null));
        }
        return values;
    }

    private static void add(List<GnmiUpdate> values, long time, Path path, TypedValue value) {
        switch (value.getValueCase()) {
            case JSON_VAL -> addJson(values, time, path, json(path, value.getJsonVal()));
            case JSON_IETF_VAL -> addJson(values, time, path, json(path, value.getJsonIetfVal()));
            default -> values.add(new GnmiUpdate(time, PathText.format(path), scalar(value)));
        }
    }

    private static Object scalar(TypedValue value) {
        return switch (value.getValueCase()) {
            case UINT_VAL -> value.getUintVal();
            case INT_VAL -> value.getIntVal();
            case BOOL_VAL -> value.getBoolVal();
            case DOUBLE_VAL -> value.getDoubleVal();
            case STRING_VAL -> value.getStringVal();
            case ASCII_VAL -> value.getAsciiVal();
            default -> value.toString().strip();
        };
    }

    private static void addJson(List<GnmiUpdate> values, long time, Path path, JsonNode json) {
        if (!json.isObject()) {
            values.add(new GnmiUpdate(time, PathText.format(path), scalar(json)));
            return;
        }
        json.properties()
                .forEach(
                        member -> {
                            String name = member.getKey();
                            Path.Builder child = path.toBuilder();
                            child.addElemBuilder().setName(plain(name));
                            addJson(values, time, child.build(), member.getValue());
                        });
    }

    private static Object scalar(JsonNode json) {
        if (json.isIntegralNumber()) {
            return json.longValue();
        }
        if (json.isNumber()) {
            return json.doubleValue();
        }
        if (json.isBoolean()) {
            return json.booleanValue();
        }
        return json.isTextual() ? json.textValue() : json.toString();
    }

    private static JsonNode json(Path path, ByteString text) {
        try {
            return JSON.readTree(text.toStringUtf8());
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(
                    "%s is not valid JSON: %s"
                            .formatted(PathText.format(path), e.getOriginalMessage()),
                    e);
        }
    }

    private static Path absolute(Path prefix, Path path, boolean moduleNames) {
        Path whole =
                Path.newBuilder()
                        .addAllElem(prefix.getElemList())
                        .addAllElem(path.getElemList())
                        .build();
        return moduleNames ? withoutModules(whole) : whole;
    }

    private static Path withoutModules(Path path) {
        Path.Builder plain = Path.newBuilder();
        for (PathElem elem : path.getElemList()) {
            plain.addElem(elem.toBuilder().setName(plain(elem.getName())));
        }
        return plain.build();
    }

    private static String plain(String name) {
        return name.substring(name.indexOf(':') + 1);
    }
}
