package io.losslab.services.p4runtime.program;

import com.google.protobuf.ByteString;
import io.losslab.proto.p4.config.v1.ControllerPacketMetadata;
import io.losslab.proto.p4.v1.PacketMetadata;
import java.util.List;
import java.util.OptionalInt;

/**
 * What goes with a packet between switch and controller: {@code packet_in} or {@code packet_out}.
 */
public final class PacketHeader {
    private final String name;
    private final List<ControllerPacketMetadata.Metadata> fields;

    PacketHeader(ControllerPacketMetadata header) {
        this.name = header.getPreamble().getName();
        this.fields = header.getMetadataList();
    }

    /** Id of the field that is called so. */
    public OptionalInt field(String fieldName) {
        return fields.stream()
                .filter(field -> field.getName().equals(fieldName))
                .mapToInt(ControllerPacketMetadata.Metadata::getId)
                .findFirst();
    }

    /** All fields in order, one with a value, the others zero. */
    public List<PacketMetadata> metadata(int fieldId, ByteString value) {
        return fields.stream()
                .map(
                        field ->
                                PacketMetadata.newBuilder()
                                        .setMetadataId(field.getId())
                                        .setValue(
                                                field.getId() == fieldId ? value : BitString.of(0))
                                        .build())
                .toList();
    }

    /**
     * Checks that every field is there once, and its width; returns the value of one.
     *
     * @throws Refusal INVALID_ARGUMENT for all of it ("Stream Error Reporting")
     */
    public ByteString check(List<PacketMetadata> sent, int wantedId) throws Refusal {
        if (sent.size() != fields.size()) {
            throw Refusal.invalid(
                    "%s has %d metadata fields, the packet %d"
                            .formatted(name, fields.size(), sent.size()));
        }
        ByteString wanted = null;
        for (ControllerPacketMetadata.Metadata field : fields) {
            ByteString value = value(sent, field);
            wanted = field.getId() == wantedId ? value : wanted;
        }
        return wanted;
    }

    private static ByteString value(
            List<PacketMetadata> sent, ControllerPacketMetadata.Metadata field) throws Refusal {
        for (PacketMetadata each : sent) {
            if (each.getMetadataId() == field.getId()) {
                return canonical(each.getValue(), field);
            }
        }
        throw Refusal.invalid(
                "the packet lacks metadata %d, %s".formatted(field.getId(), field.getName()));
    }

    private static ByteString canonical(ByteString value, ControllerPacketMetadata.Metadata field)
            throws Refusal {
        try {
            return BitString.unsigned(value, field.getBitwidth(), field.getName());
        } catch (Refusal outOfRange) {
            throw Refusal.invalid(outOfRange.getMessage());
        }
    }
}
