package io.losslab.agent.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.losslab.agent.loop.VethPair;
import io.losslab.proto.v1.BandwidthPattern;
import io.losslab.proto.v1.PassedFrame;
import io.losslab.proto.v1.PauseResponder;
import io.losslab.proto.v1.PortFrames;
import io.losslab.proto.v1.SendPausesRequest;
import io.losslab.proto.v1.TimedPause;
import io.losslab.proto.v1.WatchPortRequest;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Agents that pause each other when told, and note what passes their ports. */
class AgentPausesTest {
    private final TestAgents lab = new TestAgents();

    @AfterEach
    void closeAll() throws Exception {
        lab.closeAll();
    }

    @Test
    void sendsPausesWhenToldAndNotesWhatPassesItsPort() throws Exception {
        VethPair cable = lab.cable();
        // 65535 quanta last for 3.4 s of the wall then, whatever the machine is doing.
        String[] slow = {"--scale", "1000", "--link", "rate=10Gbps,peer-mac=02:00:00:00:00:01"};
        AgentProcess sender = lab.agentWith(1, List.of(cable.near), slow);
        AgentProcess receiver = lab.agentWith(2, List.of(cable.far), slow);
        lab.awaitAgents();
        SendPausesRequest.Builder pauses =
                SendPausesRequest.newBuilder()
                        .setHostId(2)
                        .setPort(1)
                        .addPauses(pause(0, 65_535))
                        .addPauses(pause(150_000, 65_535))
                        .addPauses(pause(300_000, 0));
        for (AgentProcess agent : List.of(sender, receiver)) {
            agent.configure(
                    AgentProcess.config()
                            .setPauseResponder(PauseResponder.newBuilder().setPriorities(8)));
            agent.stub.watchPort(watch(agent, true));
        }

        receiver.stub.sendPauses(pauses.build());
        awaitPause(sender);
        sender.start(
                AgentProcess.flow(1, 2)
                        .setBandwidth(
                                BandwidthPattern.newBuilder()
                                        .setMessageBytes(1000)
                                        .setTxDepth(50)
                                        .setIterations(50))
                        .build());
        sender.collect(50);

        PortFrames sent = passed(sender);
        PortFrames received = passed(receiver);
        assertEquals(50, count(sent, PassedFrame.DATA_SENT));
        assertEquals(50, count(received, PassedFrame.DATA_RECEIVED));
        assertEquals(3, count(received, PassedFrame.PAUSE_SENT));
        int frame = received.getFrameList().indexOf(PassedFrame.DATA_RECEIVED);
        assertEquals(1000 + 78, received.getSize(frame));
        assertEquals(3, received.getPriority(frame));
        int resume = sent.getFrameList().lastIndexOf(PassedFrame.PAUSE_RECEIVED);
        assertEquals(0, sent.getSize(resume));
        assertEquals(3, count(sent, PassedFrame.PAUSE_RECEIVED));
        assertTrue(sent.getFrameList().indexOf(PassedFrame.DATA_SENT) > resume);
        assertTrue(
                received.getTimeNs(received.getFrameList().lastIndexOf(PassedFrame.PAUSE_SENT))
                        < received.getTimeNs(frame));
        receiver.stub.watchPort(watch(receiver, false));
        assertEquals(0, passed(receiver).getTimeNsCount());
        StatusRuntimeException refusal =
                assertThrows(
                        StatusRuntimeException.class,
                        () -> receiver.stub.sendPauses(pauses.setPort(2).build()));
        assertEquals(Status.Code.INVALID_ARGUMENT, refusal.getStatus().getCode());
        assertEquals("h2 has ports 1..1, not 2", refusal.getStatus().getDescription());
    }

    private static TimedPause pause(long afterNanos, int quanta) {
        return TimedPause.newBuilder()
                .setAfterNs(afterNanos)
                .setPriorities(1 << 3)
                .setQuanta(quanta)
                .build();
    }

    private static WatchPortRequest watch(AgentProcess agent, boolean watched) {
        return WatchPortRequest.newBuilder()
                .setHostId(agent.hostId)
                .setPort(1)
                .setWatched(watched)
                .build();
    }

    private static void awaitPause(AgentProcess agent) {
        while (agent.counters().getRxPauseFrames() == 0) {
            Thread.onSpinWait();
        }
    }

    private static PortFrames passed(AgentProcess agent) {
        PortFrames.Builder all = PortFrames.newBuilder();
        agent.stub.collectPortFrames(agent.self()).forEachRemaining(all::mergeFrom);
        return all.build();
    }

    private static long count(PortFrames rows, PassedFrame kind) {
        return rows.getFrameList().stream().filter(kind::equals).count();
    }
}
