package io.losslab.p4.parser;

import io.losslab.p4.packet.Bits;
import io.losslab.p4.packet.FieldLayout;
import io.losslab.p4.packet.HeaderLayout;
import io.losslab.p4.packet.Headers;
import io.losslab.p4.packet.PacketState;

/** Takes one header instance from the packet's bytes, and puts it back. */
final class HeaderImage {
    private final HeaderLayout header;
    private final FieldLayout[] fields;

    /** Whether all fields take one word, have no sign, and a fixed width. */
    private final boolean plain;

    HeaderImage(HeaderLayout header) {
        this.header = header;
        this.fields = header.fields().toArray(FieldLayout[]::new);
        this.plain =
                header.fields().stream()
                        .allMatch(it -> it.isNarrow() && !it.signed() && !it.isVariable());
    }

    HeaderLayout header() {
        return header;
    }

    /**
     * Takes the header from where parsing stands, which has all of it.
     *
     * @param variableBits of its field of variable length
     */
    void extract(PacketState packet, int variableBits) {
        int bytes = (header.fixedBits() + variableBits) / 8;
        packet.ensure(packet.payload + bytes);
        int bit = 8 * packet.payload;
        if (plain) {
            for (FieldLayout field : fields) {
                packet.words[field.slot()] = Bits.read(packet.data, bit, field.widthBits());
                bit += field.widthBits();
            }
        } else {
            for (FieldLayout field : fields) {
                bit += read(packet, field, bit, variableBits);
            }
        }
        packet.payload += bytes;
        Headers.setValid(packet, header);
    }

    private static int read(PacketState packet, FieldLayout field, int bit, int variableBits) {
        if (field.isVariable()) {
            packet.words[field.slot()] = variableBits;
            for (int i = 0; i < variableBits / 8; i++) {
                packet.varied[field.bytesAt() + i] = (byte) Bits.read(packet.data, bit + 8 * i, 8);
            }
            return variableBits;
        }
        Bits.read(packet.data, bit, field.widthBits(), packet.words, field.slot());
        if (field.signed() && field.isNarrow()) {
            int shift = 64 - field.widthBits();
            packet.words[field.slot()] = packet.words[field.slot()] << shift >> shift;
        }
        return field.widthBits();
    }

    /** Writes the header, if it is valid, to byte {@code at}; returns where it ends. */
    int emit(PacketState packet, byte[] to, int at) {
        if (!Headers.isValid(packet, header)) {
            return at;
        }
        int bit = 8 * at;
        for (FieldLayout field : fields) {
            if (field.isVariable()) {
                int bits = (int) packet.words[field.slot()];
                for (int i = 0; i < bits / 8; i++) {
                    Bits.write(to, bit + 8 * i, 8, packet.varied[field.bytesAt() + i]);
                }
                bit += bits;
            } else if (field.isNarrow()) {
                Bits.write(to, bit, field.widthBits(), packet.words[field.slot()]);
                bit += field.widthBits();
            } else {
                Bits.write(to, bit, field.widthBits(), packet.words, field.slot());
                bit += field.widthBits();
            }
        }
        return bit / 8;
    }
}
