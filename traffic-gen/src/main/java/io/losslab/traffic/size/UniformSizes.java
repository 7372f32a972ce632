package io.losslab.traffic.size;

import io.losslab.api.units.DataSize;
import java.util.SplittableRandom;

/**
 * Every size of a range is equally likely.
 *
 * @param least above zero
 * @param most at least {@code least}; may occur
 */
public record UniformSizes(DataSize least, DataSize most) implements MessageSizes {
    public UniformSizes {
        if (least.bytes() == 0 || most.compareTo(least) < 0) {
            throw new IllegalArgumentException(
                    "sizes must ascend from above 0B: " + least + " to " + most);
        }
    }

    @Override
    public long next(SplittableRandom random) {
        return random.nextLong(least.bytes(), most.bytes() + 1);
    }

    @Override
    public double meanBytes() {
        return (least.bytes() + most.bytes()) / 2.0;
    }

    @Override
    public String describe() {
        return least + "-" + most;
    }
}
