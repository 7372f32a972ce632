package io.losslab.services.p4runtime.program;

import com.google.protobuf.ByteString;
import com.google.rpc.Code;
import java.math.BigInteger;

/**
 * Values of {@code bit<W>} and {@code int<W>} as P4Runtime sends them: big-endian. Longer forms of
 * a value are accepted and made canonical, which is as short as the value allows. Source: P4Runtime
 * specification 1.5, "Bytestrings".
 */
public final class BitString {
    private BitString() {}

    /**
     * The canonical form of a value of {@code bit<W>}.
     *
     * @param widthBits W; 0 for a string that the controller chose, which has only one form
     * @param what names the value in the refusal
     * @throws Refusal OUT_OF_RANGE where it is empty or too wide
     */
    public static ByteString unsigned(ByteString bytes, int widthBits, String what) throws Refusal {
        requireSome(bytes, what);
        if (widthBits == 0) {
            return bytes;
        }
        int leading = 0;
        while (leading < bytes.size() - 1 && bytes.byteAt(leading) == 0) {
            leading++;
        }
        ByteString canonical = leading == 0 ? bytes : bytes.substring(leading);
        if (bitLength(canonical) > widthBits) {
            throw outOfRange(what + " " + hex(bytes) + " exceeds " + widthBits + " bits");
        }
        return canonical;
    }

    /** The canonical form of a value of {@code int<W>}; parameters as in {@link #unsigned}. */
    public static ByteString signed(ByteString bytes, int widthBits, String what) throws Refusal {
        requireSome(bytes, what);
        BigInteger value = new BigInteger(bytes.toByteArray());
        if (value.bitLength() + 1 > widthBits) {
            throw outOfRange(what + " " + hex(bytes) + " exceeds " + widthBits + " bits with sign");
        }
        return ByteString.copyFrom(value.toByteArray());
    }

    /** A canonical unsigned value of at most 63 bits as a number. */
    public static long toLong(ByteString canonical) {
        if (bitLength(canonical) > 63) {
            throw new IllegalArgumentException("more than 63 bits: " + hex(canonical));
        }
        long value = 0;
        for (int i = 0; i < canonical.size(); i++) {
            value = value << 8 | (canonical.byteAt(i) & 0xff);
        }
        return value;
    }

    /** The canonical form of a number, not negative. */
    public static ByteString of(long value) {
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

    /** The canonical form of a number, not negative. */
    public static ByteString of(BigInteger value) {
        byte[] bytes = value.toByteArray();
        int sign = bytes.length > 1 && bytes[0] == 0 ? 1 : 0;
        return ByteString.copyFrom(bytes, sign, bytes.length - sign);
    }

    /** For messages. */
    public static String hex(ByteString bytes) {
        StringBuilder text = new StringBuilder("0x");
        for (int i = 0; i < Math.min(bytes.size(), 16); i++) {
            text.append("%02x".formatted(bytes.byteAt(i)));
        }
        return bytes.size() > 16 ? text + "..." : text.toString();
    }

    /** Bits up to the highest one that is set, of a canonical value. */
    static int bitLength(ByteString canonical) {
        int first = canonical.byteAt(0) & 0xff;
        return 8 * (canonical.size() - 1) + Integer.SIZE - Integer.numberOfLeadingZeros(first);
    }

    /** Zero bits below the lowest one that is set; {@link Integer#MAX_VALUE} for zero. */
    static int trailingZeros(ByteString canonical) {
        for (int i = canonical.size() - 1; i >= 0; i--) {
            int octet = canonical.byteAt(i) & 0xff;
            if (octet != 0) {
                return 8 * (canonical.size() - 1 - i) + Integer.numberOfTrailingZeros(octet);
            }
        }
        return Integer.MAX_VALUE;
    }

    static boolean isZero(ByteString canonical) {
        return canonical.size() == 1 && canonical.byteAt(0) == 0;
    }

    /** Whether all W bits are set. */
    static boolean isAllOnes(ByteString canonical, int widthBits) {
        if (bitLength(canonical) != widthBits) {
            return false;
        }
        for (int i = 0; i < canonical.size(); i++) {
            int octet = canonical.byteAt(i) & 0xff;
            int full = i == 0 && widthBits % 8 != 0 ? (1 << widthBits % 8) - 1 : 0xff;
            if (octet != full) {
                return false;
            }
        }
        return true;
    }

    /** Whether {@code value} has bits that {@code mask} lacks; both canonical. */
    static boolean exceedsMask(ByteString value, ByteString mask) {
        for (int i = 1; i <= value.size(); i++) {
            int octet = value.byteAt(value.size() - i) & 0xff;
            int allowed = i <= mask.size() ? mask.byteAt(mask.size() - i) & 0xff : 0;
            if ((octet & ~allowed) != 0) {
                return true;
            }
        }
        return false;
    }

    /** Compares canonical unsigned values. */
    static int compare(ByteString left, ByteString right) {
        return left.size() != right.size()
                ? Integer.compare(left.size(), right.size())
                : ByteString.unsignedLexicographicalComparator().compare(left, right);
    }

    private static void requireSome(ByteString bytes, String what) throws Refusal {
        if (bytes.isEmpty()) {
            throw outOfRange(what + " has no value; zero is one zero byte");
        }
    }

    private static Refusal outOfRange(String message) {
        return new Refusal(Code.OUT_OF_RANGE, message);
    }
}
