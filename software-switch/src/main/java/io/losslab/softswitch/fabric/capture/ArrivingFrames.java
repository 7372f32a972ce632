package io.losslab.softswitch.fabric.capture;

import java.util.Arrays;

/** Copies of the frames on a link that have yet to reach its end, in a ring that grows. */
final class ArrivingFrames {
    private final int snapBytes;
    private long[] nanos = new long[16];
    private int[] captured = new int[16];
    private int[] lengths = new int[16];
    private byte[][] copies = new byte[16][];
    private int head;
    private int size;

    /** Makes an empty ring for copies up to a length. */
    ArrivingFrames(int snapBytes) {
        this.snapBytes = snapBytes;
    }

    int snapBytes() {
        return snapBytes;
    }

    void add(long atNanos, byte[] frame, int capturedBytes, int frameBytes) {
        if (size == nanos.length) {
            grow();
        }
        int at = head + size & nanos.length - 1;
        if (copies[at] == null || copies[at].length < capturedBytes) {
            copies[at] = new byte[capturedBytes];
        }
        System.arraycopy(frame, 0, copies[at], 0, capturedBytes);
        nanos[at] = atNanos;
        captured[at] = capturedBytes;
        lengths[at] = frameBytes;
        size++;
    }

    /** Hands over those that arrive by a time, in order. */
    void drain(long untilNanos, int tap, FrameCapture to) {
        while (size > 0 && nanos[head] <= untilNanos) {
            to.onFrame(tap, nanos[head], false, copies[head], captured[head], lengths[head]);
            head = head + 1 & nanos.length - 1;
            size--;
        }
    }

    private void grow() {
        int before = nanos.length;
        nanos = Arrays.copyOf(rotated(nanos), 2 * before);
        captured = Arrays.copyOf(rotated(captured), 2 * before);
        lengths = Arrays.copyOf(rotated(lengths), 2 * before);
        byte[][] larger = new byte[2 * before][];
        for (int i = 0; i < before; i++) {
            larger[i] = copies[head + i & before - 1];
        }
        copies = larger;
        head = 0;
    }

    private long[] rotated(long[] ring) {
        long[] straight = new long[ring.length];
        System.arraycopy(ring, head, straight, 0, ring.length - head);
        System.arraycopy(ring, 0, straight, ring.length - head, head);
        return straight;
    }

    private int[] rotated(int[] ring) {
        int[] straight = new int[ring.length];
        System.arraycopy(ring, head, straight, 0, ring.length - head);
        System.arraycopy(ring, 0, straight, ring.length - head, head);
        return straight;
    }
}
