package io.losslab.driver.bfrt.table;

import com.google.protobuf.ByteString;
import java.util.HexFormat;

/** What a field of a key matches where that is not one value. Numbers are unsigned, big-endian. */
public sealed interface MatchValue {
    /** Values that begin alike. */
    record Prefix(ByteString value, int bits) implements MatchValue {
        @Override
        public String toString() {
            return hex(value) + "/" + bits;
        }
    }

    /** Values that are alike in the bits of a mask. */
    record Masked(ByteString value, ByteString mask) implements MatchValue {
        @Override
        public String toString() {
            return hex(value) + "&" + hex(mask);
        }
    }

    /** Values from one to another, both included. */
    record Span(ByteString low, ByteString high) implements MatchValue {
        @Override
        public String toString() {
            return hex(low) + ".." + hex(high);
        }
    }

    private static String hex(ByteString bytes) {
        return "0x" + HexFormat.of().formatHex(bytes.toByteArray());
    }
}
