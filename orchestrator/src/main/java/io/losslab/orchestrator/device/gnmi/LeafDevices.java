package io.losslab.orchestrator.device.gnmi;

import io.losslab.configs.testbed.Device;
import io.losslab.orchestrator.device.DeviceCall;
import io.losslab.orchestrator.device.DeviceSession;
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
