package io.losslab.traffic.collective;

import io.losslab.api.units.DataSize;

/**
 * How NCCL's Simple protocol cuts what a channel sends: chunks of at most so many bytes, each sent
 * in two slices, so that a neighbour passes on the first while the second is on its way (NCCL,
 * device/prims_simple.h: SlicePerChunk; a slice is no shorter than 1/32 of the longest).
 *
 * @param channels among which the data is divided, above zero
 * @param chunk most bytes of a chunk, at least {@link #GRAIN_BYTES}
 */
public record Chunking(int channels, DataSize chunk) {
    /** Chunks are multiples of it. */
    static final long GRAIN_BYTES = 16;

    /** Four of the eight steps that a buffer of 4 MiB is divided into (NCCL_BUFFSIZE). */
    public static final DataSize RING_CHUNK = new DataSize(2 << 20);

    private static final int SLICES = 2;
    private static final int LEAST_SLICE = 32;

    public Chunking {
        if (channels < 1 || chunk.bytes() < GRAIN_BYTES) {
            throw new IllegalArgumentException(
                    "no chunks of %s on %d channels".formatted(chunk, channels));
        }
    }

    /** Bytes of the first slice of a chunk; all of it where it is not cut. */
    long sliceBytes(long chunkBytes) {
        long half = roundedUp(divideUp(chunkBytes, SLICES));
        return Math.min(chunkBytes, Math.max(half, chunk.bytes() / SLICES / LEAST_SLICE));
    }

    /** The chunk of a round in which so many bytes are left for so many chunks on all channels. */
    long chunkBytes(long leftBytes, long chunks) {
        return Math.min(chunk.bytes(), roundedUp(divideUp(leftBytes, chunks)));
    }

    static long divideUp(long bytes, long by) {
        return (bytes + by - 1) / by;
    }

    private static long roundedUp(long bytes) {
        return divideUp(bytes, GRAIN_BYTES) * GRAIN_BYTES;
    }
}
