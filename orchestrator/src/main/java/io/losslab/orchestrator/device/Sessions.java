package io.losslab.orchestrator.device;

import io.losslab.configs.testbed.Device;
import java.util.LinkedHashMap;
import java.util.Map;

/** One session a device, opened when it is first asked for. For one thread. */
public final class Sessions implements AutoCloseable {
    private final ChannelSource channels;
    private final Map<String, DeviceSession> byDevice = new LinkedHashMap<>();

    public Sessions(ChannelSource channels) {
        this.channels = channels;
    }

    public DeviceSession of(Device device) {
        return byDevice.computeIfAbsent(device.name(), name -> new DeviceSession(device, channels));
    }

    @Override
    public void close() {
        byDevice.values().forEach(DeviceSession::close);
        byDevice.clear();
    }
}
