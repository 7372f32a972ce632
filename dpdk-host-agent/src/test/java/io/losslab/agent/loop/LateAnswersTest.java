package io.losslab.agent.loop;

import static io.losslab.roce.frame.NativeMemory.FRAMES;
import static io.losslab.roce.frame.NativeMemory.MEMORY;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.losslab.agent.dpdk.SpareBuffers;
import io.losslab.agent.traffic.EgressChoice;
import io.losslab.agent.traffic.EndTimes;
import io.losslab.agent.traffic.Traffic;
import io.losslab.api.clock.ScaledClock;
import io.losslab.roce.frame.NativeMemory;
import io.losslab.roce.host.TransportSettings;
import io.losslab.roce.recovery.GoBackN;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Messages of latency flows whose senders stop later than this host. */
class LateAnswersTest {
    private static final int FLOW = 5;
    private static final int PRIORITY = 3;
    private static final int PAYLOAD_BYTES = 64;
    private static final long WANTS_ANSWER = 1L << 63;

    private final LoopHost host = new LoopHost(1, "net_null0,no-rx=1");
    private final long frame = NativeMemory.allocate(PeerFrames.LONGEST_BYTES);
    private final Traffic traffic =
            new Traffic(
                    host.device,
                    host.pool,
                    new SpareBuffers(host.pool),
                    new EgressChoice(host.device),
                    ScaledClock.WALL,
                    EndTimes.HALF_ROUND_TRIP,
                    PeerFrames.LONGEST_BYTES,
                    0,
                    new TransportSettings(1_024, 4, new GoBackN(0, 0), null));
    private final DataLoop loop =
            host.loop(new HostPath(host.device, traffic, new RelayRoutes(Map.of())));
    private long nowNanos = 1_000_000;

    @AfterEach
    void stop() {
        NativeMemory.free(frame);
        host.close();
    }

    /** DPDK starts once in a process. */
    @Test
    void areAnsweredWhateverElseIsOpenedMeanwhile() {
        ask(0);
        turn();
        acknowledgeAnswer(0);
        assertEquals(1, sentFrames());
        traffic.stop(nowNanos);
        turn();

        ask(1);
        traffic.offer(nowNanos);
        host.device.ownFlows().take(PeerFrames.IPV4, PeerFrames.UDP_PORT + 1, PRIORITY, () -> 1);
        turn();
        acknowledgeAnswer(1);

        assertEquals(2, sentFrames());
        assertEquals(0, traffic.outstandingMessages());
        traffic.beginRun(nowNanos);
    }

    private long sentFrames() {
        return host.device.queues(1).sentFrames(PRIORITY);
    }

    private void ask(int message) {
        receive(
                PeerFrames.data(
                        FLOW << 1, message, PAYLOAD_BYTES, true, true, WANTS_ANSWER | message));
    }

    private void acknowledgeAnswer(int message) {
        receive(PeerFrames.response(FLOW << 1 | 1, true, message));
    }

    private void receive(byte[] bytes) {
        MEMORY.write(frame, bytes, 0, bytes.length);
        traffic.onFrame(
                1, frame, bytes.length, FRAMES.kind(frame, bytes.length), PRIORITY, nowNanos);
    }

    private void turn() {
        nowNanos += 100_000;
        loop.turn(nowNanos);
        traffic.offer(nowNanos);
        loop.turn(nowNanos);
    }
}
