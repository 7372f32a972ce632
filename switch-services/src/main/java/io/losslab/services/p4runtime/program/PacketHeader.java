package io.losslab.services.p4runtime.program;

import com.google.protobuf.ByteString;
import io.losslab.proto.p4.config.v1.ControllerPacketMetadata;
import io.losslab.proto.p4.v1.PacketMetadata;
import java.math.BigInteger;
import java.util.ArrayList;
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

    /**
     * The header as it stands in front of a packet, its fields in order.
     *
     * @throws Refusal as {@link #check}
     */
    public ByteString pack(List<PacketMetadata> sent) throws Refusal {
        check(sent, fields.isEmpty() ? 0 : fields.get(0).getId());
        BigInteger bits = BigInteger.ZERO;
        for (ControllerPacketMetadata.Metadata field : fields) {
            BigInteger value = new BigInteger(1, value(sent, field).toByteArray());
            bits = bits.shiftLeft(field.getBitwidth()).or(value);
        }
        byte[] header = new byte[bytes()];
        byte[] digits = bits.shiftLeft(8 * header.length - bits()).toByteArray();
        int used = Math.min(digits.length, header.length);
        System.arraycopy(digits, digits.length - used, header, header.length - used, used);
        return ByteString.copyFrom(header);
    }

    /** Bytes of the header in front of a packet. */
    public int bytes() {
        return (bits() + Byte.SIZE - 1) / Byte.SIZE;
    }

    private int bits() {
        return fields.stream().mapToInt(ControllerPacketMetadata.Metadata::getBitwidth).sum();
    }

    /** The fields of the header in front of a packet, which is as long at least. */
    public List<PacketMetadata> unpack(ByteString packet) {
        BigInteger rest = new BigInteger(1, packet.substring(0, bytes()).toByteArray());
        rest = rest.shiftRight(8 * bytes() - bits());
        List<PacketMetadata> read = new ArrayList<>();
        for (int i = fields.size() - 1; i >= 0; i--) {
            int width = fields.get(i).getBitwidth();
            BigInteger value = rest.mod(BigInteger.ONE.shiftLeft(width));
            read.add(
                    0,
                    PacketMetadata.newBuilder()
                            .setMetadataId(fields.get(i).getId())
                            .setValue(BitString.of(value))
                            .build());
            rest = rest.shiftRight(width);
        }
        return read;
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
