package io.losslab.devices.gnmi;

import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Service;
import io.losslab.devices.Inspection;
import io.losslab.driver.gnmi.GnmiClient;
import io.losslab.driver.gnmi.GnmiDialect;
import io.losslab.proto.gnmi.CapabilityResponse;
import io.losslab.proto.gnmi.Encoding;
import io.losslab.proto.gnmi.ModelData;
import java.util.stream.Collectors;

/** Which models a device has. */
public final class GnmiModels {
    /** The model that has what OpenConfig lacks. */
    private static final String OWN_MODEL = "losslab-flow-control";

    private GnmiModels() {}

    /** How losslab's own switches are spoken to: several may be behind one server. */
    public static GnmiDialect dialect(Device device) {
        return GnmiDialect.of(Encoding.PROTO).to(device.name());
    }

    /** Whether a server is that of losslab's own switch. */
    public static boolean isLosslab(CapabilityResponse said) {
        return said.getSupportedModelsList().stream().anyMatch(GnmiModels::isLosslab);
    }

    /** Whether only losslab's own switch has a model. */
    public static boolean isLosslab(ModelData model) {
        return model.getName().equals(OWN_MODEL);
    }

    /** Asks the device. */
    public static void inspect(Inspection inspection) {
        Device device = inspection.device();
        inspection.ask(Service.GNMI, channel -> text(new GnmiClient(channel, dialect(device))));
    }

    private static String text(GnmiClient client) {
        CapabilityResponse found = client.capabilities();
        String models =
                found.getSupportedModelsList().stream()
                        .map(model -> model.getName() + " " + model.getVersion())
                        .collect(Collectors.joining(", "));
        return "gNMI %s, %s".formatted(found.getGNMIVersion(), models);
    }
}
