package io.losslab.softswitch.live;

import java.util.Arrays;

/**
 * Memory outside the heap for the frames in the fabric: places of one size, in blocks of 1,024 that
 * are added when all are taken. One thread; allocates only where it grows.
 *
 * <p>A frame begins {@link #FRONT_BYTES} into its place, so that a tag can be put in before it is
 * sent.
 */
final class FrameStore {
    /** Free bytes in front of a frame. */
    static final int FRONT_BYTES = 16;

    private static final int BLOCK_BITS = 10;
    private static final int BLOCK = 1 << BLOCK_BITS;

    private final int placeBytes;
    private NativeBlock[] blocks = new NativeBlock[0];

    /** By place: frame bytes without FCS. */
    private int[] lengths = new int[0];

    /** By place: the 802.1Q tag it came with, as 16 bits; -1 for none. */
    private int[] tags = new int[0];

    private int[] free = new int[0];
    private int freeCount;

    /** Makes an empty store for frames up to a length without FCS. */
    FrameStore(int longestFrameBytes) {
        placeBytes = (FRONT_BYTES + longestFrameBytes + 63) & -64;
    }

    /** Bytes that a frame may have. */
    int longestFrameBytes() {
        return placeBytes - FRONT_BYTES;
    }

    /** A free place. */
    int take() {
        if (freeCount == 0) {
            grow();
        }
        return free[--freeCount];
    }

    void release(int place) {
        free[freeCount++] = place;
    }

    void describe(int place, int lengthBytes, int tag) {
        lengths[place] = lengthBytes;
        tags[place] = tag;
    }

    int lengthBytes(int place) {
        return lengths[place];
    }

    int tag(int place) {
        return tags[place];
    }

    /** Address of a frame's first byte. */
    long address(int place) {
        long offset = (long) (place & BLOCK - 1) * placeBytes + FRONT_BYTES;
        return blocks[place >> BLOCK_BITS].address + offset;
    }

    private void grow() {
        int block = blocks.length;
        blocks = Arrays.copyOf(blocks, block + 1);
        blocks[block] = new NativeBlock(BLOCK * placeBytes);
        int places = (block + 1) << BLOCK_BITS;
        lengths = Arrays.copyOf(lengths, places);
        tags = Arrays.copyOf(tags, places);
        free = Arrays.copyOf(free, places);
        for (int place = places - 1; place >= block << BLOCK_BITS; place--) {
            free[freeCount++] = place;
        }
    }
}
