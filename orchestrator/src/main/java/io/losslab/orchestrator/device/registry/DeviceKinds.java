package io.losslab.orchestrator.device.registry;

import io.losslab.configs.testbed.Device;
import io.losslab.orchestrator.device.DeviceKind;
import io.losslab.orchestrator.device.commodity.CommoditySwitch;
import io.losslab.orchestrator.device.host.Host;
import io.losslab.orchestrator.device.software.SoftwareSwitch;
import io.losslab.orchestrator.device.tofino2.Tofino2;
import java.util.List;

/** The kinds of device that there are. */
public final class DeviceKinds {
    private static final List<DeviceKind> ALL =
            List.of(new SoftwareSwitch(), new Tofino2(), new CommoditySwitch(), new Host());

    private DeviceKinds() {}

    public static DeviceKind of(Device device) {
        return ALL.stream()
                .filter(kind -> kind.name().equals(device.kind().word()))
                .findFirst()
                .orElseThrow();
    }
}
