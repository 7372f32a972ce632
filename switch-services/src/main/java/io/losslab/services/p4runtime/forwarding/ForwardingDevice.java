package io.losslab.services.p4runtime.forwarding;

import java.util.Objects;
import java.util.Set;

/**
 * A device that the server offers.
 *
 * @param deviceId P4Runtime's device_id, not 0
 * @param name for users, such as {@code tor1}
 * @param plane what forwards its packets
 * @param architectures that its programs may be compiled for, as P4Infos name them
 */
public record ForwardingDevice(
        long deviceId, String name, ForwardingPlane plane, Set<String> architectures) {
    /** The software switch's own architecture. */
    public static final Set<String> OWN = Set.of("v1model");

    public ForwardingDevice {
        Objects.requireNonNull(plane, "plane");
        architectures = Set.copyOf(architectures);
        if (deviceId == 0) {
            throw new IllegalArgumentException("deviceId must not be 0: " + name);
        }
        if (name.isBlank()) {
            throw new IllegalArgumentException("name must not be blank: device " + deviceId);
        }
    }

    /** A software switch that stands for itself. */
    public ForwardingDevice(long deviceId, String name, ForwardingPlane plane) {
        this(deviceId, name, plane, OWN);
    }
}
