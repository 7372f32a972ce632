package io.losslab.agent.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.losslab.agent.loop.VethPair;
import io.losslab.api.traffic.HostProgram;
import io.losslab.api.traffic.ProgramMessages;
import io.losslab.proto.v1.FlowRecords;
import io.losslab.proto.v1.IterationRecords;
import io.losslab.proto.v1.ScheduledPattern;
import io.losslab.proto.v1.StartTrafficRequest;
import io.losslab.proto.v1.TrafficFlow;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Programs of two agents, with real frames between them. */
class AgentProgramTest {
    private static final int ITERATIONS = 3;
    private static final int THERE = 1;
    private static final int BACK = 2;
    private static final long COMPUTE_NANOS = 2_000_000;
    private static final int PATIENCE_SECONDS = 60;

    private final TestAgents lab = new TestAgents();

    @AfterEach
    void closeAll() throws Exception {
        lab.closeAll();
    }

    /** One sends, the other computes when it has arrived and sends back, three times. */
    @Test
    void everyStepBeginsWhenWhatItWaitsForIsComplete() throws Exception {
        VethPair cable = lab.cable();
        AgentProcess first = lab.agent(1, cable.near);
        AgentProcess second = lab.scrapedAgent(2, cable.far);
        lab.awaitAgents();
        HostProgram.Builder asks = HostProgram.builder(11).times(ITERATIONS);
        int sent = asks.post(THERE, 0);
        asks.after(asks.await(BACK, 0), sent);
        HostProgram.Builder answers = HostProgram.builder(12).times(ITERATIONS);
        int arrived = answers.await(THERE, 0);
        int computed = answers.compute(0, COMPUTE_NANOS);
        answers.after(computed, arrived);
        answers.after(answers.post(BACK, 0), computed);

        start(second, programmed(BACK, 1, 20_000), answers.build());
        start(first, programmed(THERE, 2, 30_000), asks.build());

        IterationRecords asked = iterations(first);
        FlowRecords there = first.collect(ITERATIONS);
        FlowRecords back = second.collect(ITERATIONS);
        assertEquals(List.of(11, 11, 11), asked.getProgramIdList());
        assertEquals(List.of(0L, 1L, 2L), asked.getIterationList());
        for (int i = 0; i < ITERATIONS; i++) {
            assertEquals(30_000, there.getBytes(i));
            assertEquals(20_000, back.getBytes(i));
            assertTrue(back.getStartNs(i) >= there.getEndNs(i) + COMPUTE_NANOS);
            assertTrue(asked.getEndNs(i) >= back.getEndNs(i));
            assertTrue(there.getStartNs(i) >= asked.getBeginNs(i));
            assertTrue(i == 0 || asked.getBeginNs(i) >= asked.getEndNs(i - 1));
        }
        assertEquals(List.of(0L, 1L, 2L), iterations(second).getIterationList());
        assertEquals(0, first.counters().getOutstandingMessages());
        String metrics = second.metrics();
        assertTrue(
                metrics.contains("\nlosslab_host_delivered_bytes_total{device=\"h2\"} 90000.0\n"),
                metrics);
        long bytes = second.counters().getDataTxBytes();
        assertTrue(
                metrics.contains(
                        "\nlosslab_queue_transmit_bytes_total{device=\"h2\",port=\"1\",queue=\"3\"} "
                                + (double) bytes
                                + "\n"),
                metrics);
    }

    @Test
    void aProgramIsRefusedThatDoesNotFitItsFlows() throws Exception {
        VethPair cable = lab.cable();
        AgentProcess agent = lab.agent(1, cable.near);
        lab.awaitAgents();
        HostProgram.Builder other = HostProgram.builder(3);
        other.post(9, 0);
        refused(
                "program 3 posts to flow 9",
                () -> start(agent, programmed(THERE, 2, 10), other.build()));
        HostProgram.Builder once = HostProgram.builder(3);
        once.post(THERE, 0);
        refused(
                "program 3 posts 1 messages to flow 1 in each of 1 iterations, and the flow has 3",
                () -> start(agent, programmed(THERE, 2, 10), once.build()));
        refused("no program posts to flow 1", () -> agent.start(programmed(THERE, 2, 10)));
        assertEquals(0, agent.counters().getDataTxPackets());
    }

    private static void refused(String problem, Runnable call) {
        StatusRuntimeException refusal = assertThrows(StatusRuntimeException.class, call::run);
        assertEquals(Status.Code.INVALID_ARGUMENT, refusal.getStatus().getCode());
        String said = String.valueOf(refusal.getStatus().getDescription());
        assertTrue(said.contains(problem), said);
    }

    private static TrafficFlow programmed(int id, int destination, long bytes) {
        ScheduledPattern.Builder messages = ScheduledPattern.newBuilder().setByProgram(true);
        for (int i = 0; i < ITERATIONS; i++) {
            messages.addMessageBytes(bytes);
        }
        return AgentProcess.flow(id, destination).setScheduled(messages).build();
    }

    private static void start(AgentProcess agent, TrafficFlow flow, HostProgram program) {
        agent.stub.startTraffic(
                StartTrafficRequest.newBuilder()
                        .setHostId(agent.hostId)
                        .addFlows(flow)
                        .addPrograms(ProgramMessages.write(program))
                        .build());
    }

    /** All of them; those that were taken before are not among them. */
    private static IterationRecords iterations(AgentProcess agent) {
        IterationRecords.Builder all = IterationRecords.newBuilder();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (all.getIterationCount() < ITERATIONS && System.nanoTime() < end) {
            agent.stub.collectIterations(agent.self()).forEachRemaining(all::mergeFrom);
        }
        return all.build();
    }
}
