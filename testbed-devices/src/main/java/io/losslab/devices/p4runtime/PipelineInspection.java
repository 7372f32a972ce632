package io.losslab.devices.p4runtime;

import io.losslab.configs.testbed.Service;
import io.losslab.devices.Inspection;
import io.losslab.driver.DeviceChannel;
import io.losslab.driver.p4runtime.P4RuntimeClient;
import io.losslab.proto.p4.v1.ForwardingPipelineConfig;

/** Which pipeline a device runs, and whether another controller is there. */
public final class PipelineInspection {
    private static final String HELD = "another controller is primary";

    private PipelineInspection() {}

    /** Asks the device. */
    public static void inspect(Inspection inspection) {
        long id = inspection.device().id();
        inspection.ask(Service.P4RUNTIME, channel -> text(channel, id));
    }

    private static String text(DeviceChannel channel, long id) {
        try (P4RuntimeClient client = new P4RuntimeClient(channel, id)) {
            String version = client.apiVersion();
            String pipeline = client.pipeline().map(PipelineInspection::text).orElse("no pipeline");
            return "P4Runtime %s, %s, %s"
                    .formatted(
                            version, pipeline, client.hasPrimary() ? HELD : "no other controller");
        }
    }

    private static String text(ForwardingPipelineConfig config) {
        return "pipeline %s, cookie %016x"
                .formatted(
                        config.getP4Info().getPkgInfo().getName(), config.getCookie().getCookie());
    }
}
