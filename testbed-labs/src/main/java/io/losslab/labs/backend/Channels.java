package io.losslab.labs.backend;

import io.losslab.api.rpc.ChannelSecurity;
import io.losslab.api.rpc.DeviceAddress;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Service;
import io.losslab.devices.ChannelSource;
import io.losslab.devices.ssh.Tunnels;
import io.losslab.driver.DeviceChannel;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * One connection for each address and its protection, opened when it is first needed; one through
 * SSH is its device's own.
 */
public final class Channels implements ChannelSource, AutoCloseable {
    private final Map<Key, DeviceChannel> open = new HashMap<>();

    private final Map<Tunnelled, DeviceChannel> tunnelled = new HashMap<>();
    private final Tunnels tunnels = new Tunnels();

    private record Key(DeviceAddress address, ChannelSecurity security, Duration deadline) {}

    private record Tunnelled(String device, DeviceAddress address) {}

    @Override
    public synchronized DeviceChannel channel(Device device, Service service) {
        if (device.tunnelled().contains(service)) {
            return tunnelled.computeIfAbsent(
                    new Tunnelled(device.name(), device.address(service)),
                    far ->
                            DeviceChannel.open(
                                    device.name(),
                                    far.address(),
                                    tunnels.to(device, far.address()),
                                    device.deadline()));
        }
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
        tunnelled.values().forEach(DeviceChannel::close);
        tunnelled.clear();
        tunnels.close();
    }
}
