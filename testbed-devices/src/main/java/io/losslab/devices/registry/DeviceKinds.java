package io.losslab.devices.registry;

import io.losslab.configs.testbed.file.DeviceCatalog;
import io.losslab.devices.DeviceKind;
import io.losslab.devices.commodity.CommoditySwitch;
import io.losslab.devices.host.Host;
import io.losslab.devices.software.SoftwareSwitch;
import io.losslab.devices.sonic.SonicSwitch;
import io.losslab.devices.tofino2.Tofino2;
import java.util.List;

/** The kinds of device that there are. */
public final class DeviceKinds {
    public static final DeviceKind SOFTWARE_SWITCH = new SoftwareSwitch();
    public static final DeviceKind TOFINO2 = new Tofino2();
    public static final DeviceKind COMMODITY = new CommoditySwitch();
    public static final DeviceKind SONIC = new SonicSwitch();
    public static final DeviceKind HOST = new Host();

    /** All of them, in the order of the documentation. */
    public static final List<DeviceKind> ALL =
            List.of(SOFTWARE_SWITCH, TOFINO2, COMMODITY, SONIC, HOST);

    private DeviceKinds() {}

    /** What testbed files may name. */
    public static DeviceCatalog catalog() {
        return new DeviceCatalog(ALL);
    }
}
