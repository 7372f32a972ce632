package io.losslab.api.topology;

import io.losslab.api.units.DataRate;
import io.losslab.api.units.Nanos;

/**
 * What all links of a kind have in common.
 *
 * @param rate of each direction, above zero
 * @param delay one-way propagation delay
 */
public record LinkType(DataRate rate, Nanos delay) {
    public LinkType {
        if (rate.bitsPerSecond() == 0) {
            throw new IllegalArgumentException("the rate of a link must be greater than 0bps");
        }
    }
}
