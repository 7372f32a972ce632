package io.losslab.traffic.collective;

import io.losslab.api.units.DataSize;

/**
 * A broadcast or reduction along the ring: from rank to rank, beginning or ending at a root, chunk
 * after chunk (NCCL, device/broadcast.h, reduce.h).
 *
 * @param toRoot whether it reduces to the root; else it broadcasts from there
 * @param root place of it in the group
 * @param size of the buffer, above zero
 */
public record Chain(boolean toRoot, int root, DataSize size, Chunking chunking)
        implements Collective {
    public Chain {
        if (size.bytes() < 1 || root < 0) {
            throw new IllegalArgumentException("no chain of %s at %d".formatted(size, root));
        }
    }

    @Override
    public void add(RankGroup group) {
        int ranks = group.size();
        for (int channel = 0; channel < chunking.channels(); channel++) {
            long share = Chunking.divideUp(size.bytes(), chunking.channels());
            long end = Math.min(size.bytes(), (channel + 1) * share);
            for (long at = channel * share; at < end; at += chunking.chunk().bytes()) {
                long bytes = Math.min(chunking.chunk().bytes(), end - at);
                int came = -1;
                for (int hop = 1; hop < ranks; hop++) {
                    int from = (root + (toRoot ? hop : hop - 1)) % ranks;
                    int to = (from + 1) % ranks;
                    group.sendAfter(came, from, to, channel, bytes);
                    came = group.receive(to, from, channel, bytes);
                }
            }
        }
    }

    @Override
    public double expectedOperations(int ranks) {
        return 2.0 * ranks * (chunking.channels() + size.bytes() / chunking.chunk().bytes());
    }

    @Override
    public double busBytes(int ranks) {
        return size.bytes();
    }

    @Override
    public String describeSizes() {
        return "%s of %s".formatted(toRoot ? "reduce" : "broadcast", size);
    }
}
