package io.losslab.api.topology;

import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;

/**
 * What all switches of a kind have in common.
 *
 * @param buffer packet memory shared by all ports, above zero
 * @param pipeline time from a frame's last bit in to its place in the egress queue
 */
public record SwitchType(DataSize buffer, Nanos pipeline) {
    public SwitchType {
        if (buffer.bytes() == 0) {
            throw new IllegalArgumentException("the buffer of a switch must be greater than 0B");
        }
    }
}
