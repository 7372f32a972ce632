package io.losslab.orchestrator.device.gnmi;

import io.losslab.configs.testbed.Service;
import io.losslab.driver.DeviceChannel;
import io.losslab.driver.gnmi.GnmiClient;
import io.losslab.orchestrator.device.Inspection;
import io.losslab.proto.gnmi.CapabilityResponse;
import io.losslab.proto.gnmi.Encoding;
import java.util.stream.Collectors;

/** Which models a device has. */
public final class GnmiModels {
    private GnmiModels() {}

    /** Asks the device. */
    public static void inspect(Inspection inspection) {
        String target = inspection.device().name();
        inspection.ask(Service.GNMI, channel -> text(channel, target));
    }

    private static String text(DeviceChannel channel, String target) {
        CapabilityResponse found = new GnmiClient(channel, target, Encoding.PROTO).capabilities();
        String models =
                found.getSupportedModelsList().stream()
                        .map(model -> model.getName() + " " + model.getVersion())
                        .collect(Collectors.joining(", "));
        return "gNMI %s, %s".formatted(found.getGNMIVersion(), models);
    }
}
