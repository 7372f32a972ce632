package io.losslab.labs.provision;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Service;
import io.losslab.devices.DesiredState;
import io.losslab.driver.DeviceException;
import io.losslab.driver.p4runtime.ForwardProgram;
import io.losslab.driver.p4runtime.P4RuntimeClient;
import io.losslab.proto.p4.v1.TableEntry;
import io.losslab.proto.v1.HostConfig;
import io.losslab.proto.v1.SwitchConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProvisionerTest {
    private static final int BIFROST = 21;

    @TempDir private Path folder;
    private final Thread caller = Thread.currentThread();
    private ServedCell served;
    private List<DesiredState> wanted;

    @BeforeEach
    void serve() throws IOException {
        served = new ServedCell("bifrost/case-a", BIFROST);
        wanted = served.settings.desired();
    }

    @AfterEach
    void end() {
        served.close();
    }

    @Test
    void aSecondRunChangesNothing() {
        assertTrue(provisioner(Ledger.inMemory()).apply(wanted) > 0);
        served.proxy.takeSettingRequests();
        assertEquals(0, provisioner(Ledger.inMemory()).apply(wanted));
        assertEquals(
                List.of(),
                served.proxy.takeSettingRequests().stream()
                        .map(RecordingProxy.Request::method)
                        .filter(method -> !isCheck(method))
                        .toList());
    }

    @Test
    void everyFailureOnTheWayLeavesAllDevicesAsTheyWere() {
        provisioner(Ledger.inMemory()).apply(another());
        List<String> before = served.states();
        int calls = 0;
        boolean failed = true;
        while (failed) {
            int last = calls++;
            AtomicInteger count = new AtomicInteger();
            served.proxy.refuse(request -> isSetting(request) && count.getAndIncrement() == last);
            try {
                provisioner(Ledger.inMemory()).apply(wanted);
                failed = false;
            } catch (DeviceException e) {
                assertTrue(e.getMessage().contains("turned away"), e.getMessage());
                assertEquals(before, served.states(), "after failure of call " + last);
            }
        }
        assertTrue(calls > 6, calls + " calls");
        assertNotEquals(before, served.states());
    }

    @Test
    void nothingIsTouchedWhereOneDeviceRefusesTheCheck() {
        List<String> before = served.states();
        served.proxy.refuse(
                request ->
                        request.method().endsWith("/SetForwardingPipelineConfig")
                                && request.bytes().size() > 1
                                && request.bytes().byteAt(1) == 5);
        assertThrows(DeviceException.class, () -> provisioner(Ledger.inMemory()).apply(wanted));
        assertEquals(before, served.states());
        assertTrue(
                served.proxy.takeSettingRequests().stream()
                        .allMatch(request -> isCheck(request.method())));
    }

    @Test
    void anInterruptedThreadSetsBackWhatItSet() {
        List<String> before = statesWithoutPipelines();
        served.proxy.refuse(
                request -> {
                    if (request.method().endsWith("/SetBifrost")) {
                        caller.interrupt();
                        return true;
                    }
                    return false;
                });
        assertThrows(DeviceException.class, () -> provisioner(Ledger.inMemory()).apply(wanted));
        assertTrue(Thread.interrupted());
        assertEquals(before, statesWithoutPipelines());
    }

    @Test
    void whatCannotBeSetBackIsReportedBesideTheFailure() {
        AtomicBoolean refusing = new AtomicBoolean();
        served.proxy.refuse(
                request -> {
                    refusing.compareAndSet(false, request.method().endsWith("/SetBifrost"));
                    return refusing.get() && isSetting(request);
                });
        UndoFailure failure =
                assertThrows(UndoFailure.class, () -> provisioner(Ledger.inMemory()).apply(wanted));
        assertTrue(failure.getMessage().contains("SetBifrost"), failure.getMessage());
        assertTrue(failure.getMessage().contains("not restored:"), failure.getMessage());
        assertTrue(failure.getMessage().contains("flowControl: "), failure.getMessage());
    }

    @Test
    void anotherControllersChangeIsNoticedDuringTheRun() {
        Provisioner provisioner = provisioner(Ledger.inMemory());
        provisioner.apply(wanted);
        provisioner.requireUnchanged(wanted);
        Device device = wanted.get(wanted.size() - 1).device();
        SwitchConfig config = served.switchControl(device).configuration();
        served.change(
                device,
                SwitchConfig.newBuilder().setBufferBytes(config.getBufferBytes() + 1).build());
        DeviceException e =
                assertThrows(DeviceException.class, () -> provisioner.requireUnchanged(wanted));
        assertTrue(
                e.getMessage()
                        .contains(
                                "device configuration changed outside this run: its flowControl"
                                        + " differs from what this run configured: buffer_bytes:"
                                        + " set 64000000, read 64000001"),
                e.getMessage());
        assertTrue(e.getMessage().startsWith(device.name() + " (127.0.0.1:"), e.getMessage());
    }

    @Test
    void anotherProgramIsNoticedBeforeTheNextCell() {
        Ledger ledger = Ledger.inMemory();
        provisioner(ledger).apply(wanted);
        served.sessions.close();
        Device device = wanted.get(wanted.size() - 1).device();
        try (P4RuntimeClient other =
                new P4RuntimeClient(
                        served.outsider.of(device).channel(Service.P4RUNTIME), device.id())) {
            other.becomePrimary(device.electionId());
            other.setPipeline(ForwardProgram.load().pipelineConfig(ByteString.EMPTY, 0x4711));
        }
        DeviceException e =
                assertThrows(DeviceException.class, () -> provisioner(ledger).apply(wanted));
        assertTrue(
                e.getMessage()
                        .contains(
                                "device configuration changed outside this run: its forwarding"
                                        + " differs from what this run configured: set cookie "),
                e.getMessage());
        assertTrue(
                e.getMessage().contains("read cookie 0000000000004711 and 0 entries"),
                e.getMessage());
    }

    @Test
    void theJournalOfARunThatDiedSetsTheDevicesBack() throws IOException {
        provisioner(Ledger.inMemory()).apply(served.wantedOf("bifrost/case-a", 0, List.of()));
        List<String> before = served.states();
        Path file = folder.resolve(Journal.FILE);
        provisioner(Ledger.in(Journal.at(file, "lab.yaml"))).apply(wanted);
        assertNotEquals(before, served.states());
        assertEquals("lab.yaml", Journal.testbedOf(file));
        Files.writeString(file, Files.readString(file) + "{\"device\":\"M\",\"par");
        assertEquals(List.of(), provisioner(Journal.ledgerOf(file, served.testbed)).undoAll());
        assertEquals(before, served.states());
        assertFalse(Files.exists(file));
    }

    @Test
    void theJournalOfASweepThatDiedSetsEachDeviceBackOnce() throws IOException {
        List<String> before = statesWithoutPipelines();
        Ledger ledger = Ledger.inMemory();
        sweep(ledger);
        assertEquals(List.of(), provisioner(ledger).undoAll());
        List<String> alive = settings();
        Path file = folder.resolve(Journal.FILE);
        sweep(Ledger.in(Journal.at(file, "lab.yaml")));

        assertEquals(List.of(), provisioner(Journal.ledgerOf(file, served.testbed)).undoAll());

        assertEquals(alive, settings());
        assertEquals(before, statesWithoutPipelines());
        assertFalse(Files.exists(file));
    }

    @Test
    void whatDoesNotGoBackAtOnceGoesBackStepByStep() throws IOException {
        List<String> before = statesWithoutPipelines();
        Path file = folder.resolve(Journal.FILE);
        sweep(Ledger.in(Journal.at(file, "lab.yaml")));
        AtomicBoolean refused = new AtomicBoolean();
        served.proxy.refuse(request -> isSetting(request) && refused.compareAndSet(false, true));

        assertEquals(List.of(), provisioner(Journal.ledgerOf(file, served.testbed)).undoAll());

        assertTrue(refused.get());
        assertEquals(before, statesWithoutPipelines());
        assertFalse(Files.exists(file));
    }

    private void sweep(Ledger ledger) {
        for (int cell : new int[] {0, BIFROST, 0, BIFROST}) {
            provisioner(ledger).apply(served.wantedOf("bifrost/case-a", cell, List.of()));
        }
        served.proxy.takeSettingRequests();
    }

    private List<String> settings() {
        return served.proxy.takeSettingRequests().stream()
                .filter(ProvisionerTest::isSetting)
                .map(RecordingProxy.Request::method)
                .sorted()
                .toList();
    }

    @Test
    void aStateIsOnDiskBeforeItIsChanged() {
        Path file = folder.resolve(Journal.FILE);
        List<Boolean> onDisk = new ArrayList<>();
        served.proxy.refuse(
                request -> {
                    if (isSetting(request)) {
                        onDisk.add(Files.exists(file));
                    }
                    return false;
                });
        provisioner(Ledger.in(Journal.at(file, "lab.yaml"))).apply(wanted);
        assertFalse(onDisk.isEmpty());
        assertFalse(onDisk.contains(false));
    }

    @Test
    void cellsOfARunAreSetBackToWhatWasBeforeTheFirst() {
        List<String> before = statesWithoutPipelines();
        Ledger ledger = Ledger.inMemory();
        sweep(ledger);
        assertEquals(List.of(), provisioner(ledger).undoAll());
        assertEquals(before, statesWithoutPipelines());
        assertEquals(
                List.of(),
                served.forwarding(wanted.get(wanted.size() - 1).device())
                        .readEntries(TableEntry.getDefaultInstance()));
    }

    /** The other scheme's settings, hosts that acknowledge less, and no routes. */
    private List<DesiredState> another() {
        return served.wantedOf("bifrost/case-a", 0, List.of()).stream()
                .map(ProvisionerTest::altered)
                .toList();
    }

    private static DesiredState altered(DesiredState each) {
        if (each.part().name().equals("host")) {
            HostConfig config = (HostConfig) each.state().get(0);
            return new DesiredState(
                    each.device(),
                    each.part(),
                    List.of(config.toBuilder().setAckEveryPackets(7).build()));
        }
        return each.part().name().equals("forwarding")
                ? new DesiredState(each.device(), each.part(), each.state().subList(0, 1))
                : each;
    }

    /** A pipeline cannot be taken away again. */
    private List<String> statesWithoutPipelines() {
        return served.states().stream().filter(state -> !state.contains(" forwarding: ")).toList();
    }

    private Provisioner provisioner(Ledger ledger) {
        return new Provisioner(served.sessions, ledger);
    }

    private static boolean isCheck(String method) {
        return method.endsWith("/StreamChannel") || method.endsWith("/SetForwardingPipelineConfig");
    }

    private static boolean isSetting(RecordingProxy.Request request) {
        return request.method().matches(".*/(ConfigureHost|Write|ConfigureSwitch|SetBifrost)");
    }
}
