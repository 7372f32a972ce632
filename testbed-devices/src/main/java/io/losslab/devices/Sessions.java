package io.losslab.devices;

import io.losslab.configs.testbed.Device;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One session a device, opened when it is first asked for. Thread safe; a session is for one thread
 * at a time.
 */
public final class Sessions implements AutoCloseable {
    private final ChannelSource channels;
    private final Map<String, DeviceSession> byDevice = new LinkedHashMap<>();

    public Sessions(ChannelSource channels) {
        this.channels = channels;
    }

    public synchronized DeviceSession of(Device device) {
        return byDevice.computeIfAbsent(device.name(), name -> new DeviceSession(device, channels));
    }

    @Override
    public synchronized void close() {
        byDevice.values().forEach(DeviceSession::close);
        byDevice.clear();
    }
}
