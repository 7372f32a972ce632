package io.losslab.devices.ssh;

import io.losslab.api.rpc.DeviceAddress;
import io.losslab.configs.testbed.Device;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.driver.Passage;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * Ways to the services of devices through their SSH connections: one connection a device, however
 * many of its services are reached through it. It is made by the first call. Thread safe.
 */
public final class Tunnels implements AutoCloseable {
    private final Map<String, HostConnection> connections = new HashMap<>();
    private final Map<Far, Tunnel> open = new HashMap<>();

    private record Far(String device, DeviceAddress address) {}

    /**
     * The way to an address, as a device with a login sees it.
     *
     * @throws CommandFailure where no loopback port is free
     */
    public synchronized Passage to(Device device, DeviceAddress address) {
        HostConnection connection =
                connections.computeIfAbsent(
                        device.name(),
                        name -> new HostConnection(name, device.ssh().orElseThrow()));
        return open.computeIfAbsent(
                new Far(device.name(), address), far -> open(connection, address));
    }

    private static Tunnel open(HostConnection connection, DeviceAddress address) {
        try {
            return Tunnel.open(connection, address.host(), address.port());
        } catch (IOException e) {
            throw CommandFailure.failed(
                    "%s: no free loopback port for the tunnel to %s"
                            .formatted(connection.device(), address),
                    "",
                    e);
        }
    }

    @Override
    public synchronized void close() {
        open.values().forEach(Tunnel::close);
        open.clear();
        connections.values().forEach(HostConnection::close);
        connections.clear();
    }
}
