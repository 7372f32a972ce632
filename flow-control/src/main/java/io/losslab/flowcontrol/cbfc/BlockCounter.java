package io.losslab.flowcontrol.cbfc;

/**
 * How blocks are counted: with 12 bits, as InfiniBand's frames have it, or unbounded (CBFC-ideal of
 * Bifrost, section VI-B).
 */
enum BlockCounter {
    BITS_12 {
        @Override
        long wrap(long blocks) {
            return blocks & 0xFFF;
        }

        @Override
        long grantable(long freeBlocks) {
            return Math.min(LIMIT_BLOCKS, freeBlocks);
        }

        @Override
        long distance(long from, long to) {
            long ahead = to - from & 0xFFF;
            return ahead <= LIMIT_BLOCKS ? ahead : ahead - 0x1000;
        }
    },
    UNBOUNDED {
        @Override
        long wrap(long blocks) {
            return blocks;
        }

        @Override
        long grantable(long freeBlocks) {
            return freeBlocks;
        }

        @Override
        long distance(long from, long to) {
            return to - from;
        }
    };

    /** Bytes of a block. */
    static final int BLOCK_BYTES = 64;

    /** Most that 12 bits can grant at once: half their range, so that order stays plain. */
    static final int LIMIT_BLOCKS = 2048;

    /** The count as a frame carries it. */
    abstract long wrap(long blocks);

    /** How many of the free blocks may be granted at once. */
    abstract long grantable(long freeBlocks);

    /** Blocks from one wrapped count to another; below zero where {@code to} is behind. */
    abstract long distance(long from, long to);

    /** Blocks of so many bytes, the last one begun. */
    static long blocks(long bytes) {
        return (bytes + BLOCK_BYTES - 1) / BLOCK_BYTES;
    }
}
