package io.losslab.configs.testbed.file;

import io.losslab.configs.language.Key;
import io.losslab.configs.language.Section;
import io.losslab.configs.language.Type;
import io.losslab.configs.testbed.DeviceType;
import io.losslab.configs.yaml.YamlValue;
import java.util.List;

/** All kinds of device that testbed files can name. */
public final class DeviceCatalog {
    private final Key<DeviceType> kind;
    private final Section device;
    private final Key<List<YamlValue.Entry>> devices;
    private final Section testbed;

    /** A catalog, in the order in which kinds are listed. */
    public DeviceCatalog(List<? extends DeviceType> kinds) {
        kind =
                Key.required(
                        "kind",
                        Type.choice(List.<DeviceType>copyOf(kinds), DeviceType::word),
                        "Kind of device; determines the services that control it.");
        device = DeviceSections.device(kind, kinds.stream().map(DeviceType::section).toList());
        devices =
                Key.required(
                        "devices",
                        Type.mapOf(device.type()).and("minProperties", 1),
                        "Devices by name.");
        testbed = TestbedSections.testbed(devices, LeaseReader.KEY);
    }

    Key<DeviceType> kind() {
        return kind;
    }

    Section device() {
        return device;
    }

    Key<List<YamlValue.Entry>> devices() {
        return devices;
    }

    /** A testbed file. */
    public Section testbed() {
        return testbed;
    }
}
