package io.losslab.orchestrator.device;

import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Service;
import io.losslab.driver.DeviceChannel;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** What is open towards one device. For one thread. */
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

    /** The session's only client of a type, opened when it is first asked for. */
    public <C extends Client> C client(Class<C> type, Supplier<C> open) {
        return type.cast(clients.computeIfAbsent(type, first -> open.get()));
    }

    /** Closes the clients. */
    @Override
    public void close() {
        clients.values().forEach(Client::close);
        clients.clear();
    }
}
