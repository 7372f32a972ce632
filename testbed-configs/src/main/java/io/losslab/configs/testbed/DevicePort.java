package io.losslab.configs.testbed;

import io.losslab.api.units.DataRate;
import java.util.Optional;

/**
 * A port of a device.
 *
 * @param label as cables name it, such as {@code 1} or {@code 17/2}
 * @param number by which P4Runtime, switch control and host agent know it, at least 1
 * @param name by which gNMI knows it
 * @param speed it runs at
 * @param queues where a Tofino2 has its egress queues; empty: the file does not say
 */
public record DevicePort(
        String label, int number, String name, DataRate speed, Optional<PortQueues> queues) {
    /** A port whose queues need no place. */
    public DevicePort(String label, int number, String name, DataRate speed) {
        this(label, number, name, speed, Optional.empty());
    }

    public DevicePort {
        if (number < 1) {
            throw new IllegalArgumentException(
                    "the number of port %s must be at least 1, got %d".formatted(label, number));
        }
    }

    /** The same, known to gNMI by another name. */
    public DevicePort named(String otherName) {
        return new DevicePort(label, number, otherName, speed, queues);
    }

    /** The same with a place of its queues. */
    public DevicePort withQueues(PortQueues place) {
        return new DevicePort(label, number, name, speed, Optional.of(place));
    }
}
