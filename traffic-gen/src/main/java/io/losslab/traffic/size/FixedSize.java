package io.losslab.traffic.size;

import io.losslab.api.units.DataSize;
import java.util.SplittableRandom;

/**
 * All messages are equally long.
 *
 * @param size above zero
 */
public record FixedSize(DataSize size) implements MessageSizes {
    public FixedSize {
        if (size.bytes() == 0) {
            throw new IllegalArgumentException("size must be above 0B");
        }
    }

    @Override
    public long next(SplittableRandom random) {
        return size.bytes();
    }

    @Override
    public double meanBytes() {
        return size.bytes();
    }

    @Override
    public String describe() {
        return size.toString();
    }
}
