package io.losslab.softswitch.live;

/**
 * Up to 64 frames of one receive call, written by the kernel straight into places of a {@link
 * FrameStore}, with the time each was sent and the tag the kernel took off it.
 */
final class ReceiveBatch {
    static final int MESSAGES = 64;

    /*
     * Per message, in three blocks of memory: struct mmsghdr (64 bytes; linux/socket.h), struct
     * iovec (16), and room for two control messages (time stamp 32, auxiliary data 40).
     */
    private static final int HEADER_BYTES = 64;
    private static final int VECTOR_BYTES = 16;
    private static final int CONTROL_BYTES = 128;
    private static final int VECTOR_POINTER = 16;
    private static final int VECTOR_COUNT = 24;
    private static final int CONTROL_POINTER = 32;
    private static final int CONTROL_LENGTH = 40;
    private static final int FLAGS = 48;
    private static final int LENGTH = 56;
    private static final int CONTROL_HEADER = 16;
    private static final int AUX_STATUS = CONTROL_HEADER;
    private static final int AUX_VLAN = CONTROL_HEADER + 16;
    private static final int VLAN_VALID = 1 << 4;

    private final FrameStore store;
    private final NativeBlock headers = new NativeBlock(MESSAGES * HEADER_BYTES);
    private final NativeBlock vectors = new NativeBlock(MESSAGES * VECTOR_BYTES);
    private final NativeBlock controls = new NativeBlock(MESSAGES * CONTROL_BYTES);
    private final int[] places = new int[MESSAGES];

    private long sentNanos;
    private int tag;

    ReceiveBatch(FrameStore store) {
        this.store = store;
        for (int i = 0; i < MESSAGES; i++) {
            int at = i * HEADER_BYTES;
            headers.bytes.putLong(at + VECTOR_POINTER, vectors.address + (long) i * VECTOR_BYTES);
            headers.bytes.putLong(at + VECTOR_COUNT, 1);
            headers.bytes.putLong(
                    at + CONTROL_POINTER, controls.address + (long) i * CONTROL_BYTES);
            refill(i);
            rearm(i);
        }
    }

    /** Receives what is there; returns how many frames, 0 where there was none. */
    int receive(int socket) {
        int count = Libc.recvmmsg(socket, headers.address, MESSAGES, Libc.MSG_DONTWAIT, 0);
        return Math.max(0, count);
    }

    /** Reads what the kernel said of a frame; {@link #sentNanos} and {@link #tag} tell. */
    void read(int message) {
        sentNanos = 0;
        tag = -1;
        int at = message * CONTROL_BYTES;
        int end = at + (int) headers.bytes.getLong(message * HEADER_BYTES + CONTROL_LENGTH);
        while (end - at >= CONTROL_HEADER) {
            int length = (int) controls.bytes.getLong(at);
            readControl(at);
            at += Math.max(CONTROL_HEADER, length + 7 & -8);
        }
    }

    private void readControl(int at) {
        int level = controls.bytes.getInt(at + 8);
        int type = controls.bytes.getInt(at + 12);
        if (level == Libc.SOL_SOCKET && type == Libc.SO_TIMESTAMPNS) {
            sentNanos =
                    controls.bytes.getLong(at + CONTROL_HEADER) * 1_000_000_000L
                            + controls.bytes.getLong(at + CONTROL_HEADER + 8);
        } else if (level == Libc.SOL_PACKET
                && type == Libc.PACKET_AUXDATA
                && (controls.bytes.getInt(at + AUX_STATUS) & VLAN_VALID) != 0) {
            tag = controls.bytes.getShort(at + AUX_VLAN) & 0xFFFF;
        }
    }

    /** When the frame read last was sent, nanoseconds of the real-time clock. */
    long sentNanos() {
        return sentNanos;
    }

    /** Tag of the frame read last; -1 for none. */
    int tag() {
        return tag;
    }

    /** Frame bytes without FCS. */
    int lengthBytes(int message) {
        return headers.bytes.getInt(message * HEADER_BYTES + LENGTH);
    }

    /** Whether a frame was longer than its place. */
    boolean isCut(int message) {
        return (headers.bytes.getInt(message * HEADER_BYTES + FLAGS) & Libc.MSG_TRUNC) != 0;
    }

    int place(int message) {
        return places[message];
    }

    /** The frame of a message has gone on in its place: the message gets another one. */
    void refill(int message) {
        places[message] = store.take();
        int at = message * VECTOR_BYTES;
        vectors.bytes.putLong(at, store.address(places[message]));
        vectors.bytes.putLong(at + 8, store.longestFrameBytes());
    }

    /** Makes a message ready for the next call. */
    void rearm(int message) {
        int at = message * HEADER_BYTES;
        headers.bytes.putLong(at + CONTROL_LENGTH, CONTROL_BYTES);
        headers.bytes.putInt(at + FLAGS, 0);
    }
}
