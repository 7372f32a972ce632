package io.losslab.orchestrator.backend;

import io.losslab.api.topology.Node;
import io.losslab.driver.DeviceChannel;

/** Devices to run one cell on: how to reach each, and how its time passes. For one thread. */
public interface Lab extends AutoCloseable {
    /**
     * The channel to a device; its errors carry the device's name. Belongs to the lab.
     *
     * @throws io.losslab.driver.DeviceException where it cannot be opened
     */
    DeviceChannel channel(Node node);

    /** Lets the lab's time pass. */
    LabClock clock();

    @Override
    void close();
}
