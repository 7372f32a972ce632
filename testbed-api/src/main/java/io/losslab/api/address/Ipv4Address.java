package io.losslab.api.address;

import com.google.protobuf.ByteString;
import java.nio.ByteBuffer;

/** IPv4 addresses, four octets in an int, the first in its highest bits. */
public final class Ipv4Address {
    private Ipv4Address() {}

    /**
     * Reads four octets in decimal with dots.
     *
     * @throws IllegalArgumentException where the text is something else
     */
    public static int parse(String text) {
        if (!text.matches("[0-9]{1,3}(\\.[0-9]{1,3}){3}")) {
            throw wrong(text);
        }
        int address = 0;
        for (String part : text.split("\\.", -1)) {
            int octet = Integer.parseInt(part);
            if (octet > 255) {
                throw wrong(text);
            }
            address = address << 8 | octet;
        }
        return address;
    }

    /** Four octets in decimal with dots, such as {@code 10.0.0.1}. */
    public static String text(int address) {
        return (address >>> 24)
                + "."
                + (address >>> 16 & 0xFF)
                + "."
                + (address >>> 8 & 0xFF)
                + "."
                + (address & 0xFF);
    }

    /** The address as messages have it, in network order. */
    public static ByteString octets(int address) {
        return ByteString.copyFrom(ByteBuffer.allocate(4).putInt(address).flip());
    }

    /** The address of four octets in network order. */
    public static int ofOctets(ByteString octets) {
        return octets.asReadOnlyByteBuffer().getInt();
    }

    private static IllegalArgumentException wrong(String text) {
        return new IllegalArgumentException(
                "'" + text + "' is not an IPv4 address; expected, for" + " example, 10.0.0.1");
    }
}
