package io.losslab.p4.extern;

import io.losslab.p4.json.JsonView;
import io.losslab.p4.packet.Bits;
import io.losslab.p4.packet.FieldLayout;
import io.losslab.p4.packet.HeaderLayout;
import io.losslab.p4.packet.Headers;
import io.losslab.p4.packet.Names;
import io.losslab.p4.packet.PacketState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A hash over fields, headers, constants and the packet's rest, joined bit by bit; those of invalid
 * headers are left out. On its switch's thread.
 */
public final class Calculation {
    /** Adds a part to the input; returns the bits there are then. */
    @FunctionalInterface
    private interface Part {
        int append(PacketState packet, int bits);
    }

    private final HashAlgorithm algorithm;
    private final List<Part> parts = new ArrayList<>();
    private byte[] input = new byte[64];

    private Calculation(HashAlgorithm algorithm) {
        this.algorithm = algorithm;
    }

    /** Reads a calculation or a selector: {@code algo} and {@code input}. */
    public static Calculation read(JsonView view, Names names) {
        JsonView algo = view.at("algo");
        HashAlgorithm algorithm =
                HashAlgorithm.named(algo.text())
                        .orElseThrow(() -> algo.wrong("one of " + HashAlgorithm.names()));
        Calculation calculation = new Calculation(algorithm);
        for (JsonView part : view.at("input").items()) {
            calculation.add(part, names);
        }
        return calculation;
    }

    /** The hash for a packet, without sign. */
    public long of(PacketState packet) {
        int bits = 0;
        for (int i = 0; i < parts.size(); i++) {
            bits = parts.get(i).append(packet, bits);
        }
        return algorithm.of(input, bits + 7 >> 3, packet.environment());
    }

    private void add(JsonView part, Names names) {
        switch (part.text("type")) {
            case "field" -> {
                FieldLayout field = names.field(part.at("value"));
                HeaderLayout header = names.layout().headers().get(field.header());
                parts.add(
                        (packet, bits) ->
                                Headers.isValid(packet, header)
                                        ? append(packet, field, bits)
                                        : bits);
            }
            case "hexstr" -> {
                int width = part.at("bitwidth").number(1, 1 << 16);
                long[] value = Bits.wordsOf(part.at("value").hex(), width);
                parts.add(
                        (packet, bits) -> {
                            reserve(bits + width, bits);
                            Bits.write(input, bits, width, value, 0);
                            return bits + width;
                        });
            }
            case "header" -> {
                HeaderLayout header = names.header(part.at("value"));
                parts.add((packet, bits) -> append(packet, header, bits));
            }
            case "payload" -> parts.add(this::appendPayload);
            default -> throw part.at("type").wrong("field, hexstr, header, or payload");
        }
    }

    private int append(PacketState packet, HeaderLayout header, int bits) {
        int end = bits;
        if (Headers.isValid(packet, header)) {
            for (int i = 0; i < header.fields().size(); i++) {
                end = append(packet, header.fields().get(i), end);
            }
        }
        return end;
    }

    private int append(PacketState packet, FieldLayout field, int bits) {
        if (!field.isVariable()) {
            reserve(bits + field.widthBits(), bits);
            Bits.write(input, bits, field.widthBits(), packet.words, field.slot());
            return bits + field.widthBits();
        }
        int width = (int) packet.words[field.slot()];
        reserve(bits + width, bits);
        for (int i = 0; i < width / 8; i++) {
            Bits.write(input, bits + 8 * i, 8, packet.varied[field.bytesAt() + i]);
        }
        return bits + width;
    }

    private int appendPayload(PacketState packet, int bits) {
        int start = bits + 7 >> 3;
        int count = packet.length - packet.payload;
        packet.ensure(packet.length);
        reserve(8 * (start + count), bits);
        System.arraycopy(packet.data, packet.payload, input, start, count);
        return 8 * (start + count);
    }

    /** Makes room, and clears the byte in which writing goes on and those behind. */
    private void reserve(int endBits, int fromBits) {
        int end = endBits + 7 >> 3;
        if (end > input.length) {
            input = Arrays.copyOf(input, 2 * end);
        }
        Arrays.fill(input, fromBits + 7 >> 3, end, (byte) 0);
    }
}
