package io.losslab.softswitch.fabric;

import java.util.Arrays;

/**
 * The bytes of MAC control frames in flight, in one array of 64-byte places that are used again.
 */
final class FrameSlab {
    static final int PLACE_BYTES = 64;

    /** Read anew after {@link #store}, which may grow it. */
    byte[] bytes = new byte[64 * PLACE_BYTES];

    private int[] free = new int[64];
    private int freeCount;
    private int used;

    /** Copies a frame in; returns its place. */
    int store(byte[] frame, int offset, int length) {
        if (length > PLACE_BYTES) {
            throw new IllegalArgumentException(
                    "control frames have at most " + PLACE_BYTES + " bytes, got " + length);
        }
        int place = freeCount > 0 ? free[--freeCount] : used++;
        if ((place + 1) * PLACE_BYTES > bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * bytes.length);
        }
        System.arraycopy(frame, offset, bytes, offsetOf(place), length);
        return place;
    }

    void release(int place) {
        if (freeCount == free.length) {
            free = Arrays.copyOf(free, 2 * free.length);
        }
        free[freeCount++] = place;
    }

    static int offsetOf(int place) {
        return place * PLACE_BYTES;
    }
}
