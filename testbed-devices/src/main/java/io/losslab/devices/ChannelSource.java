package io.losslab.devices;

import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Service;
import io.losslab.driver.DeviceChannel;

/** Where channels to devices come from; they belong to the source. */
@FunctionalInterface
public interface ChannelSource {
    /**
     * The channel to a service of a device; its errors carry the device's name.
     *
     * @throws io.losslab.driver.DeviceException where it cannot be opened
     */
    DeviceChannel channel(Device device, Service service);
}
