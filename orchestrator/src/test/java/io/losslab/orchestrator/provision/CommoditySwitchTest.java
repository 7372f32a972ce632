package io.losslab.orchestrator.provision;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.losslab.driver.p4runtime.ForwardProgram;
import io.losslab.orchestrator.binding.Binding;
import io.losslab.orchestrator.testbed.Device;
import io.losslab.orchestrator.testbed.DeviceKind;
import io.losslab.orchestrator.testbed.Service;
import io.losslab.orchestrator.testbed.Testbed;
import io.losslab.proto.v1.SwitchConfig;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The same switches, driven as commodity switches: over gNMI alone. */
class CommoditySwitchTest {
    @Test
    void pfcIsSetOverGnmiReadBackAndSetBack() throws IOException {
        try (ServedCell served = new ServedCell("bifrost/case-a", 0)) {
            List<Wanted> wanted = commodity(served);
            Device m = served.device("M");
            SwitchConfig before = served.outsider.of(m).switchControl().configuration();
            Ledger ledger = Ledger.inMemory();
            Provisioner provisioner = new Provisioner(served.sessions, ledger);
            provisioner.apply(wanted);
            SwitchConfig after = served.outsider.of(m).switchControl().configuration();
            assertNotEquals(before, after);
            assertEquals(
                    served.plan.switches().get(0).config().getPorts(0).getPfc(),
                    after.getPorts(0).getPfc());
            assertEquals(0, new Provisioner(served.sessions, Ledger.inMemory()).apply(wanted));
            assertEquals(List.of(), provisioner.undoAll());
            assertEquals(before, served.outsider.of(m).switchControl().configuration());
        }
    }

    /** The cell's switches as commodity switches, at the addresses they have. */
    private static List<Wanted> commodity(ServedCell served) {
        List<Device> devices =
                served.testbed.devices().stream()
                        .map(
                                device ->
                                        device.kind() == DeviceKind.HOST
                                                ? device
                                                : new Device(
                                                        device.name(),
                                                        DeviceKind.COMMODITY,
                                                        device.id(),
                                                        Map.of(
                                                                Service.GNMI,
                                                                device.address(Service.GNMI)),
                                                        device.ports(),
                                                        device.security(),
                                                        1,
                                                        device.deadline(),
                                                        device.ipv4(),
                                                        device.ssh()))
                        .toList();
        Testbed testbed =
                new Testbed(
                        "commodity",
                        "commodity.yaml",
                        "",
                        devices,
                        served.testbed.cables(),
                        List.of(),
                        served.testbed.clock());
        return new CellSettings(
                        served.plan,
                        Binding.ofFabric(served.plan.topology(), testbed),
                        ForwardProgram.load())
                .wanted();
    }
}
