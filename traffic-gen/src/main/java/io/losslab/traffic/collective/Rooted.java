package io.losslab.traffic.collective;

import io.losslab.api.units.DataSize;

/**
 * A gather or scatter: every other rank's part to a root, or from there, all at once.
 *
 * @param toRoot whether it gathers
 * @param root place of it in the group
 * @param part of each rank, above zero
 */
public record Rooted(boolean toRoot, int root, DataSize part) implements Collective {
    public Rooted {
        if (part.bytes() < 1 || root < 0) {
            throw new IllegalArgumentException("no parts of %s at %d".formatted(part, root));
        }
    }

    @Override
    public void add(RankGroup group) {
        for (int distance = 1; distance < group.size(); distance++) {
            int other = (root + distance) % group.size();
            int from = toRoot ? other : root;
            int to = toRoot ? root : other;
            group.send(from, to, 0, part.bytes());
            group.receive(to, from, 0, part.bytes());
        }
    }

    @Override
    public double expectedOperations(int ranks) {
        return 2.0 * (ranks - 1);
    }

    @Override
    public double busBytes(int ranks) {
        return (double) part.bytes() * (ranks - 1);
    }

    @Override
    public String describeSizes() {
        return part.toString();
    }
}
