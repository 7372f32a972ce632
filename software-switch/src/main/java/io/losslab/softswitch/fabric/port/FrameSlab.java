package io.losslab.softswitch.fabric.port;

import io.losslab.softswitch.fabric.parallel.Mail;
import java.util.Arrays;

/**
 * The bytes of MAC control frames in flight, in arrays of places that are used again: 64-byte
 * places for pauses and the like, longer ones for frames that list flows.
 */
public final class FrameSlab {
    public static final int SHORT_BYTES = 64;
    public static final int LONG_BYTES = 1_536;

    private final Shelf shorts = new Shelf(SHORT_BYTES);
    private final Shelf longs = new Shelf(LONG_BYTES);
    private final byte[] moved = new byte[LONG_BYTES];

    /**
     * Copies a frame in; returns its place.
     *
     * @param root the congested port that caused it, for the attribution of pauses
     */
    public int store(byte[] frame, int offset, int length, long root) {
        if (length > LONG_BYTES) {
            throw new IllegalArgumentException(
                    "control frames have at most " + LONG_BYTES + " bytes, got " + length);
        }
        return length <= SHORT_BYTES
                ? shorts.store(frame, offset, length, root) << 1
                : longs.store(frame, offset, length, root) << 1 | 1;
    }

    /** Array that holds a place; read anew after {@link #store}, which may grow it. */
    public byte[] bytes(int place) {
        return shelf(place).bytes;
    }

    public int offset(int place) {
        return (place >>> 1) * shelf(place).placeBytes;
    }

    public long root(int place) {
        return shelf(place).roots[place >>> 1];
    }

    public void release(int place) {
        shelf(place).release(place >>> 1);
    }

    /** Writes a frame of so many bytes and what caused it, and gives its place back. */
    public void move(int place, int length, Mail mail) {
        byte[] bytes = bytes(place);
        int offset = offset(place);
        mail.put(root(place));
        for (int at = 0; at < length; at += Long.BYTES) {
            long word = 0;
            for (int i = at; i < Math.min(length, at + Long.BYTES); i++) {
                word = word << 8 | bytes[offset + i] & 0xFF;
            }
            mail.put(word);
        }
        release(place);
    }

    /** Stores what {@link #move} wrote; returns its place. */
    public int take(int length, Mail mail) {
        long root = mail.take();
        for (int at = 0; at < length; at += Long.BYTES) {
            long word = mail.take();
            for (int i = Math.min(length, at + Long.BYTES) - 1; i >= at; i--) {
                moved[i] = (byte) word;
                word >>>= 8;
            }
        }
        return store(moved, 0, length, root);
    }

    private Shelf shelf(int place) {
        return (place & 1) == 0 ? shorts : longs;
    }

    /** Places of one length. */
    private static final class Shelf {
        final int placeBytes;
        byte[] bytes;
        long[] roots = new long[16];
        private int[] free = new int[16];
        private int freeCount;
        private int used;

        Shelf(int placeBytes) {
            this.placeBytes = placeBytes;
            bytes = new byte[16 * placeBytes];
        }

        int store(byte[] frame, int offset, int length, long root) {
            int place = freeCount > 0 ? free[--freeCount] : used++;
            if ((place + 1) * placeBytes > bytes.length) {
                bytes = Arrays.copyOf(bytes, 2 * bytes.length);
                roots = Arrays.copyOf(roots, 2 * roots.length);
            }
            System.arraycopy(frame, offset, bytes, place * placeBytes, length);
            roots[place] = root;
            return place;
        }

        void release(int place) {
            if (freeCount == free.length) {
                free = Arrays.copyOf(free, 2 * free.length);
            }
            free[freeCount++] = place;
        }
    }
}
