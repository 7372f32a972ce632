package io.losslab.agent.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.losslab.agent.loop.VethPair;
import io.losslab.proto.v1.BandwidthPattern;
import io.losslab.proto.v1.FlowRecords;
import io.losslab.proto.v1.HostConfig;
import io.losslab.proto.v1.HostCounters;
import io.losslab.proto.v1.HostRoute;
import io.losslab.proto.v1.LatencyPattern;
import io.losslab.proto.v1.NamedScheme;
import io.losslab.proto.v1.PauseResponder;
import io.losslab.proto.v1.ScheduledPattern;
import io.losslab.proto.v1.StrayFrames;
import io.losslab.proto.v1.TrafficFlow;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Agents as processes, with real frames between them, driven by gRPC. */
class AgentTrafficTest {
    private static final int PATIENCE_SECONDS = 60;

    private final TestAgents lab = new TestAgents();

    /** Of 200 kB at 10 Gb/s: 196 packets with 82 B (first: 98 B) around their payload. */
    private static final long NANOS_AT_10_GBPS = (200_000 + 196 * (62 + 20) + 16) * 8 / 10;

    /** Ten of the longest frames may be made up for after a late turn, and the last one leaves. */
    private static final long MADE_UP_FOR_NANOS = 11 * 4200 * 8 / 10;

    @AfterEach
    void closeAll() throws Exception {
        lab.closeAll();
    }

    /**
     * Fewer frames than any ring or backlog on the way holds, or a busy machine would lose some.
     */
    @Test
    void scheduledMessagesArriveWholeInOrderAndWithTheReceiversTime() throws Exception {
        VethPair cable = lab.cable();
        AgentProcess sender = lab.agent(1, cable.near);
        AgentProcess receiver = lab.agent(2, cable.far);
        lab.awaitAgents();
        long soon = sender.counters().getTimeNs() + 50_000_000;

        sender.start(
                AgentProcess.flow(7, 2)
                        .setScheduled(
                                ScheduledPattern.newBuilder()
                                        .addPostNs(soon)
                                        .addMessageBytes(1)
                                        .addPostNs(soon + 1_000_000)
                                        .addMessageBytes(400_000)
                                        .addPostNs(soon + 1_000_000)
                                        .addMessageBytes(4096))
                        .build());

        FlowRecords rows = sender.collect(3);
        assertEquals(List.of(7, 7, 7), rows.getFlowIdList());
        assertEquals(List.of(1L, 400_000L, 4096L), rows.getBytesList());
        assertEquals(List.of(0, 0, 0), rows.getRetransmitsList());
        assertTrue(rows.getStartNs(0) >= soon && rows.getStartNs(1) >= soon + 1_000_000);
        assertTrue(rows.getEndNs(0) > rows.getStartNs(0));
        // 400 KB take 32 us at 100 Gb/s, but for the slack of a late turn.
        assertTrue(rows.getEndNs(1) > rows.getStartNs(1) && rows.getEndNs(2) >= rows.getEndNs(1));
        HostCounters at = receiver.counters();
        assertEquals(404_097, at.getDeliveredBytes());
        assertEquals(1 + 391 + 4, at.getDataRxPackets());
        assertEquals(0, at.getReorderedPackets());
        assertEquals(-1, at.getFirstReorderNs());
        HostCounters from = sender.counters();
        assertEquals(1 + 391 + 4, from.getDataTxPackets());
        assertEquals(at.getDataRxBytes(), from.getDataTxBytes());
        assertEquals(0, from.getOutstandingMessages());
    }

    @Test
    void bandwidthAndLatencyFlowsRunTheirIterations() throws Exception {
        VethPair cable = lab.cable();
        AgentProcess sender = lab.agent(1, cable.near);
        AgentProcess receiver = lab.agent(2, cable.far);
        lab.awaitAgents();

        sender.start(
                AgentProcess.flow(1, 2)
                        .setBandwidth(
                                BandwidthPattern.newBuilder()
                                        .setMessageBytes(65_536)
                                        .setTxDepth(4)
                                        .setIterations(50))
                        .build(),
                AgentProcess.flow(2, 2)
                        .setTrafficClass(4)
                        .setLatency(
                                LatencyPattern.newBuilder()
                                        .setMessageBytes(64)
                                        .setIterations(20)
                                        .setGapNs(1000))
                        .build());

        FlowRecords rows = sender.collect(70);
        assertEquals(50, rows.getFlowIdList().stream().filter(id -> id == 1).count());
        assertEquals(20, rows.getFlowIdList().stream().filter(id -> id == 2).count());
        for (int row = 0; row < 70; row++) {
            assertTrue(rows.getEndNs(row) > rows.getStartNs(row));
        }
        assertEquals(50 * 65_536 + 20 * 64, receiver.counters().getDeliveredBytes());
        assertEquals(20 * 64, sender.counters().getDeliveredBytes());
    }

    @Test
    void waitsForFlowsThatEndHereBeforeItStartsItsOwn() throws Exception {
        VethPair cable = lab.cable();
        AgentProcess first = lab.agent(1, cable.near);
        AgentProcess second = lab.agent(2, cable.far);
        lab.awaitAgents();
        second.start(scheduled(20, 1, 10_000).addAfterFlowIds(10).build());

        first.start(scheduled(10, 2, 500_000).build());

        FlowRecords before = first.collect(1);
        FlowRecords after = second.collect(1);
        assertTrue(after.getStartNs(0) >= before.getEndNs(0));
    }

    @Test
    void goBackNRepairsWhatTheWireLoses() throws Exception {
        VethPair left = lab.cable();
        VethPair right = lab.cable();
        lab.open(WireProcess.start(left.far, right.far, 97, 0));
        AgentProcess sender = lab.agentWith(1, List.of(left.near));
        AgentProcess receiver = lab.agent(2, right.near);
        lab.awaitAgents();
        sender.configure(AgentProcess.config().setRetransmitTimeoutNs(200_000_000));

        sender.start(
                scheduled(3, 2, 300_000).build(),
                scheduled(4, 2, 200_000).setTrafficClass(5).build());

        FlowRecords rows = sender.collect(2);
        assertEquals(500_000, rows.getBytesList().stream().mapToLong(b -> b).sum());
        assertEquals(500_000, receiver.counters().getDeliveredBytes());
        long again = sender.counters().getRetransmittedPackets();
        assertTrue(again > 0);
        assertEquals(again, rows.getRetransmitsList().stream().mapToInt(i -> i).sum());
        assertTrue(receiver.counters().getReorderedPackets() > 0);
        assertTrue(receiver.counters().getFirstReorderNs() > 0);
    }

    @Test
    void damagedFramesAreCountedAndSentAgainButNeverDelivered() throws Exception {
        VethPair left = lab.cable();
        VethPair right = lab.cable();
        lab.open(WireProcess.start(left.far, right.far, 0, 0, 97));
        AgentProcess sender = lab.agentWith(1, List.of(left.near));
        AgentProcess receiver = lab.agent(2, right.near);
        lab.awaitAgents();
        sender.configure(AgentProcess.config().setRetransmitTimeoutNs(200_000_000));

        sender.start(scheduled(3, 2, 300_000).build());

        sender.collect(1);
        HostCounters at = receiver.counters();
        StrayFrames strays = at.getStrayFrames(0);
        long sent = sender.counters().getDataTxPackets();
        assertEquals(300_000, at.getDeliveredBytes());
        long damaged = strays.getWrongIcrcFrames();
        assertTrue(damaged >= sent / 97 && damaged <= sent / 97 + 1, damaged + " of " + sent);
        assertEquals(sent, at.getDataRxPackets() + damaged);
        assertEquals(
                sender.counters().getDataTxBytes(),
                at.getDataRxBytes() + strays.getWrongIcrcBytes());
        assertEquals(0, strays.getUnknownFlowFrames());
    }

    @Test
    void framesOfFlowsThatWereNotNamedAreCountedAndNeverDelivered() throws Exception {
        VethPair cable = lab.cable();
        AgentProcess sender = lab.agent(1, cable.near);
        AgentProcess receiver = lab.agent(2, cable.far);
        lab.awaitAgents();
        receiver.expect(7, 1, 49152 + 7);
        receiver.expect(9, 3, 49152 + 9);
        receiver.expect(10, 1, 49152);

        sender.start(
                scheduled(8, 2, 3_000).build(),
                scheduled(9, 2, 1_000).build(),
                scheduled(10, 2, 500).build(),
                scheduled(7, 2, 30_000).build());

        assertEquals(List.of(7), sender.collect(1).getFlowIdList());
        HostCounters at = receiver.counters();
        assertEquals(30_000, at.getDeliveredBytes());
        assertEquals(30, at.getDataRxPackets());
        assertEquals(3 + 1 + 1, at.getStrayFrames(0).getUnknownFlowFrames());
        assertEquals(0, at.getStrayFrames(0).getWrongIcrcFrames());
        assertEquals(0, at.getReorderedPackets());

        receiver.startClockIn(0);
        assertEquals(0, receiver.counters().getStrayFrames(0).getUnknownFlowFrames());
    }

    @Test
    void irnSendsOnlyTheHolesAgainAndKeepsMessagesInOrder() throws Exception {
        VethPair left = lab.cable();
        VethPair right = lab.cable();
        lab.open(WireProcess.start(left.far, right.far, 97, 0));
        // Longer than a stall: what is in flight then must not count as lost.
        HostConfig irn = irn(Map.of("rtoLow", "5000000000", "rtoHigh", "5000000000")).build();
        AgentProcess sender = lab.agentWith(1, List.of(left.near));
        AgentProcess receiver = lab.agentWith(2, List.of(right.near));
        lab.awaitAgents();
        sender.configure(irn.toBuilder());
        receiver.configure(irn.toBuilder());

        sender.start(
                AgentProcess.flow(3, 2)
                        .setBandwidth(
                                BandwidthPattern.newBuilder()
                                        .setMessageBytes(50_000)
                                        .setTxDepth(4)
                                        .setIterations(12))
                        .build());

        FlowRecords rows = sender.collect(12);
        assertEquals(600_000, receiver.counters().getDeliveredBytes());
        assertEquals(0, receiver.counters().getReorderedPackets());
        for (int row = 1; row < 12; row++) {
            assertTrue(rows.getEndNs(row) >= rows.getEndNs(row - 1));
        }
        // What was sent again and was no duplicate had been lost.
        long again = sender.counters().getRetransmittedPackets();
        long packets = 12 * 49;
        assertTrue(again >= packets / 97 && again < packets / 2, again + " sent again");
        assertEquals(packets + again, sender.counters().getDataTxPackets());
        var at = receiver.stub.getAgentStatistics(receiver.self());
        assertTrue(again - at.getDuplicatePackets() >= (packets + again) / 97, at.toString());
    }

    /**
     * One message at a time: the notice that its first packet causes comes ahead of its last
     * acknowledgement, so all after the first go at a lower rate, whoever gets a core when.
     */
    @Test
    void dcqcnSlowsDownWhereSwitchesMark() throws Exception {
        VethPair left = lab.cable();
        VethPair right = lab.cable();
        lab.open(WireProcess.start(left.far, right.far, 0, 1));
        String[] slow = {"--scale", "100", "--link", "rate=10Gbps,peer-mac=02:00:00:00:00:01"};
        HostConfig dcqcn =
                AgentProcess.config()
                        .setCongestionControl(
                                NamedScheme.newBuilder()
                                        .setName("dcqcn")
                                        .putSettings("increaseTimer", "10000000000")
                                        .putSettings("minRate", "2000000000"))
                        .build();
        AgentProcess sender = lab.agentWith(1, List.of(left.near), slow);
        AgentProcess receiver = lab.agentWith(2, List.of(right.near), slow);
        lab.awaitAgents();
        sender.configure(dcqcn.toBuilder());
        receiver.configure(dcqcn.toBuilder());

        sender.start(
                AgentProcess.flow(1, 2)
                        .setBandwidth(
                                BandwidthPattern.newBuilder()
                                        .setMessageBytes(400_000)
                                        .setTxDepth(1)
                                        .setIterations(4))
                        .build());

        FlowRecords rows = sender.collect(4);
        var from = sender.stub.getAgentStatistics(sender.self());
        var at = receiver.stub.getAgentStatistics(receiver.self());
        assertTrue(from.getCongestionNoticesReceived() > 0);
        assertTrue(at.getCongestionNoticesSent() >= from.getCongestionNoticesReceived());
        // At 10 Gb/s one would take 345 us; alpha is one, so the first notice halves the rate.
        for (int row = 1; row < 4; row++) {
            long took = rows.getEndNs(row) - rows.getStartNs(row);
            assertTrue(took > 600_000, rows.toString());
        }
        assertEquals(0, sender.counters().getRetransmittedPackets());
    }

    @Test
    void timelyCompletesItsMessages() throws Exception {
        VethPair cable = lab.cable();
        HostConfig timely =
                AgentProcess.config()
                        .setCongestionControl(NamedScheme.newBuilder().setName("timely"))
                        .build();
        AgentProcess sender = lab.agentWith(1, List.of(cable.near));
        AgentProcess receiver = lab.agentWith(2, List.of(cable.far));
        lab.awaitAgents();
        sender.configure(timely.toBuilder());
        receiver.configure(timely.toBuilder());

        sender.start(
                scheduled(1, 2, 300_000).setBaseRttNs(20_000).build(),
                scheduled(2, 2, 100_000).setTrafficClass(4).build());

        assertEquals(List.of(0, 0), sender.collect(2).getRetransmitsList());
        assertEquals(400_000, receiver.counters().getDeliveredBytes());
    }

    @Test
    void pauseFrameStopsItsClassUntilTheResume() throws Exception {
        VethPair left = lab.cable();
        VethPair right = lab.cable();
        WireProcess wire = lab.open(WireProcess.start(left.far, right.far, 0, 0));
        AgentProcess sender = lab.agent(1, left.near);
        AgentProcess receiver = lab.agent(2, right.near);
        lab.awaitAgents();
        HostConfig.Builder untilResume = AgentProcess.config();
        untilResume
                .getPauseResponderBuilder()
                .setPriorities(0xFF)
                .setTimer(PauseResponder.Timer.UNTIL_RESUME);
        sender.configure(untilResume);
        wire.pause(3, 0xFFFF);
        awaitPauses(sender, 1);

        sender.start(
                scheduled(1, 2, 50_000).build(),
                scheduled(2, 2, 50_000).setTrafficClass(4).build());

        assertEquals(2, sender.collect(1).getFlowId(0));
        assertEquals(50_000, receiver.counters().getDeliveredBytes());
        assertEquals(1, sender.counters().getOutstandingMessages());

        wire.pause(3, 0);

        assertEquals(1, sender.collect(1).getFlowId(0));
        assertEquals(100_000, receiver.counters().getDeliveredBytes());
        var statistics = sender.stub.getAgentStatistics(sender.self());
        assertEquals(2, statistics.getReactionCountList().stream().mapToLong(n -> n).sum());
        var paused = statistics.getQueuesList().stream().filter(q -> q.getQueue() == 3).findFirst();
        assertEquals(1, paused.orElseThrow().getPauses());
        assertTrue(paused.orElseThrow().getPausedNs() > 0);
    }

    @Test
    void relaysWhatIsForSomebodyElse() throws Exception {
        VethPair left = lab.cable();
        VethPair right = lab.cable();
        AgentProcess sender = lab.agent(1, left.near);
        AgentProcess relay = lab.agent(2, left.far, right.far);
        AgentProcess receiver = lab.agent(3, right.near);
        lab.awaitAgents();
        relay.configure(
                AgentProcess.config()
                        .setRelayBufferBytes(1_000_000)
                        .addRoutes(route(1, 1))
                        .addRoutes(route(3, 2)));

        sender.start(scheduled(1, 3, 100_000).addSourceRoute(1).addSourceRoute(2).build());

        assertEquals(0, sender.collect(1).getRetransmits(0));
        assertEquals(100_000, receiver.counters().getDeliveredBytes());
        assertEquals(0, relay.counters().getDeliveredBytes());
        var statistics = relay.stub.getAgentStatistics(relay.self());
        assertTrue(statistics.getRelayedPackets() >= 98 + 25);
        assertEquals(0, statistics.getRefusedPackets());
    }

    @Test
    void slowedTimeSlowsTheLine() throws Exception {
        VethPair cable = lab.cable();
        String[] slow = {"--scale", "1000", "--link", "rate=10Gbps,peer-mac=02:00:00:00:00:01"};
        AgentProcess sender = lab.agentWith(1, List.of(cable.near), slow);
        lab.agentWith(2, List.of(cable.far), slow);
        lab.awaitAgents();

        sender.start(scheduled(1, 2, 200_000).build());

        FlowRecords rows = sender.collect(1);
        assertTrue(rows.getEndNs(0) - rows.getStartNs(0) >= NANOS_AT_10_GBPS - MADE_UP_FOR_NANOS);
        assertEquals(1000, sender.stub.getHost(sender.self()).getTimeScale());
    }

    /** Calls take their time on a busy machine; hosts count the run's time alike all the same. */
    @Test
    void agentsMayBeRescaledOneAfterTheOther() throws Exception {
        VethPair cable = lab.cable();
        String[] slow = {"--scale", "1000", "--link", "rate=10Gbps,peer-mac=02:00:00:00:00:01"};
        AgentProcess sender = lab.agentWith(1, List.of(cable.near), slow);
        AgentProcess receiver = lab.agentWith(2, List.of(cable.far), slow);
        lab.awaitAgents();
        long epoch = System.nanoTime() + 1_000_000_000L;
        sender.startClockAt(epoch, 4000);
        TimeUnit.MILLISECONDS.sleep(400);
        receiver.startClockAt(epoch, 4000);
        sender.start(scheduled(1, 2, 200_000).build());

        FlowRecords rows = sender.collect(1);
        long nanos = rows.getEndNs(0) - rows.getStartNs(0);
        assertTrue(nanos >= NANOS_AT_10_GBPS - MADE_UP_FOR_NANOS, rows::toString);
        assertTrue(nanos < NANOS_AT_10_GBPS + 100_000, rows::toString);
    }

    @Test
    void aRunBeginsAnewOnAgentsThatHaveRunBefore() throws Exception {
        VethPair cable = lab.cable();
        AgentProcess sender = lab.agent(1, cable.near);
        AgentProcess receiver = lab.agent(2, cable.far);
        lab.awaitAgents();
        sender.start(scheduled(7, 2, 30_000).build());
        sender.collect(1);
        long stop = 60_000_000_000L;
        assertTrue(sender.counters().getTimeNs() > stop);

        receiver.startClockIn(0);
        sender.startClockIn(100_000_000);
        sender.start(scheduled(7, 2, 30_000).setStopNs(stop).build());

        FlowRecords rows = sender.collect(1);
        assertEquals(List.of(7), rows.getFlowIdList());
        assertTrue(rows.getStartNs(0) >= 0 && rows.getStartNs(0) < stop, rows.toString());
        assertTrue(rows.getEndNs(0) > rows.getStartNs(0));
        assertEquals(30_000, receiver.counters().getDeliveredBytes());
        assertEquals(30, receiver.counters().getDataRxPackets());
        assertEquals(30, sender.counters().getDataTxPackets());
        assertEquals(0, receiver.counters().getReorderedPackets());
    }

    @Test
    void aRunDoesNotBeginWhileMessagesAreOnTheirWay() throws Exception {
        VethPair cable = lab.cable();
        AgentProcess sender = lab.agent(1, cable.near);
        lab.awaitAgents();
        sender.start(scheduled(7, 2, 30_000).build());
        awaitOutstanding(sender);

        StatusRuntimeException refusal =
                assertThrows(StatusRuntimeException.class, () -> sender.startClockIn(0));
        assertEquals(Status.Code.FAILED_PRECONDITION, refusal.getStatus().getCode());
        assertEquals(
                "1 messages of the previous run are in flight; wait for them or restart the agent",
                refusal.getStatus().getDescription());
    }

    private static void awaitOutstanding(AgentProcess sender) {
        while (sender.counters().getOutstandingMessages() == 0) {
            Thread.onSpinWait();
        }
    }

    @Test
    void refusesWhatItCannotAndSaysWhatItHas() throws Exception {
        VethPair cable = lab.cable();
        AgentProcess agent = lab.agent(1, cable.near);
        lab.awaitAgents();

        refused(
                () ->
                        agent.configure(
                                AgentProcess.config()
                                        .setRecovery(NamedScheme.newBuilder().setName("tcp"))),
                "recovery: unknown name 'tcp'; expected one of [goBackN, irn]");
        refused(
                () ->
                        agent.configure(
                                AgentProcess.config()
                                        .setCongestionControl(
                                                NamedScheme.newBuilder().setName("hpcc"))),
                "congestion_control: hpcc needs in-band telemetry");
        refused(() -> agent.start(AgentProcess.flow(1, 2).build()), "flow 1 has no pattern");
        refused(
                () -> agent.start(scheduled(1, 2, 1).addSourceRoute(2).build()),
                "source_route begins with port 2");
        agent.start(scheduled(5, 2, 10).setStartNs(Long.MAX_VALUE / 2).build());
        refused(() -> agent.start(scheduled(5, 2, 10).build()), "flow_id 5 is taken");
        StatusRuntimeException unknown =
                assertThrows(
                        StatusRuntimeException.class,
                        () -> agent.stub.getHost(agent.self().toBuilder().setHostId(9).build()));
        assertEquals(Status.Code.NOT_FOUND, unknown.getStatus().getCode());
    }

    @Test
    void watchdogEndsAnAgentThatNobodyCalls() throws Exception {
        VethPair cable = lab.cable();
        AgentProcess agent = lab.agentWith(1, List.of(cable.near), "--watchdog", "500ms");
        lab.awaitAgents();

        assertTrue(agent.process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS));

        assertEquals(3, agent.process.exitValue());
        assertTrue(
                agent.errors().contains("stopped: no call for 0.5 s (--watchdog)"), agent.errors());
    }

    @Test
    void endOfInputAndSignalsEndItCleanly() throws Exception {
        VethPair cable = lab.cable();
        AgentProcess byInput = lab.agentWith(1, List.of(cable.near));
        AgentProcess bySignal = lab.agentWith(2, List.of(cable.far));
        lab.awaitAgents();

        byInput.process.getOutputStream().close();
        bySignal.process.toHandle().destroy();

        assertTrue(byInput.process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS));
        assertTrue(bySignal.process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS));
        assertEquals(0, byInput.process.exitValue());
        assertTrue(byInput.errors().contains("stopped: standard input ended"), byInput.errors());
        assertEquals(128 + 15, bySignal.process.exitValue());
        assertTrue(bySignal.errors().contains("stopped by a signal"), bySignal.errors());
    }

    private static void awaitPauses(AgentProcess agent, int count) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (agent.counters().getRxPauseFrames() < count && System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        assertEquals(count, agent.counters().getRxPauseFrames());
    }

    private static void refused(Executable call, String text) {
        StatusRuntimeException refusal = assertThrows(StatusRuntimeException.class, call);
        assertEquals(Status.Code.INVALID_ARGUMENT, refusal.getStatus().getCode());
        String said = String.valueOf(refusal.getStatus().getDescription());
        assertTrue(said.contains(text), said);
    }

    private static TrafficFlow.Builder scheduled(int id, int destination, long bytes) {
        return AgentProcess.flow(id, destination)
                .setScheduled(ScheduledPattern.newBuilder().addPostNs(0).addMessageBytes(bytes));
    }

    private static HostConfig.Builder irn(Map<String, String> settings) {
        return AgentProcess.config()
                .setRecovery(NamedScheme.newBuilder().setName("irn").putAllSettings(settings));
    }

    private static HostRoute route(int host, int port) {
        return HostRoute.newBuilder()
                .setDstIpv4(ByteString.copyFrom(new byte[] {10, 0, 0, (byte) host}))
                .addPorts(port)
                .build();
    }
}
