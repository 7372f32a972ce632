package io.losslab.labs.provision;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.Message;
import io.losslab.configs.experiment.file.ExperimentLoader;
import io.losslab.configs.library.Library;
import io.losslab.configs.testbed.Service;
import io.losslab.configs.yaml.Problems;
import io.losslab.devices.DesiredState;
import io.losslab.devices.registry.DeviceKinds;
import io.losslab.driver.DeviceException;
import io.losslab.proto.v1.NamedScheme;
import io.losslab.proto.v1.PortFlowControl;
import io.losslab.proto.v1.SetBifrostRequest;
import io.losslab.proto.v1.SwitchConfig;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** BifrostX across a long link: its downstream end is set through the coprocessor. */
class BifrostXTest {
    private static final String EXPERIMENT = "src/test/resources/run/bifrost-x.yaml";
    private static final int M_TO_N = 2;
    private static final int N_TO_M = 1;

    @Test
    void aSoftwareSwitchRunsOneEndByNameAndTheOtherOnItsCoprocessor() throws IOException {
        try (ServedCell served = new ServedCell(EXPERIMENT, 0)) {
            List<DesiredState> wanted = served.settings.desired();
            List<String> before = served.states();
            Ledger ledger = Ledger.inMemory();
            Provisioner provisioner = new Provisioner(served.sessions, ledger);
            provisioner.apply(wanted);
            assertEquals(0, new Provisioner(served.sessions, Ledger.inMemory()).apply(wanted));
            assertEquals("bifrostX", inForce(served, "M", M_TO_N).getName());
            assertEquals("2000", inForce(served, "N", N_TO_M).getSettingsOrThrow("slot"));
            PortFlowControl port =
                    served.switchControl(served.device("N")).configuration().getPorts(0);
            assertTrue(port.getCoprocessor());
            assertEquals("bifrostX", port.getSchemes(0).getName());
            assertEquals(List.of(), provisioner.undoAll());
            assertEquals(flowControl(before), flowControl(served.states()));
        }
    }

    @Test
    void withoutCoprocessorASoftwareSwitchRunsBothEndsByName() throws IOException {
        try (ServedCell served = new ServedCell(EXPERIMENT, 0)) {
            List<DesiredState> wanted =
                    served.wantedOf(
                            DeviceKinds.SOFTWARE_SWITCH,
                            Set.of(Service.P4RUNTIME, Service.SWITCH_CONTROL, Service.GNMI));
            new Provisioner(served.sessions, Ledger.inMemory()).apply(wanted);
            PortFlowControl port =
                    served.switchControl(served.device("N")).configuration().getPorts(0);
            assertFalse(port.getCoprocessor());
            assertEquals("bifrostX", port.getSchemes(0).getName());
        }
    }

    @Test
    void besideACommoditySwitchTheCoprocessorRunsBothEnds() throws IOException {
        try (ServedCell served = new ServedCell(EXPERIMENT, 0)) {
            for (DesiredState each : served.settings.desired()) {
                if (each.part().name().equals("flowControl")) {
                    served.change(each.device(), (SwitchConfig) each.state().get(0));
                }
            }
            List<DesiredState> wanted =
                    served.wantedOf(
                            DeviceKinds.COMMODITY, Set.of(Service.GNMI, Service.COPROCESSOR));
            new Provisioner(served.sessions, Ledger.inMemory()).apply(wanted);
            assertEquals("bifrostX", inForce(served, "N", N_TO_M).getName());
            assertEquals(0, new Provisioner(served.sessions, Ledger.inMemory()).apply(wanted));
        }
    }

    @Test
    void aLimitOfTheCoprocessorIsNamedWithItsField() throws IOException {
        try (ServedCell served = new ServedCell(EXPERIMENT, 0)) {
            List<String> before = served.states();
            List<DesiredState> leaky =
                    served.settings.desired().stream().map(BifrostXTest::withoutHeadroom).toList();
            DeviceException refused =
                    assertThrows(
                            DeviceException.class,
                            () -> new Provisioner(served.sessions, Ledger.inMemory()).apply(leaky));
            assertTrue(
                    refused.getMessage().contains("extraHeadroom: queueBuffer and extraHeadroom, "),
                    refused.getMessage());
            assertTrue(refused.getMessage().startsWith("M ("), refused.getMessage());
            assertEquals(flowControl(before), flowControl(served.states()));
        }
    }

    @Test
    void aFileIsHeldToTheSameLimitBeforeAnythingIsSent() throws IOException {
        Problems problems = new Problems();
        new ExperimentLoader(new Library())
                .load(EXPERIMENT, List.of("leakPeriod=8", "extraHeadroom=0B"), problems);
        assertTrue(
                problems.list().stream()
                        .anyMatch(
                                problem ->
                                        problem.message()
                                                .startsWith("queueBuffer and extraHeadroom, ")),
                problems.list().toString());
    }

    /** What Bifrost would be set to if its file were not held to the limits of leaked frames. */
    private static DesiredState withoutHeadroom(DesiredState desired) {
        return new DesiredState(
                desired.device(),
                desired.part(),
                desired.state().stream().map(BifrostXTest::withoutHeadroom).toList());
    }

    private static Message withoutHeadroom(Message message) {
        if (!(message instanceof SetBifrostRequest request)) {
            return message;
        }
        SetBifrostRequest.Builder leaky = request.toBuilder();
        leaky.getSchemeBuilder().putSettings("leakPeriod", "8").putSettings("extraHeadroom", "0");
        return leaky.build();
    }

    private static NamedScheme inForce(ServedCell served, String device, int port) {
        return served.coprocessor(served.device(device)).get(port);
    }

    private static List<String> flowControl(List<String> states) {
        return states.stream().filter(state -> state.contains("flowControl")).toList();
    }
}
