package io.losslab.softswitch.p4runtime;

import com.google.protobuf.ByteString;

/**
 * Values of {@code bit<W>} as P4Runtime sends them: big-endian and as short as the value allows.
 */
final class CanonicalBits {
    private CanonicalBits() {}

    /**
     * Reads a value.
     *
     * @param widthBits W, 1..63
     * @param what names the value in the refusal
     */
    static long read(ByteString bytes, int widthBits, String what) throws Refusal {
        if (bytes.isEmpty()) {
            throw Refusal.invalid(what + " has no value; zero is one zero byte");
        }
        if (bytes.size() > 1 && bytes.byteAt(0) == 0) {
            throw Refusal.invalid(
                    what + " is not canonical: " + hex(bytes) + " has leading zero bytes");
        }
        if (bytes.size() > 8 || excess(bytes, widthBits)) {
            throw Refusal.invalid(what + " " + hex(bytes) + " exceeds " + widthBits + " bits");
        }
        return unsigned(bytes);
    }

    /** Writes a value, not negative. */
    static ByteString write(long value) {
        if (value < 0) {
            throw new IllegalArgumentException("value must not be negative: " + value);
        }
        int length = Math.max(1, (Long.SIZE - Long.numberOfLeadingZeros(value) + 7) / 8);
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (value >>> 8 * (length - 1 - i));
        }
        return ByteString.copyFrom(bytes);
    }

    private static boolean excess(ByteString bytes, int widthBits) {
        return unsigned(bytes) >>> widthBits != 0;
    }

    private static long unsigned(ByteString bytes) {
        long value = 0;
        for (int i = 0; i < bytes.size(); i++) {
            value = value << 8 | (bytes.byteAt(i) & 0xff);
        }
        return value;
    }

    private static String hex(ByteString bytes) {
        StringBuilder text = new StringBuilder("0x");
        for (int i = 0; i < Math.min(bytes.size(), 16); i++) {
            text.append("%02x".formatted(bytes.byteAt(i)));
        }
        return bytes.size() > 16 ? text + "..." : text.toString();
    }
}
