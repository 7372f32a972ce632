package io.losslab.api.p4runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.OneofDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Compares our descriptors with those in the stubs of ONOS, which other people made from the public
 * .proto files of an earlier version (before roles had names).
 */
class P4RuntimeWireCompatibilityTest {
    /**
     * What has changed since: two fields went into a oneof, which looks the same on the wire, and a
     * deprecated port number became signed, which is the same up to 2^31.
     */
    private static final List<String> CHANGED =
            List.of(
                    "field p4.v1.ActionProfileAction.watch: theirs 3 single INT32, ours 3 single"
                            + " INT32"
                            + " in watch_kind",
                    "field p4.v1.ActionProfileGroup.Member.watch: theirs 3 single UINT32, ours 3"
                            + " single INT32 in watch_kind",
                    "field p4.v1.Replica.egress_port: theirs 1 single UINT32, ours 1 single"
                            + " UINT32 in"
                            + " port_kind");

    private final SortedMap<String, String> ours =
            facts(
                    io.losslab.proto.p4.v1.P4DataOuterClass.getDescriptor(),
                    io.losslab.proto.p4.v1.P4RuntimeOuterClass.getDescriptor(),
                    io.losslab.proto.p4.config.v1.P4Types.getDescriptor(),
                    io.losslab.proto.p4.config.v1.P4InfoOuterClass.getDescriptor());
    private final SortedMap<String, String> theirs =
            facts(
                    p4.v1.P4DataOuterClass.getDescriptor(),
                    p4.v1.P4RuntimeOuterClass.getDescriptor(),
                    p4.config.v1.P4Types.getDescriptor(),
                    p4.config.v1.P4InfoOuterClass.getDescriptor());

    @Test
    void everythingThatTheOtherStubsKnowHasTheSameFormHere() {
        List<String> differences = new ArrayList<>();
        theirs.forEach(
                (name, form) -> {
                    if (!form.equals(ours.get(name))) {
                        differences.add(name + ": theirs " + form + ", ours " + ours.get(name));
                    }
                });
        assertEquals(CHANGED, differences);
        assertTrue(theirs.size() > 500, "only " + theirs.size() + " facts compared");
    }

    @Test
    void whatOnlyWeKnowIsWhatLaterVersionsAdded() throws IOException {
        SortedSet<String> onlyOurs = new TreeSet<>(ours.keySet());
        onlyOurs.removeAll(theirs.keySet());
        try (InputStream listed = getClass().getResourceAsStream("added-since.txt")) {
            String text = new String(listed.readAllBytes(), StandardCharsets.UTF_8);
            assertEquals(text.lines().toList(), List.copyOf(onlyOurs));
        }
    }

    private static SortedMap<String, String> facts(FileDescriptor... files) {
        SortedMap<String, String> facts = new TreeMap<>();
        for (FileDescriptor file : files) {
            file.getMessageTypes().forEach(message -> addMessage(facts, message));
            file.getEnumTypes().forEach(type -> addEnum(facts, type));
            file.getServices().forEach(service -> addService(facts, service));
        }
        return facts;
    }

    private static void addMessage(Map<String, String> facts, Descriptor message) {
        facts.put("message " + message.getFullName(), "message");
        for (FieldDescriptor field : message.getFields()) {
            facts.put("field " + message.getFullName() + "." + field.getName(), form(field));
        }
        message.getNestedTypes().forEach(nested -> addMessage(facts, nested));
        message.getEnumTypes().forEach(nested -> addEnum(facts, nested));
    }

    private static String form(FieldDescriptor field) {
        String form = "%d %s %s".formatted(field.getNumber(), label(field), field.getType());
        switch (field.getJavaType()) {
            case MESSAGE -> form += " " + field.getMessageType().getFullName();
            case ENUM -> form += " " + field.getEnumType().getFullName();
            default -> {}
        }
        OneofDescriptor oneof = field.getContainingOneof();
        return oneof == null ? form : form + " in " + oneof.getName();
    }

    private static String label(FieldDescriptor field) {
        return field.isMapField() ? "map" : field.isRepeated() ? "repeated" : "single";
    }

    private static void addEnum(Map<String, String> facts, EnumDescriptor type) {
        facts.put("enum " + type.getFullName(), "enum");
        type.getValues()
                .forEach(
                        value ->
                                facts.put(
                                        "value " + type.getFullName() + "." + value.getName(),
                                        String.valueOf(value.getNumber())));
    }

    private static void addService(Map<String, String> facts, ServiceDescriptor service) {
        for (MethodDescriptor rpc : service.getMethods()) {
            facts.put(
                    "rpc " + rpc.getFullName(),
                    "%s%s -> %s%s"
                            .formatted(
                                    rpc.toProto().getClientStreaming() ? "stream " : "",
                                    rpc.getInputType().getFullName(),
                                    rpc.toProto().getServerStreaming() ? "stream " : "",
                                    rpc.getOutputType().getFullName()));
        }
    }
}
