package io.losslab.services.p4runtime.forwarding;

import java.util.Objects;

/**
 * A device that the server offers.
 *
 * @param deviceId P4Runtime's device_id, not 0
 * @param name for users, such as {@code tor1}
 * @param plane what forwards its packets
 */
public record ForwardingDevice(long deviceId, String name, ForwardingPlane plane) {
    public ForwardingDevice {
        Objects.requireNonNull(plane, "plane");
        if (deviceId == 0) {
            throw new IllegalArgumentException("deviceId must not be 0: " + name);
        }
        if (name.isBlank()) {
            throw new IllegalArgumentException("name must not be blank: device " + deviceId);
        }
    }
}
