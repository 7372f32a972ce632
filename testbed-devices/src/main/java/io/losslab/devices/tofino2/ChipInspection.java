package io.losslab.devices.tofino2;

import io.grpc.StatusRuntimeException;
import io.losslab.devices.Inspection;
import io.losslab.devices.tofino2.program.TofinoKeys;
import io.losslab.driver.DeviceChannel;
import io.losslab.driver.DeviceException;
import io.losslab.driver.bfrt.BfRtClient;
import io.losslab.driver.bfrt.program.CompiledProgram;

/** Which program a chip runs, whether its tables can be read, and whether another client has it. */
final class ChipInspection {
    private ChipInspection() {}

    static void inspect(Inspection inspection) {
        int clientId = TofinoKeys.clientId(inspection.device());
        inspection.ask(TofinoKeys.BFRT, channel -> text(channel, clientId));
    }

    private static String text(DeviceChannel channel, int clientId) {
        try (BfRtClient client = new BfRtClient(channel, TofinoKeys.CHIP, clientId)) {
            String program =
                    client.learn()
                            .map(running -> new CompiledProgram(running).toString())
                            .orElse("no program");
            return "%s, %d tables, %s"
                    .formatted(program, client.schema().tables().size(), binding(client));
        }
    }

    /** A run that is under way has the program: that is no problem of the device. */
    private static String binding(BfRtClient client) {
        try {
            client.open();
            client.bindRunning();
            return "no other client";
        } catch (DeviceException e) {
            if (e.isAtFault()) {
                throw e;
            }
            return "another client controls it (%s)"
                    .formatted(
                            e.getCause() instanceof StatusRuntimeException status
                                    ? status.getStatus().getDescription()
                                    : e.getMessage());
        }
    }
}
