package io.losslab.labs.provision;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.configs.testbed.Service;
import io.losslab.devices.DesiredState;
import io.losslab.devices.DeviceCall;
import io.losslab.devices.coprocessor.CoprocessorPart;
import io.losslab.devices.registry.DeviceKinds;
import io.losslab.driver.DeviceException;
import io.losslab.proto.v1.BifrostCoprocessorGrpc;
import io.losslab.proto.v1.BifrostPort;
import io.losslab.proto.v1.NamedScheme;
import io.losslab.proto.v1.SetBifrostRequest;
import io.losslab.proto.v1.SwitchConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two switches driven as commodity switches with a coprocessor each, to which they leave the ports
 * of their long links.
 */
class CoprocessorPartTest {
    private static final Set<Service> SERVICES = Set.of(Service.GNMI, Service.COPROCESSOR);
    private static final int PFC = 0;
    private static final int BIFROST = 21;
    private static final int LONG_LINK = 1;

    @TempDir private Path folder;

    private ServedCell served;
    private List<DesiredState> bifrost;
    private List<DesiredState> pfc;

    @BeforeEach
    void serve() throws IOException {
        served = new ServedCell("bifrost/case-a", BIFROST);
        for (DesiredState each : served.settings.desired()) {
            if (each.part().name().equals("flowControl")) {
                served.change(each.device(), (SwitchConfig) each.state().get(0));
            }
        }
        bifrost = served.wantedOf(DeviceKinds.COMMODITY, SERVICES);
        pfc = served.wantedOf("bifrost/case-a", PFC, DeviceKinds.COMMODITY, SERVICES);
    }

    @AfterEach
    void stop() {
        served.close();
    }

    @Test
    void aCellWithoutBifrostEndsWhatAnEarlierOneSet() {
        Provisioner provisioner = provisioner(Ledger.inMemory());
        for (int round = 0; round < 2; round++) {
            provisioner.apply(withoutLeaves(bifrost));
            assertTrue(inForce().isPresent());
            provisioner.requireUnchanged(withoutLeaves(bifrost));
            provisioner.apply(withoutLeaves(pfc));
            assertEquals(Optional.empty(), inForce());
        }
        assertEquals(0, provisioner.apply(withoutLeaves(pfc)));
        provisioner.apply(withoutLeaves(bifrost));
        assertEquals(List.of(), provisioner.undoAll());
        assertEquals(Optional.empty(), inForce());
    }

    @Test
    void bifrostEndsBeforePfcOfTheNextCellIsSet() {
        Provisioner provisioner = provisioner(Ledger.inMemory());
        provisioner.apply(bifrost);
        served.proxy.takeSettingRequests();
        provisioner.apply(pfc);
        List<String> methods =
                served.proxy.takeSettingRequests().stream()
                        .map(RecordingProxy.Request::method)
                        .filter(method -> method.matches(".*/(ClearBifrost|Set)"))
                        .toList();
        String clear = "losslab.v1.BifrostCoprocessor/ClearBifrost";
        String set = "gnmi.gNMI/Set";
        assertEquals(List.of(clear, clear, clear, clear, set, set), methods);
        assertEquals(Optional.empty(), inForce());
        provisioner.requireUnchanged(pfc);
        assertEquals(List.of(), provisioner.undoAll());
        assertEquals(Optional.empty(), inForce());
    }

    @Test
    void whatRanBeforeTheFirstCellRunsAgainInACellWithoutBifrostAndAfterTheUndo() {
        NamedScheme older = settings(7);
        served.outsider(
                "N",
                BifrostCoprocessorGrpc.getSetBifrostMethod(),
                SetBifrostRequest.newBuilder().setPort(longLink()).setScheme(older).build());
        Provisioner provisioner = provisioner(Ledger.inMemory());
        provisioner.apply(withoutLeaves(bifrost));
        assertEquals("1", inForce().orElseThrow().getSettingsOrThrow("leakPeriod"));
        provisioner.apply(withoutLeaves(pfc));
        assertEquals(Optional.of(older), inForce());
        provisioner.apply(withoutLeaves(bifrost));
        assertEquals(List.of(), provisioner.undoAll());
        assertEquals(Optional.of(older), inForce());
    }

    @Test
    void theJournalOfARunThatDiedEndsBifrost() throws IOException {
        Path file = folder.resolve(Journal.FILE);
        Provisioner died = provisioner(Ledger.in(Journal.at(file, "lab.yaml")));
        died.apply(withoutLeaves(bifrost));
        died.apply(withoutLeaves(pfc));
        died.apply(withoutLeaves(bifrost));
        assertTrue(inForce().isPresent());
        Ledger read = Journal.ledgerOf(file, served.testbed(DeviceKinds.COMMODITY, SERVICES));
        assertEquals(List.of(), provisioner(read).undoAll());
        assertEquals(Optional.empty(), inForce());
        assertFalse(Files.exists(file));
    }

    @Test
    void aCellThatFailsEndsTheBifrostItSet() {
        served.proxy.refuse(
                request ->
                        request.method().endsWith("/SetBifrost")
                                && isAt(request, served.device("M").id()));
        assertThrows(
                DeviceException.class,
                () -> provisioner(Ledger.inMemory()).apply(reversed(withoutLeaves(bifrost))));
        assertEquals(
                2,
                served.proxy.takeSettingRequests().stream()
                        .filter(request -> request.method().endsWith("/ClearBifrost"))
                        .count());
        assertEquals(Optional.empty(), inForce());
    }

    @Test
    void aSoftwareSwitchThatLeftAPortToItsCoprocessorIsSetBackToNoBifrostThere() {
        Provisioner provisioner = provisioner(Ledger.inMemory());
        provisioner.apply(served.settings.desired());
        assertTrue(inForce().isPresent());
        provisioner.requireUnchanged(served.settings.desired());
        assertEquals(List.of(), provisioner.undoAll());
        assertEquals(Optional.empty(), inForce());
    }

    @Test
    void bifrostThatSomebodyElseEndedIsNoticed() {
        Provisioner provisioner = provisioner(Ledger.inMemory());
        provisioner.apply(withoutLeaves(bifrost));
        served.outsider("N", BifrostCoprocessorGrpc.getClearBifrostMethod(), longLink());
        DeviceException e =
                assertThrows(
                        DeviceException.class,
                        () -> provisioner.requireUnchanged(withoutLeaves(bifrost)));
        assertTrue(
                e.getMessage()
                        .contains(
                                "its coprocessor differs from what this run configured:"
                                        + " scheme: set"),
                e.getMessage());
        assertTrue(e.getMessage().contains(", read (unset)"), e.getMessage());
    }

    @Test
    void bifrostEndsAtOnePortBeforeItIsSetAtAnother() {
        SetBifrostRequest first = at(1).setScheme(settings(1)).build();
        SetBifrostRequest second = at(2).setScheme(settings(1)).build();
        List<DeviceCall> calls =
                new CoprocessorPart()
                        .calls(
                                served.device("N"),
                                List.of(first, at(2).build()),
                                List.of(second, at(1).build()));
        assertEquals(List.of(at(1).getPort(), second), requests(calls));
        assertTrue(
                CallList.table(calls).contains("losslab.v1.BifrostCoprocessor/ClearBifrost"),
                CallList.table(calls));
        assertEquals("losslab.v1.BifrostPort", CallList.json(calls).get(0).path("type").asText());
        assertEquals(
                "no Bifrost on port 1", new CoprocessorPart().describe(List.of(at(1).build())));
    }

    @Test
    void nothingIsCalledWhereNoBifrostRunsAndNoneIsWanted() {
        List<DeviceCall> calls =
                new CoprocessorPart()
                        .calls(served.device("N"), List.of(at(1).build()), List.of(at(1).build()));
        assertEquals(List.of(), calls);
    }

    private static List<?> requests(List<DeviceCall> calls) {
        return calls.stream().map(DeviceCall::request).toList();
    }

    private static boolean isAt(RecordingProxy.Request request, long device) {
        try {
            return SetBifrostRequest.parseFrom(request.bytes()).getPort().getDeviceId() == device;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private SetBifrostRequest.Builder at(int port) {
        return SetBifrostRequest.newBuilder()
                .setPort(
                        BifrostPort.newBuilder()
                                .setDeviceId(served.device("N").id())
                                .setPort(port));
    }

    /** What the cell sets at N's first long link, with other slots between leak repairs. */
    private NamedScheme settings(int leakPeriodSlots) {
        return bifrost.stream()
                .filter(each -> each.part().name().equals("coprocessor"))
                .map(each -> (SetBifrostRequest) each.state().get(0))
                .findFirst()
                .orElseThrow()
                .getScheme()
                .toBuilder()
                .putSettings("leakPeriod", Integer.toString(leakPeriodSlots))
                .build();
    }

    /**
     * Without gNMI, by which the software switch would take the port from its coprocessor for good.
     */
    private static List<DesiredState> withoutLeaves(List<DesiredState> wanted) {
        return wanted.stream().filter(each -> !each.part().name().equals("interfaces")).toList();
    }

    private static List<DesiredState> reversed(List<DesiredState> wanted) {
        List<DesiredState> backwards = new ArrayList<>(wanted);
        Collections.reverse(backwards);
        return backwards;
    }

    private Optional<NamedScheme> inForce() {
        return served.coprocessor(served.device("N")).find(LONG_LINK);
    }

    private Provisioner provisioner(Ledger ledger) {
        return new Provisioner(served.sessions, ledger);
    }

    private BifrostPort longLink() {
        return BifrostPort.newBuilder()
                .setDeviceId(served.device("N").id())
                .setPort(LONG_LINK)
                .build();
    }
}
