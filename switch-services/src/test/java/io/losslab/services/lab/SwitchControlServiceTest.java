package io.losslab.services.lab;

import static io.losslab.services.lab.TwoSites.config;
import static io.losslab.services.lab.TwoSites.coprocessorAt;
import static io.losslab.services.lab.TwoSites.pfc;
import static io.losslab.services.lab.TwoSites.pfcAt;
import static io.losslab.services.lab.TwoSites.refusal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.Status;
import io.losslab.proto.v1.Counter;
import io.losslab.proto.v1.CounterSamples;
import io.losslab.proto.v1.EcmpConfig;
import io.losslab.proto.v1.EcnConfig;
import io.losslab.proto.v1.Gauge;
import io.losslab.proto.v1.GetCountersRequest;
import io.losslab.proto.v1.GetSwitchRequest;
import io.losslab.proto.v1.NamedScheme;
import io.losslab.proto.v1.PortFlowControl;
import io.losslab.proto.v1.QueueEvent;
import io.losslab.proto.v1.SwitchConfig;
import io.losslab.proto.v1.SwitchControlGrpc;
import io.losslab.proto.v1.SwitchInfo;
import io.losslab.proto.v1.SwitchPort;
import io.losslab.proto.v1.WatchCountersRequest;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SwitchControlServiceTest {
    private static final GetSwitchRequest N = get(TwoSites.N);

    private final TwoSites sites = new TwoSites();

    @AfterEach
    void close() {
        sites.close();
    }

    @Test
    void saysWhatASwitchIsAndHowItIsCabled() {
        SwitchInfo info = sites.switches.getSwitch(get(TwoSites.M));
        assertEquals("M", info.getName());
        assertEquals(TwoSites.M, info.getDeviceId());
        assertEquals(
                List.of("1 A:1", "2 N:1"),
                info.getPortsList().stream()
                        .map(p -> p.getPort() + " " + p.getPeerDevice() + ":" + p.getPeerPort())
                        .toList());
        assertTrue(info.getPortsList().stream().allMatch(SwitchPort::getUp));
        assertEquals(TwoSites.RATE, info.getPorts(1).getRateBitsPerSecond());
    }

    @Test
    void namesTheSwitchesThereAreWhenAskedForAnother() {
        GetSwitchRequest host = get(TwoSites.A);
        String expected = "NOT_FOUND: no switch has device_id 1; device ids: [4, 5]";
        assertEquals(expected, refusal(() -> sites.switches.getSwitch(host)));
        assertEquals(expected, refusal(() -> sites.switches.getSwitchConfig(host)));
        assertEquals(expected, refusal(() -> sites.switches.configureSwitch(config(TwoSites.A))));
        assertEquals(
                expected,
                refusal(
                        () ->
                                sites.switches.getCounters(
                                        GetCountersRequest.newBuilder().setDeviceId(1).build())));
        assertEquals(expected, refusal(() -> sites.switches.collectEvents(host).hasNext()));
        assertEquals(
                expected,
                refusal(
                        () ->
                                sites.switches
                                        .watchCounters(watch(TwoSites.A, 1_000).build())
                                        .hasNext()));
    }

    @Test
    void tellsWhatTheSchemesOfItsPortsMeasured() {
        NamedScheme ofc =
                NamedScheme.newBuilder()
                        .setName("ofc")
                        .putSettings("flowKey", "pair")
                        .putSettings("priorities", "8")
                        .putSettings("xoff", "75000")
                        .putSettings("xoffCongested", "68000")
                        .putSettings("xon", "45000")
                        .putSettings("headroom", "20000")
                        .build();
        PortFlowControl.Builder port = PortFlowControl.newBuilder().addSchemes(ofc);
        assertEquals(List.of(), sites.switches.getGauges(N).getGaugesList());
        sites.switches.configureSwitch(
                config(TwoSites.N, port.setPort(1).build(), port.setPort(2).build()));
        List<Gauge> gauges = sites.switches.getGauges(N).getGaugesList();
        assertEquals(
                List.of(Gauge.Combine.MEAN, Gauge.Combine.MEAN),
                gauges.stream()
                        .filter(gauge -> gauge.getName().equals("ofcFlowInPortBytes"))
                        .map(Gauge::getCombine)
                        .toList());
        assertEquals(
                List.of(Gauge.Combine.SUM),
                gauges.stream()
                        .filter(gauge -> gauge.getName().equals("ofcFrames"))
                        .map(Gauge::getCombine)
                        .toList());
    }

    @Test
    void keepsWhatIsNotNamed() {
        EcmpConfig crc = EcmpConfig.newBuilder().setHash(EcmpConfig.Hash.CRC32).setSeed(7).build();
        sites.switches.configureSwitch(
                config(TwoSites.N, pfcAt(1, pfc())).toBuilder()
                        .setEcmp(crc)
                        .setDrrQuantumBytes(9_000)
                        .putEcn(2, marking())
                        .setChargePauses(true)
                        .build());
        SwitchConfig answered =
                sites.switches.configureSwitch(config(TwoSites.N, coprocessorAt(2)));
        assertEquals(answered, sites.switches.getSwitchConfig(N));
        assertEquals(
                List.of(pfcAt(1, pfc()), coprocessorAt(2)), answered.getPortsList().subList(0, 2));
        assertEquals(crc, answered.getEcmp());
        assertEquals(9_000, answered.getDrrQuantumBytes());
        assertEquals(Map.of(2, marking()), answered.getEcnMap());
        assertTrue(answered.getChargePauses());
        assertEquals(TwoSites.BUFFER, answered.getBufferBytes());
    }

    @Test
    void aRefusedConfigurationChangesNothing() {
        sites.switches.configureSwitch(config(TwoSites.N, pfcAt(1, pfc())));
        SwitchConfig before = sites.switches.getSwitchConfig(N);
        PortFlowControl good = pfcAt(2, pfc());
        assertRefused("buffer_bytes", config(TwoSites.N, good).toBuilder().setBufferBytes(0));
        assertRefused("lossyAlpha", config(TwoSites.N, good).toBuilder().setLossyAlpha(-1));
        assertRefused(
                "drr_quantum_bytes must be at most 1,048,576: 2147483648",
                config(TwoSites.N, good).toBuilder().setDrrQuantumBytes(Integer.MIN_VALUE));
        assertRefused("N has ports 1..3, not 4", config(TwoSites.N, good, pfcAt(4, pfc())));
        assertRefused("port 2 is listed twice", config(TwoSites.N, good, good));
        assertRefused(
                "port 1, pfc: priorities must be 1..255: 0",
                config(TwoSites.N, good, pfcAt(1, pfc().putSettings("priorities", "0"))));
        assertRefused(
                "port 1, pfc: xon: xon 500,001 B is 1 B above xoff; expected at most xoff, 500KB",
                config(TwoSites.N, good, pfcAt(1, pfc().putSettings("xon", "500001"))));
        assertRefused(
                "alpha",
                config(TwoSites.N, good, pfcAt(1, pfc().putSettings("threshold", "dynamic"))));
        assertRefused(
                "ports reserve 8,400,001 B, more than buffer_bytes 8,000,000",
                config(TwoSites.N, good, pfcAt(1, pfc().putSettings("headroom", "6950001"))));
        assertRefused(
                "ports reserve 950,000 B, more than buffer_bytes 949,999",
                config(TwoSites.N).toBuilder().setBufferBytes(949_999));
        assertRefused(
                "port 1, pfc: pfc has no setting 'xOff'; it has [priorities, threshold, xoff, xon,",
                config(TwoSites.N, good, pfcAt(1, pfc().putSettings("xOff", "1"))));
        assertRefused(
                "port 1, pfc: pfc: timer must be one of [quanta, untilResume]: never",
                config(TwoSites.N, good, pfcAt(1, pfc().putSettings("timer", "never"))));
        assertRefused(
                "port 1, pfc: a static threshold lacks the key 'xoff'",
                config(TwoSites.N, good, pfcAt(1, pfc().removeSettings("xoff"))));
        assertRefused(
                "port 1, pfc: the setting 'priorities' is missing",
                config(TwoSites.N, good, pfcAt(1, pfc().removeSettings("priorities"))));
        assertRefused(
                "no scheme is named 'pcf'; this device has pfc, bifrost, ",
                config(TwoSites.N, good, pfcAt(1, pfc().setName("pcf"))));
        assertEquals(before, sites.switches.getSwitchConfig(N));
        assertEquals(950_000, sites.counter(TwoSites.N, 1, Counter.RESERVED_BYTES));
        assertEquals(0, sites.counter(TwoSites.N, 2, Counter.RESERVED_BYTES));
    }

    @Test
    void keysThatAreLeftOutHaveTheirDefaultsForThePortsLink() {
        PortFlowControl sent = pfcAt(1, pfc().removeSettings("xon").removeSettings("headroom"));
        sites.switches.configureSwitch(config(TwoSites.N, sent));
        assertEquals(sent, sites.switches.getSwitchConfig(N).getPorts(0));
        long reserved = sites.counter(TwoSites.N, 1, Counter.RESERVED_BYTES);
        assertTrue(reserved > 500_000 + 375_000 && reserved < 1_000_000, "reserved: " + reserved);
    }

    @Test
    void refusesToChangeThePortThatBuffersPackets() throws InterruptedException {
        sites.routed().switches.configureSwitch(config(TwoSites.N, pfcAt(1, pfc())));
        sites.overload();
        sites.runUntil(300_000);
        assertTrue(sites.counter(TwoSites.N, 1, Counter.INGRESS_BYTES) > 0);
        String refused =
                refusal(() -> sites.switches.configureSwitch(config(TwoSites.N, coprocessorAt(1))));
        assertTrue(refused.startsWith("FAILED_PRECONDITION: port 1 buffers packets"), refused);
        assertEquals(pfcAt(1, pfc()), sites.switches.getSwitchConfig(N).getPorts(0));
    }

    @Test
    void readsEveryCounterOfEveryPortUnlessSomeAreChosen() {
        CounterSamples all =
                sites.switches.getCounters(
                        GetCountersRequest.newBuilder().setDeviceId(TwoSites.M).build());
        Set<Counter> counters = EnumSet.copyOf(all.getCounterList());
        assertEquals(
                EnumSet.complementOf(
                        EnumSet.of(
                                Counter.COUNTER_UNSPECIFIED,
                                Counter.UNRECOGNIZED,
                                // Only chips count these.
                                Counter.MAX_HEADROOM_BYTES)),
                counters);
        assertEquals(Set.of(1, 2), new TreeSet<>(all.getPortList()));
        assertEquals(2 * counters.size(), all.getValueCount());
        CounterSamples one =
                sites.switches.getCounters(watch(TwoSites.M, 1_000, Counter.TX_BYTES).getSelect());
        assertEquals(List.of(TwoSites.M_TO_N), one.getPortList());
        assertEquals(List.of(Counter.TX_BYTES), one.getCounterList());
        String refused =
                refusal(
                        () ->
                                sites.switches.getCounters(
                                        GetCountersRequest.newBuilder()
                                                .setDeviceId(TwoSites.M)
                                                .addPorts(3)
                                                .build()));
        assertEquals("INVALID_ARGUMENT: M has ports 1..2, not 3", refused);
    }

    @Test
    void watchesCountersAtOnceAndAtEveryIntervalOfDeviceTime() throws InterruptedException {
        sites.routed().start(TwoSites.A, TwoSites.bandwidth(1, TwoSites.C));
        Arrivals<WatchCountersRequest, CounterSamples> watched = new Arrivals<>();
        SwitchControlGrpc.newStub(sites.channel)
                .watchCounters(
                        watch(TwoSites.M, 10_000, Counter.TX_BYTES, Counter.TX_PACKETS).build(),
                        watched);
        CounterSamples first = watched.next();
        assertEquals(List.of(0L, 0L), first.getTimeNsList());
        assertEquals(List.of(0L, 0L), first.getValueList());
        sites.runUntil(100_000);
        List<Long> times = new ArrayList<>();
        List<Long> bytes = new ArrayList<>();
        while (times.size() < 10) {
            CounterSamples samples = watched.next();
            for (int row = 0; row < samples.getTimeNsCount(); row += 2) {
                times.add(samples.getTimeNs(row));
                bytes.add(samples.getValue(row));
                assertEquals(Counter.TX_PACKETS, samples.getCounter(row + 1));
            }
        }
        assertEquals(
                List.of(
                        10_000L, 20_000L, 30_000L, 40_000L, 50_000L, 60_000L, 70_000L, 80_000L,
                        90_000L, 100_000L),
                times);
        assertEquals(bytes.stream().sorted().distinct().toList(), bytes);
        assertEquals(bytes.get(9), sites.counter(TwoSites.M, 2, Counter.TX_BYTES));
        watched.cancel();
        assertEquals(Status.Code.CANCELLED, watched.end().getCode());
        assertEquals(200_000, sites.runUntil(200_000).getNowNs());
        assertEquals(List.of(), watched.rest());
    }

    @Test
    void aWatchEndsWhereTheLabIsReset() throws InterruptedException {
        Arrivals<WatchCountersRequest, CounterSamples> watched = new Arrivals<>();
        SwitchControlGrpc.newStub(sites.channel)
                .watchCounters(watch(TwoSites.M, 10_000, Counter.TX_BYTES).build(), watched);
        watched.next();
        sites.reset();
        TwoSites.assertReset(watched);
        assertEquals(20_000, sites.runUntil(20_000).getNowNs());
        assertEquals(List.of(), watched.rest());
    }

    @Test
    void refusesToSampleMoreOftenThanEveryMicrosecond() {
        assertEquals(
                "INVALID_ARGUMENT: interval_ns must be at least 1000: 999",
                refusal(
                        () ->
                                sites.switches
                                        .watchCounters(watch(TwoSites.M, 999).build())
                                        .hasNext()));
    }

    @Test
    void handsEveryEventOutOnce() throws InterruptedException {
        sites.routed().switches.configureSwitch(config(TwoSites.N, pfcAt(1, pfc())));
        sites.overload();
        sites.runUntil(1_500_000);
        List<QueueEvent> events = events(TwoSites.M);
        QueueEvent first = events.get(0);
        assertEquals(QueueEvent.Kind.PAUSE, first.getKind());
        assertEquals(TwoSites.M, first.getDeviceId());
        assertEquals(TwoSites.M_TO_N, first.getPort());
        assertEquals(TwoSites.CLASS, first.getQueue());
        assertEquals("N:1", first.getCause());
        assertEquals(QueueEvent.Kind.RESUME, events.get(1).getKind());
        assertTrue(events.get(1).getTimeNs() > first.getTimeNs());
        assertEquals(List.of(), events(TwoSites.M));
    }

    @Test
    void tellsOfEveryDropWhereTheBufferIsTooSmall() throws InterruptedException {
        sites.routed()
                .switches
                .configureSwitch(config(TwoSites.N).toBuilder().setBufferBytes(100_000).build());
        sites.overload();
        sites.runUntil(200_000);
        List<QueueEvent> drops = events(TwoSites.N);
        long counted =
                sites.counter(TwoSites.N, TwoSites.N_TO_M, Counter.DROPPED_PACKETS)
                        + sites.counter(TwoSites.N, TwoSites.N_TO_B, Counter.DROPPED_PACKETS);
        assertTrue(counted > 0);
        assertEquals(counted, drops.size());
        QueueEvent first = drops.get(0);
        assertEquals(QueueEvent.Kind.DROP, first.getKind());
        assertEquals("buffer full", first.getCause());
        assertEquals(TwoSites.CLASS, first.getQueue());
    }

    private List<QueueEvent> events(int device) {
        List<QueueEvent> events = new ArrayList<>();
        sites.switches
                .collectEvents(get(device))
                .forEachRemaining(batch -> events.addAll(batch.getEventsList()));
        return events;
    }

    private static EcnConfig marking() {
        return EcnConfig.newBuilder()
                .setKminBytes(100_000)
                .setKmaxBytes(400_000)
                .setPmax(0.2)
                .build();
    }

    private void assertRefused(String expected, SwitchConfig.Builder config) {
        assertRefused(expected, config.build());
    }

    private void assertRefused(String expected, SwitchConfig config) {
        String refused = refusal(() -> sites.switches.configureSwitch(config));
        assertTrue(refused.startsWith("INVALID_ARGUMENT: "), refused);
        assertTrue(refused.contains(expected), refused);
    }

    private static GetSwitchRequest get(int device) {
        return GetSwitchRequest.newBuilder().setDeviceId(device).build();
    }

    /** Of the port to the other switch. */
    private static WatchCountersRequest.Builder watch(
            int device, long intervalNanos, Counter... counters) {
        return WatchCountersRequest.newBuilder()
                .setSelect(
                        GetCountersRequest.newBuilder()
                                .setDeviceId(device)
                                .addPorts(TwoSites.M_TO_N)
                                .addAllCounters(List.of(counters)))
                .setIntervalNs(intervalNanos);
    }
}
