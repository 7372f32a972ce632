package io.losslab.services.p4runtime;

import com.google.rpc.Code;
import io.grpc.StatusRuntimeException;
import io.losslab.services.p4runtime.forwarding.ForwardingDevice;
import io.losslab.services.p4runtime.program.Refusal;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The devices of a server by id; immutable. */
final class DeviceDirectory {
    private final Map<Long, DeviceControl> devices = new TreeMap<>();

    DeviceDirectory(List<ForwardingDevice> offered) {
        for (ForwardingDevice device : offered) {
            if (devices.put(device.deviceId(), new DeviceControl(device)) != null) {
                throw new IllegalArgumentException(
                        "two devices have the id " + Long.toUnsignedString(device.deviceId()));
            }
        }
    }

    DeviceControl find(long deviceId) throws Refusal {
        DeviceControl device = devices.get(deviceId);
        if (device == null) {
            throw new Refusal(
                    Code.NOT_FOUND,
                    "unknown device %s; devices: %s"
                            .formatted(Long.toUnsignedString(deviceId), known()));
        }
        return device;
    }

    /** The devices are no more: ends all controllers' streams. */
    void end(StatusRuntimeException why) {
        devices.values().forEach(device -> device.end(why));
    }

    private String known() {
        String first =
                devices.values().stream()
                        .limit(8)
                        .map(device -> Long.toUnsignedString(device.id()) + " " + device.name())
                        .collect(Collectors.joining(", "));
        return devices.size() > 8 ? first + " and %d more".formatted(devices.size() - 8) : first;
    }
}
