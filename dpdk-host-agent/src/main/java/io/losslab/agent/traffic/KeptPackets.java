package io.losslab.agent.traffic;

import java.util.Arrays;

/**
 * What IRN's receiver knows of the packets that came ahead of a gap: that they came, where messages
 * begin and end, and what their RETHs said. Data thread; allocates only when the span grows.
 */
final class KeptPackets {
    private static final int FIRST_SPAN = 64;
    private static final byte CAME = 1;
    private static final byte FIRST = 2;
    private static final byte LAST = 4;

    private final int window;

    // by sequence number modulo length, a power of two
    private byte[] states = new byte[0];
    private long[] remoteAddresses = new long[0];
    private long[] messageBytes = new long[0];

    /**
     * Keeps nothing yet.
     *
     * @param window most packets between the one that is missing and the farthest kept
     */
    KeptPackets(int window) {
        this.window = window;
    }

    /** Whether a packet may be kept while another one is missing. */
    boolean fits(long sequence, long missing) {
        return sequence - missing < window;
    }

    /**
     * Keeps a packet that {@link #fits}.
     *
     * @param missing first packet that has not come
     */
    void keep(long sequence, long missing, boolean last) {
        if (sequence - missing >= states.length) {
            grow(sequence, missing);
        }
        states[place(sequence)] = (byte) (CAME | (last ? LAST : 0));
    }

    /** As {@link #keep}, of a packet that begins a message. */
    void keepFirst(long sequence, long missing, boolean last, long address, long bytes) {
        keep(sequence, missing, last);
        states[place(sequence)] |= FIRST;
        remoteAddresses[place(sequence)] = address;
        messageBytes[place(sequence)] = bytes;
    }

    /**
     * Whether a packet is kept.
     *
     * @param missing first packet that has not come
     */
    boolean has(long sequence, long missing) {
        return sequence - missing < states.length && states[place(sequence)] != 0;
    }

    boolean isFirst(long sequence) {
        return (states[place(sequence)] & FIRST) != 0;
    }

    boolean isLast(long sequence) {
        return (states[place(sequence)] & LAST) != 0;
    }

    /** Of a packet that begins a message. */
    long remoteAddress(long sequence) {
        return remoteAddresses[place(sequence)];
    }

    /** Of a packet that begins a message. */
    long messageBytes(long sequence) {
        return messageBytes[place(sequence)];
    }

    /** All before it has come, and so the packet is no longer ahead. */
    void forget(long sequence) {
        states[place(sequence)] = 0;
    }

    private int place(long sequence) {
        return (int) sequence & states.length - 1;
    }

    private void grow(long sequence, long missing) {
        int span = Math.max(FIRST_SPAN, states.length);
        while (sequence - missing >= span) {
            span *= 2;
        }
        byte[] oldStates = states;
        long[] oldAddresses = remoteAddresses;
        long[] oldBytes = messageBytes;
        states = new byte[span];
        remoteAddresses = Arrays.copyOf(oldAddresses, span);
        messageBytes = Arrays.copyOf(oldBytes, span);
        for (long i = missing; i < missing + oldStates.length; i++) {
            int from = (int) i & oldStates.length - 1;
            int to = place(i);
            states[to] = oldStates[from];
            remoteAddresses[to] = oldAddresses[from];
            messageBytes[to] = oldBytes[from];
        }
    }
}
