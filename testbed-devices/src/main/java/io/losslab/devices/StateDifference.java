package io.losslab.devices;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import com.google.protobuf.TextFormat;
import java.util.ArrayList;
import java.util.List;

/** Says in which fields two states differ. */
final class StateDifference {
    private static final int LONGEST = 120;

    private StateDifference() {}

    /** The fields of their first messages, if these tell it. */
    static String text(Part part, List<Message> sent, List<Message> read) {
        List<String> fields =
                sent.isEmpty() || read.isEmpty() ? List.of() : fields(sent.get(0), read.get(0));
        return fields.isEmpty() ? part.setAndRead(sent, read) : String.join(", ", fields);
    }

    private static List<String> fields(Message sent, Message read) {
        List<String> differences = new ArrayList<>();
        for (FieldDescriptor field : sent.getDescriptorForType().getFields()) {
            if (!sent.getField(field).equals(read.getField(field))) {
                differences.add(
                        "%s: set %s, read %s"
                                .formatted(
                                        field.getName(),
                                        cut(text(field, sent)),
                                        cut(text(field, read))));
            }
        }
        return differences;
    }

    private static String text(FieldDescriptor field, Message of) {
        if (field.hasPresence() && !of.hasField(field)) {
            return "(unset)";
        }
        Object value = of.getField(field);
        return value instanceof Message message
                ? TextFormat.printer().shortDebugString(message)
                : value.toString().replaceAll("\\s+", " ").strip();
    }

    static String cut(String text) {
        return text.length() > LONGEST ? text.substring(0, LONGEST) + "..." : text;
    }
}
