package io.losslab.driver.gnmi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.rpc.ChannelSecurity;
import io.losslab.api.rpc.DeviceAddress;
import io.losslab.api.topology.TopologyBuilder;
import io.losslab.api.units.DataRate;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import io.losslab.driver.DeviceChannel;
import io.losslab.driver.DeviceException;
import io.losslab.driver.clock.VirtualClockClient;
import io.losslab.driver.switchcontrol.SwitchControlClient;
import io.losslab.proto.gnmi.Encoding;
import io.losslab.proto.v1.Counter;
import io.losslab.proto.v1.CounterSamples;
import io.losslab.services.lab.VirtualLab;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GnmiClientTest {
    private static final int TOR1_ID = 3;
    private VirtualLab lab;
    private DeviceChannel channel;
    private GnmiClient tor1;

    @BeforeEach
    void start() throws IOException {
        DataRate rate = new DataRate(100_000_000_000L);
        lab =
                VirtualLab.start(
                        new TopologyBuilder("pair")
                                .host("A")
                                .host("B")
                                .switchNode("tor1", new DataSize(8_000_000))
                                .link("A", "tor1", rate, new Nanos(10), "edge")
                                .link("B", "tor1", rate, new Nanos(10), "edge")
                                .build());
        channel =
                DeviceChannel.open(
                        "tor1",
                        new DeviceAddress("localhost", lab.port()),
                        ChannelSecurity.plaintext(),
                        Duration.ofSeconds(60));
        tor1 = new GnmiClient(channel, GnmiDialect.of(Encoding.PROTO).to("tor1"));
    }

    @AfterEach
    void stop() {
        channel.close();
        lab.close();
    }

    @Test
    void capabilitiesSayTheVersion() {
        assertEquals("0.10.0", tor1.capabilities().getGNMIVersion());
    }

    @Test
    void valuesAreTheSameInEveryEncoding() {
        for (Encoding encoding : List.of(Encoding.PROTO, Encoding.JSON, Encoding.JSON_IETF)) {
            GnmiClient client = new GnmiClient(channel, GnmiDialect.of(encoding).to("tor1"));
            List<GnmiUpdate> found =
                    client.get(List.of("/interfaces/interface[name=Ethernet2]/state/counters"));
            assertEquals(6, found.size());
            assertEquals(
                    "/interfaces/interface[name=Ethernet2]/state/counters/in-octets",
                    found.get(0).path());
            assertEquals(0, found.get(0).number());
            assertEquals("tor1", client.get(List.of("/system/state/hostname")).get(0).value());
        }
    }

    @Test
    void aRefusalNamesPathAndReason() {
        assertRefused(
                "Get found nothing (no node 'hostnam' below /system/state; available: hostname,"
                        + " software-version); check ids and ports",
                () -> tor1.get(List.of("/system/state/hostnam")));
        assertRefused(
                "path '/a[b' needs '=' at character 5; correct the path",
                () -> tor1.get(List.of("/a[b")));
    }

    @Test
    void countersAreRowsAsSwitchControlGivesThem() throws InterruptedException {
        GnmiCounters counters =
                new GnmiCounters(
                        tor1,
                        CounterPaths.LOSSLAB,
                        Map.of("Ethernet1", 1, "Ethernet2", 2),
                        CounterPaths.LOSSLAB.known());
        CounterSamples rows = counters.read();
        assertEquals(2 * CounterPaths.LOSSLAB.known().size(), rows.getValueCount());
        CounterSamples same =
                new SwitchControlClient(channel, TOR1_ID)
                        .counters(List.of(1, 2), CounterPaths.LOSSLAB.known());
        assertEquals(byCell(same), byCell(rows));
        BlockingQueue<CounterSamples> told = new LinkedBlockingQueue<>();
        GnmiCounters sent =
                new GnmiCounters(
                        tor1,
                        CounterPaths.LOSSLAB,
                        Map.of("Ethernet2", 2),
                        List.of(Counter.TX_BYTES));
        try (var stream = sent.watch(10_000, told::add)) {
            assertEquals(0, told.poll(60, TimeUnit.SECONDS).getTimeNs(0));
            new VirtualClockClient(channel).runUntil(20_000, 10_000, time -> {});
            assertEquals(10_000, told.poll(60, TimeUnit.SECONDS).getTimeNs(0));
            CounterSamples last = told.poll(60, TimeUnit.SECONDS);
            assertEquals(20_000, last.getTimeNs(0));
            assertEquals(2, last.getPort(0));
            assertTrue(stream.failure().isEmpty());
        }
    }

    @Test
    void aCounterWithoutAPathIsRefused() {
        String problem =
                assertThrows(
                                IllegalArgumentException.class,
                                () ->
                                        new GnmiCounters(
                                                tor1,
                                                CounterPaths.LOSSLAB,
                                                Map.of("Ethernet1", 1),
                                                List.of(Counter.THROUGHPUT_LOSS_NANOS)))
                        .getMessage();
        assertTrue(problem.startsWith("counter THROUGHPUT_LOSS_NANOS has no path"));
    }

    private static Map<String, Long> byCell(CounterSamples rows) {
        Map<String, Long> cells = new java.util.TreeMap<>();
        for (int i = 0; i < rows.getValueCount(); i++) {
            cells.put(rows.getPort(i) + " " + rows.getCounter(i), rows.getValue(i));
        }
        return cells;
    }

    private void assertRefused(String problem, Runnable call) {
        assertEquals(
                "tor1 (localhost:%d): ".formatted(lab.port()) + problem,
                assertThrows(DeviceException.class, call::run).getMessage());
    }
}
