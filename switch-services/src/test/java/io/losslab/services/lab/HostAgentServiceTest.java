package io.losslab.services.lab;

import static io.losslab.services.lab.TwoSites.bandwidth;
import static io.losslab.services.lab.TwoSites.refusal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.proto.v1.ClassMapEntry;
import io.losslab.proto.v1.ClockTime;
import io.losslab.proto.v1.FlowRecords;
import io.losslab.proto.v1.HostConfig;
import io.losslab.proto.v1.HostCounters;
import io.losslab.proto.v1.HostInfo;
import io.losslab.proto.v1.HostRequest;
import io.losslab.proto.v1.LatencyPattern;
import io.losslab.proto.v1.NamedScheme;
import io.losslab.proto.v1.PauseResponder;
import io.losslab.proto.v1.PortFlowControl;
import io.losslab.proto.v1.ScheduledPattern;
import io.losslab.proto.v1.StartTrafficRequest;
import io.losslab.proto.v1.TrafficFlow;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HostAgentServiceTest {
    private static final HostRequest A = HostRequest.newBuilder().setHostId(TwoSites.A).build();
    private static final HostRequest C = HostRequest.newBuilder().setHostId(TwoSites.C).build();

    private final TwoSites sites = new TwoSites();

    @AfterEach
    void close() {
        sites.close();
    }

    @Test
    void saysWhatAHostIs() {
        HostInfo info = sites.hosts.getHost(A);
        assertEquals("A", info.getName());
        assertEquals(1, info.getPortsCount());
        assertEquals(TwoSites.RATE, info.getPorts(0).getRateBitsPerSecond());
        assertEquals(TwoSites.ipv4(TwoSites.A), info.getPorts(0).getIpv4());
        assertEquals(6, info.getPorts(0).getMac().size());
    }

    @Test
    void findsNoOtherHost() {
        HostRequest none = HostRequest.newBuilder().setHostId(TwoSites.M).build();
        String expected = "NOT_FOUND: no host has host_id 4";
        assertEquals(expected, refusal(() -> sites.hosts.getHost(none)));
        assertEquals(expected, refusal(() -> sites.hosts.getHostConfig(none)));
        assertEquals(
                expected, refusal(() -> sites.hosts.configureHost(config().setHostId(4).build())));
        assertEquals(expected, refusal(() -> sites.start(TwoSites.M, bandwidth(1, TwoSites.C))));
        assertEquals(expected, refusal(() -> sites.start(TwoSites.A, bandwidth(1, TwoSites.M))));
        assertEquals(expected, refusal(() -> sites.hosts.stopTraffic(none)));
        assertEquals(expected, refusal(() -> sites.hosts.collectFlowRecords(none).hasNext()));
        assertEquals(expected, refusal(() -> sites.hosts.getHostCounters(none)));
    }

    @Test
    void keepsItsConfiguration() {
        assertEquals(4_096, sites.hosts.getHostConfig(A).getMtuBytes());
        assertEquals(config().build(), sites.hosts.configureHost(config().build()));
        assertEquals(config().build(), sites.hosts.getHostConfig(A));
    }

    @Test
    void aRefusedConfigurationChangesNothing() {
        sites.hosts.configureHost(config().build());
        assertRefused("mtu must be 256..9216 B: 255", config().setMtuBytes(255));
        assertRefused("ackEvery must be at least 1: 0", config().setAckEveryPackets(0));
        assertRefused(
                "retransmitTimeout must not be negative: -1", config().setRetransmitTimeoutNs(-1));
        assertRefused(
                "class_map: traffic_class must be 0..7: 8",
                config().addClassMap(ClassMapEntry.newBuilder().setTrafficClass(8)));
        assertRefused(
                "the class map needs eight queues of 0..7: [0, 1, 9, 5, 4, 5, 6, 7]",
                config().addClassMap(ClassMapEntry.newBuilder().setTrafficClass(2).setQueue(9)));
        assertRefused(
                "class_map: two classes have the same DSCP: [0, 8, 16, 40, 32, 40, 48, 56]",
                config().addClassMap(mark(3, 40)));
        assertRefused("class_map: dscp must be 0..63: 64", config().addClassMap(mark(3, 64)));
        assertEquals(config().build(), sites.hosts.getHostConfig(A));
    }

    private static ClassMapEntry mark(int trafficClass, int dscp) {
        return ClassMapEntry.newBuilder()
                .setTrafficClass(trafficClass)
                .setQueue(trafficClass)
                .setDscp(dscp)
                .build();
    }

    @Test
    void refusesRecoveryAndCongestionControlThatItDoesNotKnow() {
        assertRefused(
                "recovery: unknown name 'fec'; expected one of [goBackN, irn]",
                config().setRecovery(named("fec")));
        assertRefused(
                "irn has no setting 'window'; it has [cap, rtoLow, rtoHigh, lowPackets,"
                        + " reordering]",
                config().setRecovery(named("irn").putSettings("window", "1")));
        assertRefused(
                "rtoLow must be above zero and not above rtoHigh: 400000 ns, 320000 ns",
                config().setRecovery(named("irn").putSettings("rtoLow", "400000")));
        assertRefused(
                "congestion_control: unknown name 'reno'; expected one of [dcqcn, timely, hpcc]",
                config().setCongestionControl(named("reno")));
        assertRefused(
                "eta must be above 0, at most 1: 2.0",
                config().setCongestionControl(named("hpcc").putSettings("eta", "2")));
        HostConfig good =
                config().setRecovery(named("irn")).setCongestionControl(named("dcqcn")).build();
        assertEquals(good, sites.hosts.configureHost(good));
    }

    @Test
    void aHostThatDoesNotRelayRunsTheSendingEndOfASchemeOnly() {
        NamedScheme ofc =
                named("ofc")
                        .putSettings("flowKey", "pair")
                        .putSettings("priorities", "8")
                        .putSettings("xoff", "75000")
                        .putSettings("xoffCongested", "68000")
                        .putSettings("xon", "45000")
                        .putSettings("headroom", "20000")
                        .build();
        PortFlowControl port = PortFlowControl.newBuilder().setPort(1).addSchemes(ofc).build();
        HostConfig host = config().addPorts(port).build();
        assertEquals(host, sites.hosts.configureHost(host));
        assertRefused(
                "port 1, ofc: xoff: xoff and headroom, 95,000 B in total, exceed the buffer of"
                        + " 90,000 B",
                config().addPorts(port).setRelayBufferBytes(90_000));
    }

    @Test
    void aFlowWaitsForThoseThatEndAtItsHost() throws InterruptedException {
        sites.routed();
        sites.start(TwoSites.B, scheduled(1, new long[] {0}, 1_000));
        assertNotStarted(
                "flow 2 cannot wait for flow 1, which does not end at A",
                bandwidth(2, TwoSites.C).addAfterFlowIds(1));
        sites.start(TwoSites.C, scheduled(3, new long[] {10_000}, 64).setDstHostId(TwoSites.A));
        sites.start(
                TwoSites.A, scheduled(4, new long[] {5_000}, 64).setStartNs(0).addAfterFlowIds(3));
        sites.runUntil(3_000_000);
        long end = records(TwoSites.C).get(0).getEndNs(0);
        assertEquals(end + 5_000, records(TwoSites.A).get(0).getStartNs(0));
    }

    @Test
    void refusesFlowsThatMakeNoSenseAndStartsNoneOfThem() throws InterruptedException {
        sites.routed();
        TrafficFlow.Builder good = bandwidth(1, TwoSites.C);
        assertNotStarted("flow_id 1 is taken", good, bandwidth(1, TwoSites.B));
        assertNotStarted("flow 2 has no pattern", good, bandwidth(2, TwoSites.C).clearPattern());
        assertNotStarted("a flow needs two hosts", good, bandwidth(2, TwoSites.A));
        assertNotStarted(
                "traffic class must be 0..7: 8", good, bandwidth(2, TwoSites.C).setTrafficClass(8));
        assertNotStarted(
                "message size must be above zero: 0", good, latency(2).setLatency(empty()));
        assertNotStarted(
                "a flow must not stop before it starts",
                good,
                bandwidth(2, TwoSites.C).setStartNs(1_000_001));
        assertNotStarted(
                "message 1 is posted before the one in front of it",
                good,
                scheduled(2, new long[] {2_000, 1_000}, 64, 64));
        assertNotStarted(
                "2 post times, but 1 sizes", good, scheduled(2, new long[] {1_000, 2_000}, 64));
        sites.runUntil(100_000);
        assertEquals(0, sites.hosts.getHostCounters(A).getTxPackets());
        assertEquals(1, sites.start(TwoSites.A, good));
        assertNotStarted("flow_id 1 is taken", good);
    }

    @Test
    void handsEveryCompletedMessageOutOnce() throws InterruptedException {
        sites.routed().start(TwoSites.A, bandwidth(7, TwoSites.C), latency(8));
        sites.start(TwoSites.B, bandwidth(9, TwoSites.C));
        sites.runUntil(500_000);
        List<FlowRecords> fromB = records(TwoSites.B);
        List<FlowRecords> fromA = records(TwoSites.A);
        assertEquals(List.of(9), flowIds(fromB));
        assertEquals(List.of(7, 8), flowIds(fromA));
        assertEquals(List.of(), flowIds(records(TwoSites.A)));
        assertEquals(List.of(), flowIds(records(TwoSites.C)));
        sites.runUntil(600_000);
        for (FlowRecords batch : records(TwoSites.A)) {
            for (int row = 0; row < batch.getFlowIdCount(); row++) {
                assertTrue(batch.getEndNs(row) > 500_000, batch.toString());
            }
        }
    }

    @Test
    void sendsScheduledMessagesAtTheirTimes() throws InterruptedException {
        sites.routed()
                .start(TwoSites.A, scheduled(5, new long[] {0, 50_000, 90_000}, 1_000, 2_000, 64));
        sites.runUntil(200_000);
        FlowRecords records = records(TwoSites.A).get(0);
        assertEquals(List.of(0L, 50_000L, 90_000L), records.getStartNsList());
        assertEquals(List.of(1_000L, 2_000L, 64L), records.getBytesList());
        assertTrue(records.getEndNs(0) > TwoSites.DELAY_NANOS);
    }

    @Test
    void aLatencyMessageGoesToAndFro() throws InterruptedException {
        sites.routed()
                .start(
                        TwoSites.A,
                        latency(8).setLatency(empty().setMessageBytes(64).setIterations(3)));
        sites.runUntil(1_000_000);
        FlowRecords records = records(TwoSites.A).get(0);
        assertEquals(List.of(8, 8, 8), records.getFlowIdList());
        for (int row = 0; row < 3; row++) {
            long roundTrip = records.getEndNs(row) - records.getStartNs(row);
            assertTrue(roundTrip > 2 * TwoSites.DELAY_NANOS, records.toString());
            assertTrue(roundTrip < 2 * TwoSites.DELAY_NANOS + 4_000, records.toString());
        }
    }

    @Test
    void stopsPostingButCompletesWhatIsPosted() throws InterruptedException {
        sites.routed().start(TwoSites.A, bandwidth(1, TwoSites.C).setStopNs(0));
        sites.runUntil(100_000);
        sites.hosts.stopTraffic(A);
        long outstanding = sites.hosts.getHostCounters(A).getOutstandingMessages();
        assertTrue(outstanding > 0 && outstanding <= 128, "outstanding: " + outstanding);
        int completed = flowIdsWithRepeats(records(TwoSites.A)).size();
        sites.runUntil(5_000_000);
        HostCounters sender = sites.hosts.getHostCounters(A);
        assertEquals(0, sender.getOutstandingMessages());
        assertEquals(outstanding, flowIdsWithRepeats(records(TwoSites.A)).size());
        assertEquals(
                (completed + outstanding) * 64_000L,
                sites.hosts.getHostCounters(C).getDeliveredBytes());
    }

    @Test
    void countersConserveBytes() throws InterruptedException {
        sites.routed().overload();
        sites.runUntil(400_000);
        ClockTime time = sites.runUntil(400_000);
        long sent = 0;
        long received = 0;
        for (int host = TwoSites.A; host <= TwoSites.C; host++) {
            HostCounters counters =
                    sites.hosts.getHostCounters(HostRequest.newBuilder().setHostId(host).build());
            assertEquals(400_000, counters.getTimeNs());
            assertEquals(0, counters.getReorderedPackets());
            assertEquals(-1, counters.getFirstReorderNs());
            sent += counters.getDataTxBytes();
            received += counters.getDataRxBytes();
        }
        assertTrue(time.getInFlightDataBytes() > 0);
        assertEquals(sent, received + time.getInFlightDataBytes());
        assertTrue(sites.hosts.getHostCounters(A).getTxBytes() > 0);
        assertTrue(sites.hosts.getHostCounters(C).getTxPackets() > 0);
    }

    private void assertRefused(String expected, HostConfig.Builder config) {
        assertEquals(
                "INVALID_ARGUMENT: " + expected,
                refusal(() -> sites.hosts.configureHost(config.build())));
    }

    private void assertNotStarted(String expected, TrafficFlow.Builder... flows) {
        StartTrafficRequest.Builder request =
                StartTrafficRequest.newBuilder().setHostId(TwoSites.A);
        for (TrafficFlow.Builder flow : flows) {
            request.addFlows(flow);
        }
        assertEquals(
                "INVALID_ARGUMENT: " + expected,
                refusal(() -> sites.hosts.startTraffic(request.build())));
    }

    private List<FlowRecords> records(int host) {
        List<FlowRecords> batches = new ArrayList<>();
        sites.hosts
                .collectFlowRecords(HostRequest.newBuilder().setHostId(host).build())
                .forEachRemaining(batches::add);
        return batches;
    }

    private static List<Integer> flowIds(List<FlowRecords> batches) {
        return flowIdsWithRepeats(batches).stream().distinct().sorted().toList();
    }

    private static List<Integer> flowIdsWithRepeats(List<FlowRecords> batches) {
        return batches.stream().flatMap(batch -> batch.getFlowIdList().stream()).toList();
    }

    private static HostConfig.Builder config() {
        return HostConfig.newBuilder()
                .setHostId(TwoSites.A)
                .setMtuBytes(1_024)
                .setAckEveryPackets(4)
                .addClassMap(ClassMapEntry.newBuilder().setTrafficClass(3).setQueue(5))
                .setPauseResponder(
                        PauseResponder.newBuilder()
                                .setPriorities(8)
                                .setTimer(PauseResponder.Timer.UNTIL_RESUME))
                .setRetransmitTimeoutNs(1_000_000);
    }

    private static NamedScheme.Builder named(String name) {
        return NamedScheme.newBuilder().setName(name);
    }

    private static TrafficFlow.Builder latency(int id) {
        return bandwidth(id, TwoSites.C).setLatency(empty().setMessageBytes(8_000));
    }

    private static LatencyPattern.Builder empty() {
        return LatencyPattern.newBuilder();
    }

    private static TrafficFlow.Builder scheduled(int id, long[] postNanos, long... bytes) {
        ScheduledPattern.Builder pattern = ScheduledPattern.newBuilder();
        for (long post : postNanos) {
            pattern.addPostNs(post);
        }
        for (long size : bytes) {
            pattern.addMessageBytes(size);
        }
        return bandwidth(id, TwoSites.C).setScheduled(pattern);
    }
}
