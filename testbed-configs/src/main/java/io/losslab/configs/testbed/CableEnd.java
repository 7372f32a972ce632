package io.losslab.configs.testbed;

/**
 * Where a cable is plugged.
 *
 * @param device the device
 * @param port of it
 */
public record CableEnd(Device device, DevicePort port) {
    /** As testbed files write it: {@code tor1/17}. */
    @Override
    public String toString() {
        return device.name() + "/" + port.label();
    }

    /** Whether it is the same port of the same device. */
    public boolean sameAs(CableEnd other) {
        return device.name().equals(other.device.name()) && port.label().equals(other.port.label());
    }
}
