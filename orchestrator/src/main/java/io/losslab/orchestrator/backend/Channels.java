package io.losslab.orchestrator.backend;

import io.losslab.api.rpc.ChannelSecurity;
import io.losslab.api.rpc.DeviceAddress;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Service;
import io.losslab.devices.ChannelSource;
import io.losslab.driver.DeviceChannel;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** One connection for each address and its protection, opened when it is first needed. */
public final class Channels implements ChannelSource, AutoCloseable {
    private final Map<Key, DeviceChannel> open = new HashMap<>();

    private record Key(DeviceAddress address, ChannelSecurity security, Duration deadline) {}

    @Override
    public synchronized DeviceChannel channel(Device device, Service service) {
        Key key = new Key(device.address(service), device.security(), device.deadline());
        return open.computeIfAbsent(
                        key,
                        any ->
                                DeviceChannel.open(
                                        device.name(),
                                        key.address(),
                                        key.security(),
                                        key.deadline()))
                .as(device.name());
    }

    @Override
    public synchronized void close() {
        open.values().forEach(DeviceChannel::close);
        open.clear();
    }
}
