package io.losslab.analysis.replay;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Writes whole numbers in as few bytes as they need: seven bits a byte, the lowest first, and the
 * eighth set where more follow.
 */
final class VarintWriter {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(1 << 16);

    /** A number that is not negative. */
    void write(long value) {
        if (value < 0) {
            throw new IllegalArgumentException("negative: " + value);
        }
        long rest = value;
        while (rest > 0x7f) {
            bytes.write((int) (rest & 0x7f | 0x80));
            rest >>>= 7;
        }
        bytes.write((int) rest);
    }

    /** Any number: 0, -1, 1, -2 become 0, 1, 2, 3. */
    void writeSigned(long value) {
        write(value << 1 ^ value >> 63);
    }

    /** A text's length in bytes, then the text. */
    void write(String text) {
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        write(encoded.length);
        bytes.writeBytes(encoded);
    }

    byte[] bytes() {
        return bytes.toByteArray();
    }
}
