package io.losslab.orchestrator.provision;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import com.google.protobuf.TextFormat;
import io.losslab.proto.p4.v1.ForwardingPipelineConfig;
import java.util.ArrayList;
import java.util.List;

/** Says in which fields two states differ. */
final class StateDifference {
    private static final int LONGEST = 120;

    private StateDifference() {}

    static String text(Part part, List<Message> sent, List<Message> read) {
        if (part instanceof TrafficManagerPart rows) {
            return rows.difference(sent, read);
        }
        boolean comparable =
                !sent.isEmpty()
                        && !read.isEmpty()
                        && !(sent.get(0) instanceof ForwardingPipelineConfig);
        List<String> fields = comparable ? fields(sent.get(0), read.get(0)) : List.of();
        return fields.isEmpty()
                ? "set %s, read %s".formatted(cut(part.describe(sent)), cut(part.describe(read)))
                : String.join(", ", fields);
    }

    private static List<String> fields(Message sent, Message read) {
        List<String> differences = new ArrayList<>();
        for (FieldDescriptor field : sent.getDescriptorForType().getFields()) {
            if (!sent.getField(field).equals(read.getField(field))) {
                differences.add(
                        "%s was set to %s and reads %s"
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

    private static String cut(String text) {
        return text.length() > LONGEST ? text.substring(0, LONGEST) + "..." : text;
    }
}
