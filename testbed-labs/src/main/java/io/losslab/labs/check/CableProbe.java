package io.losslab.labs.check;

import com.google.protobuf.ByteString;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * An LLDP frame that says which port of which device it left by. Source: IEEE 802.1AB-2016, 8.5:
 * chassis and port are locally assigned names; the system name says that it is ours.
 *
 * @param device name in the testbed file, 1..254 bytes
 * @param port label in the testbed file, 1..254 bytes
 * @param check name of the check that sends it
 */
record CableProbe(String device, String port, String check) {
    private static final byte[] NEAREST_BRIDGE = {1, (byte) 0x80, (byte) 0xc2, 0, 0, 0x0e};
    private static final byte[] SENDER = {2, 0, 0, 0, 0, 1};
    private static final int LLDP = 0x88cc;
    private static final int ETHERNET_BYTES = 14;
    private static final int SHORTEST_FRAME = 60;
    private static final int LENGTH_BITS = 9;
    private static final int LONGEST_NAME = 254;

    private static final int END = 0;
    private static final int CHASSIS = 1;
    private static final int PORT = 2;
    private static final int TIME_TO_LIVE = 3;
    private static final int SYSTEM_NAME = 5;
    private static final int LOCALLY_ASSIGNED = 7;

    CableProbe {
        requireName(device);
        requireName(port);
        requireName(check);
    }

    /** The frame, without its check sequence. */
    ByteString frame() {
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        frame.writeBytes(NEAREST_BRIDGE);
        frame.writeBytes(SENDER);
        frame.write(LLDP >> 8);
        frame.write(LLDP);
        write(frame, CHASSIS, named(device));
        write(frame, PORT, named(port));
        write(frame, TIME_TO_LIVE, new byte[] {0, 1});
        write(frame, SYSTEM_NAME, check.getBytes(StandardCharsets.UTF_8));
        write(frame, END, new byte[0]);
        while (frame.size() < SHORTEST_FRAME) {
            frame.write(0);
        }
        return ByteString.copyFrom(frame.toByteArray());
    }

    /** The probe in a frame; empty where it is none. */
    static Optional<CableProbe> read(ByteString frame) {
        if (frame.size() < ETHERNET_BYTES || number(frame, ETHERNET_BYTES - 2) != LLDP) {
            return Optional.empty();
        }
        String device = "";
        String port = "";
        String check = "";
        int at = ETHERNET_BYTES;
        while (at + 2 <= frame.size()) {
            int type = number(frame, at) >> LENGTH_BITS;
            int bytes = number(frame, at) & ((1 << LENGTH_BITS) - 1);
            int end = at + 2 + bytes;
            if (type == END || end > frame.size()) {
                break;
            }
            ByteString value = frame.substring(at + 2, end);
            switch (type) {
                case CHASSIS -> device = name(value);
                case PORT -> port = name(value);
                case SYSTEM_NAME -> check = value.toStringUtf8();
                default -> {}
            }
            at = end;
        }
        return fits(device) && fits(port) && fits(check)
                ? Optional.of(new CableProbe(device, port, check))
                : Optional.empty();
    }

    private static void requireName(String name) {
        if (!fits(name)) {
            throw new IllegalArgumentException(
                    "a name in an LLDP frame must have 1..%d bytes, got '%s'"
                            .formatted(LONGEST_NAME, name));
        }
    }

    private static boolean fits(String name) {
        int bytes = name.getBytes(StandardCharsets.UTF_8).length;
        return bytes >= 1 && bytes <= LONGEST_NAME;
    }

    private static byte[] named(String name) {
        byte[] text = name.getBytes(StandardCharsets.UTF_8);
        byte[] value = new byte[text.length + 1];
        value[0] = LOCALLY_ASSIGNED;
        System.arraycopy(text, 0, value, 1, text.length);
        return value;
    }

    private static String name(ByteString value) {
        boolean local = !value.isEmpty() && value.byteAt(0) == LOCALLY_ASSIGNED;
        return local ? value.substring(1).toStringUtf8() : "";
    }

    private static void write(ByteArrayOutputStream frame, int type, byte[] value) {
        int head = type << LENGTH_BITS | value.length;
        frame.write(head >> 8);
        frame.write(head);
        frame.writeBytes(value);
    }

    private static int number(ByteString frame, int at) {
        return (frame.byteAt(at) & 0xff) << 8 | (frame.byteAt(at + 1) & 0xff);
    }
}
