package io.losslab.configs.testbed;

import io.losslab.api.units.DataRate;
import io.losslab.api.units.Nanos;
import java.util.Optional;

/**
 * A full-duplex cable; both ends run at one speed. The two ends may be ports of one device.
 *
 * @param id position in {@link Testbed#cables()}, from 0
 * @param from one end
 * @param to the other end
 * @param delay one way; empty where the file does not say
 */
public record Cable(int id, CableEnd from, CableEnd to, Optional<Nanos> delay) {
    /** Speed of both ends. */
    public DataRate speed() {
        return from.port().speed();
    }

    /** As testbed files write it. */
    @Override
    public String toString() {
        return from + " to " + to;
    }
}
