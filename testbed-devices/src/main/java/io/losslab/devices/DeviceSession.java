package io.losslab.devices;

import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Service;
import io.losslab.configs.testbed.SshLogin;
import io.losslab.devices.ssh.HostConnection;
import io.losslab.driver.DeviceChannel;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** What is open towards one device. For one thread at a time. */
public final class DeviceSession implements AutoCloseable {
    private final Device device;
    private final ChannelSource channels;
    private final Map<Class<?>, Client> clients = new LinkedHashMap<>();

    DeviceSession(Device device, ChannelSource channels) {
        this.device = device;
        this.channels = channels;
    }

    /** A connection that has a state, such as that of a primary controller or a login. */
    public interface Client extends AutoCloseable {
        /** Whether it must not be open while another service resets the device. */
        default boolean endsWithReset() {
            return false;
        }

        @Override
        void close();
    }

    public Device device() {
        return device;
    }

    /** The channel to a service; it belongs to its source. */
    public DeviceChannel channel(Service service) {
        return channels.channel(device, service);
    }

    /**
     * The device over SSH; it is logged in to when the first command is run.
     *
     * @throws java.util.NoSuchElementException where it has no login
     */
    public HostConnection login() {
        return client(
                        LoginClient.class,
                        () ->
                                new LoginClient(
                                        new HostConnection(
                                                device.name(), device.ssh().orElseThrow())))
                .connection();
    }

    /** The same where it has been logged in to; empty otherwise. */
    public Optional<HostConnection> openLogin() {
        return Optional.ofNullable((LoginClient) clients.get(LoginClient.class))
                .map(LoginClient::connection);
    }

    /** Where a service is reached, for errors. */
    public String address(Service service) {
        if (!service.equals(Service.SSH)) {
            return channel(service).address().toString();
        }
        SshLogin login = device.ssh().orElseThrow();
        return "%s@%s:%d".formatted(login.user(), login.host(), login.port());
    }

    private record LoginClient(HostConnection connection) implements Client {
        @Override
        public void close() {
            connection.close();
        }
    }

    /** The session's only client of a type, opened when it is first asked for. */
    public <C extends Client> C client(Class<C> type, Supplier<C> open) {
        return type.cast(clients.computeIfAbsent(type, first -> open.get()));
    }

    /** Closes the clients that must not be open while another service resets the device. */
    public void prepareReset() {
        clients.values()
                .removeIf(
                        client -> {
                            if (client.endsWithReset()) {
                                client.close();
                            }
                            return client.endsWithReset();
                        });
    }

    /** Closes the clients. */
    @Override
    public void close() {
        clients.values().forEach(Client::close);
        clients.clear();
    }
}
