package io.losslab.labs.provision;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import com.google.protobuf.Message;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Service;
import io.losslab.devices.DesiredState;
import io.losslab.devices.registry.DeviceKinds;
import io.losslab.proto.gnmi.Update;
import io.losslab.proto.v1.SwitchConfig;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The same switches, driven as commodity switches: over gNMI alone. */
class CommoditySwitchTest {
    @Test
    void pfcIsSetOverGnmiReadBackAndSetBack() throws IOException {
        try (ServedCell served = new ServedCell("bifrost/case-a", 0)) {
            List<DesiredState> wanted =
                    served.wantedOf(DeviceKinds.COMMODITY, Set.of(Service.GNMI));
            Device m = served.device("M");
            SwitchConfig before = served.switchControl(m).configuration();
            Ledger ledger = Ledger.inMemory();
            Provisioner provisioner = new Provisioner(served.sessions, ledger);
            provisioner.apply(wanted);
            SwitchConfig after = served.switchControl(m).configuration();
            assertNotEquals(before, after);
            assertEquals(served.plan.switches().get(0).config().getPorts(0), after.getPorts(0));
            assertEquals(0, new Provisioner(served.sessions, Ledger.inMemory()).apply(wanted));
            assertEquals(List.of(), provisioner.undoAll());
            assertEquals(before, served.switchControl(m).configuration());
        }
    }

    @Test
    void cellsThatSetDifferentPortsLeaveNoneOfThemBehind() throws IOException {
        try (ServedCell served = new ServedCell("bifrost/case-a", 0)) {
            List<DesiredState> all = served.wantedOf(DeviceKinds.COMMODITY, Set.of(Service.GNMI));
            List<DesiredState> fewer =
                    all.stream().map(CommoditySwitchTest::firstPortOnly).toList();
            Device m = served.device("M");
            SwitchConfig before = served.switchControl(m).configuration();
            Provisioner provisioner = new Provisioner(served.sessions, Ledger.inMemory());

            provisioner.apply(fewer);
            SwitchConfig few = served.switchControl(m).configuration();
            provisioner.apply(all);
            assertNotEquals(few, served.switchControl(m).configuration());
            provisioner.apply(fewer);
            assertEquals(few, served.switchControl(m).configuration());
            provisioner.apply(all);

            assertEquals(List.of(), provisioner.undoAll());
            assertEquals(before, served.switchControl(m).configuration());
        }
    }

    private static DesiredState firstPortOnly(DesiredState wanted) {
        if (!wanted.part().name().equals("interfaces")) {
            return wanted;
        }
        String port = interfaceOf(wanted.state().get(0));
        return new DesiredState(
                wanted.device(),
                wanted.part(),
                wanted.state().stream().filter(leaf -> interfaceOf(leaf).equals(port)).toList());
    }

    private static String interfaceOf(Message leaf) {
        return ((Update) leaf).getPath().getElem(2).getKeyOrThrow("interface-id");
    }
}
