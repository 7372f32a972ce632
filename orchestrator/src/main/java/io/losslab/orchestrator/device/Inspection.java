package io.losslab.orchestrator.device;

import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Service;
import io.losslab.driver.DeviceChannel;
import io.losslab.orchestrator.ssh.HostConnection;
import java.util.function.Function;

/** Takes down what one device says of itself while it is looked at. */
public interface Inspection {
    /** The device that is looked at. */
    Device device();

    /**
     * Asks a service, unless the device has none; one that does not answer is a problem.
     *
     * @param detail what it says: version, model, pipeline
     */
    void ask(Service service, Function<DeviceChannel, String> detail);

    /** Logs in, unless the device has no login; a login that fails is a problem. */
    void logIn(Function<HostConnection, String> detail);

    /**
     * The device has a port.
     *
     * @param peer device and port at the other end, {@code NAME/NUMBER}; empty: it does not know
     */
    void port(int number, boolean up, long bitsPerSecond, String peer);

    /** Something is not as it must be. */
    void problem(String text);
}
