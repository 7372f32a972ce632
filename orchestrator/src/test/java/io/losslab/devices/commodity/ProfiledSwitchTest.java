package io.losslab.devices.commodity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.devices.DesiredState;
import io.losslab.devices.DeviceKind;
import io.losslab.devices.PortCounters;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.driver.DeviceException;
import io.losslab.labs.provision.Journal;
import io.losslab.labs.provision.Ledger;
import io.losslab.labs.provision.Provisioner;
import io.losslab.proto.v1.Counter;
import io.losslab.proto.v1.CounterSamples;
import io.losslab.services.product.CumulusServer;
import io.losslab.services.product.EosServer;
import io.losslab.services.product.SrLinuxServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Settings and counters of every system that has a profile: set, read back, undone. */
class ProfiledSwitchTest {
    private static final String ENTRY = "/qos/interfaces/interface[interface-id=%s]";
    private static final String LOSSLESS_3 =
            "{\"name\": \"losslab-3\", \"received-pfc-pause-frames\": {\"queue\": [{\"queue-name\":"
                    + " \"unicast-3\", \"pfc-pause-frame-priority\": %s, \"enable-pfc\": true}]}}";

    @TempDir private Path folder;
    private ProfiledLab lab;

    @AfterEach
    void stop() {
        lab.close();
    }

    @Test
    void eosTakesTheBitmapOfPrioritiesAndLosesItAgain() throws IOException {
        StandIn<EosServer> m = StandIn.eos(2);
        StandIn<EosServer> n = StandIn.eos(3);
        String other = ENTRY.formatted("Ethernet1");
        m.server.configure(other + "/config/interface-id", "Ethernet1");
        m.server.configure(other + "/output/pfc/config/priorities-no-drop", "30");
        lab = eos(m, n).with("byHand: [pfc, thresholds]");
        Map<String, Object> before = new TreeMap<>(m.config());
        Provisioner provisioner = new Provisioner(lab.sessions, Ledger.inMemory());
        List<DesiredState> wanted = lab.desired();

        provisioner.apply(wanted);
        String at = ENTRY.formatted("Ethernet2");
        assertEquals("Ethernet2", m.config().get(at + "/config/interface-id"));
        assertEquals("8", m.config().get(at + "/output/pfc/config/priorities-no-drop"));
        assertEquals("8", m.config().get(other + "/output/pfc/config/priorities-no-drop"));
        assertEquals(6, n.config().size());
        provisioner.requireUnchanged(wanted);
        assertEquals(0, new Provisioner(lab.sessions, Ledger.inMemory()).apply(wanted));
        assertEquals(1, m.sets());

        assertEquals(List.of(), provisioner.undoAll());
        assertEquals(before, m.config());
        assertEquals(Map.of(), n.config());
    }

    @Test
    void somebodyElsesChangeIsNamedByItsLeaf() throws IOException {
        StandIn<EosServer> m = StandIn.eos(2);
        lab = eos(m, StandIn.eos(3)).with("byHand: [pfc, thresholds]");
        Provisioner provisioner = new Provisioner(lab.sessions, Ledger.inMemory());
        List<DesiredState> wanted = lab.desired();
        provisioner.apply(wanted);
        String leaf = ENTRY.formatted("Ethernet2") + "/output/pfc/config/priorities-no-drop";
        m.server.configure(leaf, "18");
        String message =
                assertThrows(DeviceException.class, () -> provisioner.requireUnchanged(wanted))
                        .getMessage();
        assertTrue(
                message.contains(
                        "its interfaces differs from what this run configured: %s: set \"08\", read \"18\""
                                .formatted(leaf)),
                message);
    }

    @Test
    void srLinuxSwitchesPfcOnWithTheMappingProfileOfThePriorities() throws IOException {
        StandIn<SrLinuxServer> m = StandIn.srLinux(2);
        StandIn<SrLinuxServer> n = StandIn.srLinux(3);
        List.of(m, n).forEach(each -> each.server.map("losslab-3", LOSSLESS_3.formatted("3")));
        lab = srLinux(m, n).with("byHand: [thresholds]");
        Provisioner provisioner = new Provisioner(lab.sessions, Ledger.inMemory());
        List<DesiredState> wanted = lab.desired();

        provisioner.apply(wanted);
        String at = ENTRY.formatted("ethernet-1/2");
        assertEquals("ethernet-1/2", m.config().get(at + "/interface-ref/interface"));
        assertEquals("losslab-3", m.config().get(at + "/pfc/pfc-mapping-profile"));
        assertEquals(true, m.config().get(at + "/pfc/pfc-enable"));
        assertEquals(12, n.config().size());
        provisioner.requireUnchanged(wanted);

        assertEquals(List.of(), provisioner.undoAll());
        assertEquals(Map.of(), m.config());
        assertEquals(Map.of(), n.config());
    }

    /** Releases before 25.3 have a list of priorities, those after it have another list. */
    @Test
    void everyReleasesMappingProfileIsUnderstood() throws IOException {
        StandIn<SrLinuxServer> m = StandIn.srLinux(2);
        StandIn<SrLinuxServer> n = StandIn.srLinux(3);
        m.server.map("losslab-3", LOSSLESS_3.formatted("[3]"));
        n.server.map(
                "losslab-3",
                "{\"pfc-priority\": [{\"index\": 2, \"pfc-enable\": false}, {\"index\": 3,"
                        + " \"pfc-enable\": true}]}");
        lab = srLinux(m, n).with("byHand: [thresholds]");
        assertEquals(2, new Provisioner(lab.sessions, Ledger.inMemory()).apply(lab.desired()));
    }

    @Test
    void aMappingProfileThatIsMissingOrOfOtherPrioritiesIsRefusedBeforeAnythingIsSet()
            throws IOException {
        StandIn<SrLinuxServer> m = StandIn.srLinux(2);
        StandIn<SrLinuxServer> n = StandIn.srLinux(3);
        m.server.map("losslab-3", LOSSLESS_3.formatted("3"));
        lab = srLinux(m, n).with("byHand: [thresholds]");
        Provisioner provisioner = new Provisioner(lab.sessions, Ledger.inMemory());
        List<DesiredState> wanted = lab.desired();
        assertEquals(
                "N (%s): it has no pfc-mapping-profile 'losslab-3'; make it as docs/testbed-files.md says"
                        .formatted(n.address()),
                assertThrows(DeviceException.class, () -> provisioner.apply(wanted)).getMessage());
        n.server.map("losslab-3", LOSSLESS_3.formatted("4"));
        String message =
                assertThrows(DeviceException.class, () -> provisioner.apply(wanted)).getMessage();
        assertTrue(message.contains("'losslab-3' enables the priorities '4'"), message);
        assertEquals(0, m.sets() + n.sets());
    }

    /** On a 7220 IXR: an entry of release 24.3 has enable-pfc, one of 25.3 has not. */
    @ParameterizedTest
    @CsvSource({
        "'{\"pfc-pause-frame-priority\": 4}', 4",
        "'{\"pfc-pause-frame-priority\": 3, \"enable-pfc\": false}', ''",
        "'', ''"
    })
    void aMappingProfileThatSendsNoPausesOfThePriorityIsRefused(String queue, String sent)
            throws IOException {
        StandIn<SrLinuxServer> m = StandIn.srLinux(2);
        StandIn<SrLinuxServer> n = StandIn.srLinux(3);
        String sending =
                LOSSLESS_3.replaceFirst(
                        "}$",
                        ", \"received-traffic\": {\"unicast-mapping\": {\"pfc-queue\": [%s]}}}");
        m.server.map("losslab-3", sending.formatted("3", "{\"pfc-pause-frame-priority\": 3}"));
        n.server.map("losslab-3", sending.formatted("3", queue));
        lab = srLinux(m, n).with("byHand: [thresholds]");
        Provisioner provisioner = new Provisioner(lab.sessions, Ledger.inMemory());
        List<DesiredState> wanted = lab.desired();

        String message =
                assertThrows(DeviceException.class, () -> provisioner.apply(wanted)).getMessage();

        assertTrue(message.startsWith("N "), message);
        assertTrue(
                message.contains("'losslab-3' sends pauses of the priorities '" + sent + "'"),
                message);
        assertEquals(0, m.sets() + n.sets());
    }

    @Test
    void whatOneDeviceRefusesIsUndoneOnTheOthers() throws IOException {
        StandIn<SrLinuxServer> m = StandIn.srLinux(2);
        StandIn<SrLinuxServer> n = StandIn.srLinux(3);
        List.of(m, n).forEach(each -> each.server.map("losslab-3", LOSSLESS_3.formatted("3")));
        n.server.pause(3);
        lab = srLinux(m, n).with("byHand: [thresholds]");
        Provisioner provisioner = new Provisioner(lab.sessions, Ledger.inMemory());
        List<DesiredState> wanted = lab.desired();
        String message =
                assertThrows(DeviceException.class, () -> provisioner.apply(wanted)).getMessage();
        assertTrue(
                message.contains("pfc and ethernet flow-control are mutually exclusive"), message);
        assertEquals(Map.of(), m.config());
        assertEquals(Map.of(), n.config());
    }

    /** The journal has no profile: the device says again what it is. */
    @Test
    void cleanupDeletesWhatWasAbsent() throws IOException {
        StandIn<EosServer> m = StandIn.eos(2);
        StandIn<EosServer> n = StandIn.eos(3);
        lab = eos(m, n).with("byHand: [pfc, thresholds]");
        Path journal = folder.resolve(Journal.FILE);
        Ledger ledger = Ledger.in(Journal.at(journal, lab.file(false).toString()));
        new Provisioner(lab.sessions, ledger).apply(lab.desired());
        assertFalse(m.config().isEmpty());
        assertFalse(Files.readString(journal).contains(StandIn.PASSWORD));
        Ledger read = Journal.ledgerOf(journal, lab.testbed());
        assertEquals(List.of(), new Provisioner(lab.sessions, read).undoAll());
        assertEquals(Map.of(), m.config());
        assertEquals(Map.of(), n.config());
    }

    @Test
    void cumulusIsNotSetAtAllWhenEverythingIsMadeByHand() throws IOException {
        lab = cumulus().with("byHand: [pfc, priorities, thresholds]");
        assertEquals(List.of(), lab.desired());
    }

    @Test
    void whatGnmiDoesNotSetIsRefusedWithTheSystemsCommands() throws IOException {
        lab = cumulus().with("byHand: [thresholds]");
        CommandFailure refused = assertThrows(CommandFailure.class, lab::desired);
        assertTrue(
                refused.getMessage()
                        .startsWith(
                                "M: the gNMI of NVIDIA Cumulus Linux does not set pfc, priorities,"
                                        + " which the experiment asks of its ports: swp1 (priorities"
                                        + " [3], mode STATIC, xoff-bytes 200000,"),
                refused.getMessage());
        assertEquals(
                "make these settings on the device (pfc: 'nv set interface PORT qos pfc profile"
                        + " PROFILE'; priorities: 'nv set qos pfc PROFILE switch-priority 3'), then"
                        + " set 'byHand: [pfc, priorities, thresholds]' of M in the testbed file",
                refused.advice());
    }

    @Test
    void eosCountsDiscardsOfBothDirectionsAndPfcFramesOfPrioritiesAndOfThePort()
            throws IOException {
        StandIn<EosServer> m = StandIn.eos(2);
        lab = eos(m, StandIn.eos(3));
        String at = "/interfaces/interface[name=Ethernet2]/";
        m.counters.put(at + "state/counters/in-octets", 500L);
        m.counters.put(at + "state/counters/out-discards", 30L);
        m.counters
                .keySet()
                .removeIf(path -> path.endsWith("[name=Ethernet1]/state/counters/in-discards"));
        m.counters.keySet().removeIf(path -> path.contains("[name=Ethernet1]/ethernet/pfc"));
        PortCounters counters = counters();
        m.counters.put(at + "state/counters/in-octets", 2500L);
        m.counters.put(at + "state/counters/in-discards", 2L);
        m.counters.put(at + "state/counters/out-discards", 35L);
        m.counters.put("/interfaces/interface[name=Ethernet1]/state/counters/out-discards", 4L);
        m.counters.put(at + "ethernet/pfc/priorities/priority[index=3]/state/in-frames", 7L);
        m.counters.put(at + "ethernet/pfc/priorities/priority[index=4]/state/in-frames", 1L);
        Map<String, Long> rows = byCell(counters.read());
        assertEquals(2000, rows.get("2 -1 RX_BYTES"));
        assertEquals(2 + 5, rows.get("2 -1 DROPPED_PACKETS"));
        assertEquals(4, rows.get("1 -1 DROPPED_PACKETS"));
        assertEquals(7, rows.get("2 3 RX_PAUSE_FRAMES"));
        assertEquals(8, rows.get("2 -1 RX_PAUSE_FRAMES"));
        assertEquals(0, rows.get("2 -1 TX_PAUSE_FRAMES"));
        assertFalse(rows.containsKey("1 -1 TX_PAUSE_FRAMES"));
        assertEquals(2 * 5 + 2 * 9, rows.size());
    }

    @Test
    void srLinuxLeavesOutCountersOfPortsWithoutPfc() throws IOException {
        StandIn<SrLinuxServer> m = StandIn.srLinux(2);
        lab = srLinux(m, StandIn.srLinux(3));
        String entry = "/qos/interfaces/interface[interface-id=ethernet-1/2]";
        String pfc = entry + "/pfc/statistics/";
        m.server.configure(entry + "/interface-id", "ethernet-1/2");
        m.counters.keySet().removeIf(path -> path.startsWith(pfc));
        m.counters.put(pfc + "total-packet-pfc-discards", 4L);
        m.counters.put(pfc + "pfc-priority[index=3]/pfc-pause-frames-generated", 10L);
        PortCounters counters = counters();
        m.counters.put(pfc + "total-packet-pfc-discards", 6L);
        m.counters.put(pfc + "pfc-priority[index=3]/pfc-pause-frames-generated", 25L);
        Map<String, Long> rows = byCell(counters.read());
        // Packets that a full queue drops are not among these.
        assertFalse(rows.containsKey("2 -1 DROPPED_PACKETS"));
        assertEquals(15, rows.get("2 3 TX_PAUSE_FRAMES"));
        assertEquals(15, rows.get("2 -1 TX_PAUSE_FRAMES"));
        assertFalse(rows.containsKey("1 -1 TX_PAUSE_FRAMES"));
        assertEquals(2 * 4 + 2, rows.size());
    }

    /** All that it tells is recorded, the PFC frames of each priority too. */
    @Test
    void cumulusIsReadAndSampledFromStreams() throws IOException, InterruptedException {
        StandIn<CumulusServer> m = StandIn.cumulus(2);
        lab = new ProfiledLab(folder, "swp", m, StandIn.cumulus(3)).with("profile: cumulus");
        PortCounters counters = counters();
        m.counters.put("/interfaces/interface[name=swp2]/state/counters/out-octets", 900L);
        String pauses = "/qos/interfaces/interface[interface-id=swp2]/switch-priority[priority=3]";
        m.counters.put(pauses + "/state/counters/in-pause-pkts", 12L);
        BlockingQueue<CounterSamples> told = new LinkedBlockingQueue<>();
        Map<String, Long> rows = new TreeMap<>();
        try (var stream =
                counters.watch(List.of(2), List.of(Counter.TX_BYTES), 1_000_000_000, told::add)) {
            while (rows.size() < 5 + 2 * 9) {
                CounterSamples next = told.poll(20, TimeUnit.SECONDS);
                assertTrue(next.getTimeNs(0) < 1_000_000_000, next::toString);
                rows.putAll(byCell(next));
            }
            assertTrue(stream.failure().isEmpty());
        }
        assertEquals(900, rows.get("2 -1 TX_BYTES"));
        assertEquals(12, rows.get("2 3 RX_PAUSE_FRAMES"));
        assertEquals(12, rows.get("2 -1 RX_PAUSE_FRAMES"));
    }

    @Test
    void portsThatTheDeviceDoesNotHaveAreNamed() throws IOException {
        lab = eos(StandIn.eos(1), StandIn.eos(3));
        String message = assertThrows(DeviceException.class, this::counters).getMessage();
        assertTrue(
                message.contains("it has no counters of the interfaces Ethernet2; check the names"),
                message);
    }

    private ProfiledLab eos(StandIn<EosServer> m, StandIn<EosServer> n) throws IOException {
        return new ProfiledLab(folder, "Ethernet", m, n);
    }

    private ProfiledLab srLinux(StandIn<SrLinuxServer> m, StandIn<SrLinuxServer> n)
            throws IOException {
        return new ProfiledLab(folder, "ethernet-1/", m, n).with("profile: srlinux");
    }

    private ProfiledLab cumulus() throws IOException {
        return new ProfiledLab(folder, "swp", StandIn.cumulus(2), StandIn.cumulus(3))
                .with("profile: cumulus");
    }

    /** They are updated once a second; a tenth more is waited. */
    @Test
    void countersOfACellAreAwaitedAndThoseOfBeforeAreNotItsOwn() throws IOException {
        lab = new ProfiledLab(folder, "Ethernet", StandIn.eos(2), StandIn.eos(3));
        lab.with("profile: eos");
        var device = lab.testbed().device("M").orElseThrow();
        assertEquals(
                1_100_000_000, DeviceKind.of(device).portCounterAgeNanos(lab.sessions.of(device)));
        assertEquals(1_100_000_000, counters().settleNanos());
    }

    private PortCounters counters() throws IOException {
        var device = lab.testbed().device("M").orElseThrow();
        return DeviceKind.of(device).counters(lab.sessions.of(device)).orElseThrow();
    }

    private static Map<String, Long> byCell(CounterSamples rows) {
        Map<String, Long> cells = new TreeMap<>();
        List<String> twice = new ArrayList<>();
        for (int row = 0; row < rows.getValueCount(); row++) {
            String cell =
                    "%d %d %s"
                            .formatted(rows.getPort(row), rows.getQueue(row), rows.getCounter(row));
            if (cells.put(cell, rows.getValue(row)) != null) {
                twice.add(cell);
            }
        }
        assertEquals(List.of(), twice);
        return cells;
    }
}
