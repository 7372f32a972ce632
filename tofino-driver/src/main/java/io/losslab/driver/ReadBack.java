package io.losslab.driver;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import com.google.protobuf.TextFormat;
import java.util.ArrayList;
import java.util.List;

/** Compares what a device says is in force with what it was sent. */
public final class ReadBack {
    private ReadBack() {}

    /**
     * Holds two messages of one type against each other, field by field.
     *
     * @param call that set the value, for the error
     * @throws DeviceException that lists every field that differs
     */
    public static <M extends Message> void requireEqual(
            DeviceChannel channel, String call, M sent, M read) {
        if (sent.equals(read)) {
            return;
        }
        List<String> differences = new ArrayList<>();
        for (FieldDescriptor field : sent.getDescriptorForType().getFields()) {
            if (!sent.getField(field).equals(read.getField(field))
                    || (field.hasPresence() && sent.hasField(field) != read.hasField(field))) {
                differences.add(
                        "%s was sent as %s and reads %s"
                                .formatted(field.getName(), text(field, sent), text(field, read)));
            }
        }
        throw channel.refused(
                call,
                "%s is not in force as sent: %s".formatted(call, String.join(", ", differences)),
                "the device changes settings by itself, or another controller does",
                null);
    }

    private static String text(FieldDescriptor field, Message message) {
        if (field.hasPresence() && !message.hasField(field)) {
            return "(unset)";
        }
        Object value = message.getField(field);
        return value instanceof Message part && !field.isRepeated()
                ? "{" + TextFormat.printer().shortDebugString(part) + "}"
                : value.toString().strip();
    }
}
