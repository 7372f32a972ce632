package io.losslab.devices.gnmi;

import io.losslab.configs.testbed.Device;
import io.losslab.devices.DeviceCall;
import io.losslab.devices.DeviceSession;
import io.losslab.proto.gnmi.Path;
import io.losslab.proto.gnmi.Update;
import java.util.List;

/** Devices whose leaves {@link InterfacesPart} reads and sets. */
public interface LeafDevices {
    /** Opens a device. */
    LeafAccess access(DeviceSession session);

    /** The prefix of requests to a device. */
    Path prefix(Device device);

    /** Calls that find out whether leaves would do what they are set for. */
    default List<DeviceCall> checks(Device device, List<Update> wanted) {
        return List.of();
    }
}
