package io.losslab.orchestrator.provision;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Service;
import io.losslab.devices.DesiredState;
import io.losslab.driver.bfrt.BfRtClient;
import io.losslab.driver.bfrt.table.TableRow;
import io.losslab.proto.v1.NamedScheme;
import io.losslab.proto.v1.SetBifrostRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bifrost on switches that are driven as Tofino2, which have no switch control. */
class TofinoBifrostTest {
    private static final int BIFROST_CELL = 83;

    @TempDir private Path folder;

    @Test
    void theCoprocessorRunsBifrostOnPortsThatSendNoPfcAndNoMoreAfterwards() throws IOException {
        try (ChipLab lab = new ChipLab("bifrost/case-a", BIFROST_CELL, "pfc_forward", folder)) {
            List<DesiredState> wanted = lab.settings.desired();
            List<SetBifrostRequest> asked =
                    wanted.stream()
                            .flatMap(state -> state.state().stream())
                            .filter(SetBifrostRequest.class::isInstance)
                            .map(SetBifrostRequest.class::cast)
                            .toList();
            assertTrue(!asked.isEmpty());
            Provisioner provisioner = new Provisioner(lab.served.sessions, Ledger.inMemory());
            provisioner.apply(wanted);
            for (SetBifrostRequest request : asked) {
                Device device = device(lab, request.getPort().getDeviceId());
                assertTrue(!device.has(Service.SWITCH_CONTROL));
                int port = request.getPort().getPort();
                assertEquals(Optional.of(request.getScheme()), runs(lab, device, port));
                TableRow chipPort =
                        lab.chip(device.name()).rows(BfRtClient.ALL_PIPES, "$PORT").stream()
                                .filter(row -> row.key().get("$DEV_PORT").equals((long) port))
                                .findFirst()
                                .orElseThrow();
                assertEquals(0L, chipPort.data().get("$TX_PFC_EN_MAP"));
            }
            assertEquals(0, new Provisioner(lab.served.sessions, Ledger.inMemory()).apply(wanted));
            assertEquals(List.of(), provisioner.undoAll());
            for (SetBifrostRequest request : asked) {
                Device device = device(lab, request.getPort().getDeviceId());
                assertEquals(Optional.empty(), runs(lab, device, request.getPort().getPort()));
            }
        }
    }

    private static Optional<NamedScheme> runs(ChipLab lab, Device device, int port) {
        return lab.served.coprocessor(device).find(port);
    }

    private static Device device(ChipLab lab, long id) {
        return lab.testbed.devices().stream()
                .filter(each -> each.kind().isSwitch() && each.id() == id)
                .findFirst()
                .orElseThrow();
    }
}
