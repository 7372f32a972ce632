package io.losslab.configs.testbed;

import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Where a testbed's lease is kept: by a device, or on a host that is none of its devices.
 *
 * @param device that keeps it; empty: a login says where
 * @param ssh login to a host that keeps it in a folder; empty: a device keeps it
 * @param folder absolute path on a host that is logged in to; empty: one for temporary files
 */
public record LeaseSite(Optional<Device> device, Optional<SshLogin> ssh, Optional<String> folder) {
    public LeaseSite {
        if (device.isPresent() == ssh.isPresent()) {
            throw new IllegalArgumentException("a lease is kept by a device or by a login");
        }
    }

    /**
     * Where a testbed's lease is kept if its file does not say: by the first device that can.
     *
     * @return empty where none can
     */
    public static Optional<LeaseSite> ofFirst(Testbed testbed) {
        return testbed.devices().stream()
                .filter(LeaseSite::canKeep)
                .findFirst()
                .map(device -> of(device, Optional.empty()));
    }

    /** On a device. */
    public static LeaseSite of(Device device, Optional<String> folder) {
        return new LeaseSite(Optional.of(device), Optional.empty(), folder);
    }

    /** The same with another device of the same name. */
    LeaseSite with(UnaryOperator<Device> change) {
        return new LeaseSite(device.map(change), ssh, folder);
    }

    /**
     * Whether a device can be logged in to, or has a service of losslab's own that runs already.
     */
    public static boolean canKeep(Device device) {
        return device.ssh().isPresent() || service(device).isPresent();
    }

    /** The service of losslab's own whose server keeps the lease of a device without a login. */
    public static Optional<Service> service(Device device) {
        if (device.has(Service.HOST_AGENT) && !device.isStarted(Service.HOST_AGENT)) {
            return Optional.of(Service.HOST_AGENT);
        }
        return device.has(Service.SWITCH_CONTROL)
                ? Optional.of(Service.SWITCH_CONTROL)
                : Optional.empty();
    }
}
