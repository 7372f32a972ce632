package io.losslab.traffic.collective;

import io.losslab.api.units.DataSize;

/**
 * An all-to-all: every rank sends a message to every other, beginning with the next one, all at
 * once (nccl-tests, alltoall: grouped sends and receives).
 *
 * @param message that a rank sends to each other, above zero
 */
public record DirectExchange(DataSize message) implements Collective {
    public DirectExchange {
        if (message.bytes() < 1) {
            throw new IllegalArgumentException("an exchange needs bytes: " + message);
        }
    }

    @Override
    public void add(RankGroup group) {
        for (int distance = 1; distance < group.size(); distance++) {
            for (int rank = 0; rank < group.size(); rank++) {
                int to = (rank + distance) % group.size();
                group.send(rank, to, 0, message.bytes());
                group.receive(to, rank, 0, message.bytes());
            }
        }
    }

    @Override
    public double expectedOperations(int ranks) {
        return 2.0 * ranks * (ranks - 1);
    }

    @Override
    public double busBytes(int ranks) {
        return (double) message.bytes() * (ranks - 1);
    }

    @Override
    public String describeSizes() {
        return message.toString();
    }
}
