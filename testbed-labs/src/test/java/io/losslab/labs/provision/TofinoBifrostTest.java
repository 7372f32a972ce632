package io.losslab.labs.provision;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.configs.binding.Binding;
import io.losslab.configs.plan.CellPlan;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Service;
import io.losslab.devices.DesiredState;
import io.losslab.driver.bfrt.BfRtClient;
import io.losslab.driver.bfrt.table.TableRow;
import io.losslab.labs.backend.TestPlans;
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
    private static final int LONG_LINKS = 2;
    private static final String GROUPS = "tf2.tm.ppg.cfg";

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

    /** Rows of the cell before that this one does not have go, and are no change from outside. */
    @Test
    void bifrostFollowsACellWithPriorityGroupsOnTheSamePorts() throws IOException {
        try (ChipLab lab = new ChipLab("bifrost/case-a", BIFROST_CELL, "pfc_forward", folder)) {
            CellPlan pfc = TestPlans.first("bifrost/case-a");
            Provisioner provisioner = new Provisioner(lab.served.sessions, Ledger.inMemory());
            provisioner.apply(
                    new CellSettings(pfc, Binding.ofFabric(pfc.topology(), lab.testbed)).desired());
            int ports = lab.testbed.device("M").orElseThrow().ports().size() - 1;
            assertEquals(ports, lab.chip("M").rows(0, GROUPS).size());
            provisioner.apply(lab.settings.desired());
            assertEquals(ports - LONG_LINKS, lab.chip("M").rows(0, GROUPS).size());
            assertEquals(List.of(), provisioner.undoAll());
            assertEquals(List.of(), lab.chip("M").rows(0, GROUPS));
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
