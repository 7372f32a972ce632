package io.losslab.agent.loop;

import static io.losslab.agent.loop.PeerFrames.data;
import static io.losslab.agent.loop.PeerFrames.response;
import static io.losslab.roce.frame.NativeMemory.FRAMES;
import static io.losslab.roce.frame.NativeMemory.MEMORY;
import static io.losslab.roce.frame.NativeMemory.REWRITER;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.agent.dpdk.SpareBuffers;
import io.losslab.agent.traffic.EgressChoice;
import io.losslab.agent.traffic.EndTimes;
import io.losslab.agent.traffic.KnownPath;
import io.losslab.agent.traffic.Traffic;
import io.losslab.api.clock.ScaledClock;
import io.losslab.api.frame.RoceFrame;
import io.losslab.api.fuzz.Fuzz;
import io.losslab.api.traffic.FlowLog;
import io.losslab.api.traffic.FlowSpec;
import io.losslab.roce.frame.BufferMemory;
import io.losslab.roce.frame.FrameCheck;
import io.losslab.roce.frame.FrameReader;
import io.losslab.roce.frame.InvariantCrc;
import io.losslab.roce.frame.NativeMemory;
import io.losslab.roce.host.HostTotals;
import io.losslab.roce.host.TransportSettings;
import io.losslab.roce.recovery.GoBackN;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Whatever frames come in, the agent goes on, and takes damaged ones for nothing. */
class TrafficFuzzTest {
    private static final int TRIES = 40_000;
    private static final int LONGEST_BYTES = PeerFrames.LONGEST_BYTES;
    private static final long MOST_ALLOCATED_BYTES = 4 << 20;
    private static final int IP = 14;

    private final LoopHost host = new LoopHost(1, "net_null0,no-rx=1");
    private final long frame = NativeMemory.allocate(2 * LONGEST_BYTES);
    private final FrameCheck check = new FrameCheck(MEMORY, LONGEST_BYTES);
    private final Traffic traffic =
            new Traffic(
                    host.device,
                    host.pool,
                    new SpareBuffers(host.pool),
                    new EgressChoice(host.device),
                    ScaledClock.WALL,
                    EndTimes.HALF_ROUND_TRIP,
                    LONGEST_BYTES,
                    0,
                    new TransportSettings(1_024, 4, new GoBackN(0, 0), null));
    private final DataLoop loop =
            host.loop(new HostPath(host.device, traffic, new RelayRoutes(Map.of())));
    private long nowNanos = 1_000_000;
    private int turn;

    @AfterEach
    void stop() {
        NativeMemory.free(frame);
        host.close();
    }

    /** DPDK starts once in a process. */
    @Test
    void anyFrameIsTakenOrCountedAsStrayAndAcksTellWhenMessagesEnded() {
        aMessageEndsBeforeItsAckCameByWhatAnAckTravels();
        aTagIsNotAmongTheBytesReceived();
        nowNanos += 1_000_000;
        host.device.setNow(nowNanos);
        traffic.add(
                FlowSpec.latency(1, 1, 2, PeerFrames.UDP_PORT, 3, 5_000),
                PeerFrames.IPV4,
                KnownPath.NONE,
                nowNanos);
        traffic.add(
                FlowSpec.bandwidth(2, 1, 2, PeerFrames.UDP_PORT, 3, 50_000, 4),
                PeerFrames.IPV4,
                KnownPath.NONE,
                nowNanos);
        new Fuzz()
                .valid(
                        data(10, 0, 1_024, true, false, 0),
                        data(10, 1, 1_024, false, false, 0),
                        data(10, 2, 100, false, true, 0),
                        data(10, 3, 64, true, true, 1L << 63),
                        data(3, 0, 1_024, true, false, 0),
                        data(3, 1, 5, false, true, 0),
                        response(2, true, 3),
                        response(4, true, 5),
                        response(4, false, 6),
                        response(4, false, 0xFF_FFFF))
                .upTo(LONGEST_BYTES)
                .allocatingAtMost(MOST_ALLOCATED_BYTES)
                .run(TRIES, this::receive);
        assertTrue(traffic.totals().dataPacketsReceived() > TRIES / 100);
        assertTrue(traffic.strays().wrongIcrcFrames(1) > TRIES / 100);
        assertTrue(traffic.strays().unknownFlowFrames(1) > TRIES / 100);
    }

    /** What its data waited on the way is part of its time; an ACK waits for nothing. */
    private void aMessageEndsBeforeItsAckCameByWhatAnAckTravels() {
        host.device.setNow(nowNanos);
        traffic.add(
                FlowSpec.bandwidth(6, 1, 2, PeerFrames.UDP_PORT, 3, 1_000, 1),
                PeerFrames.IPV4,
                new KnownPath(20_000, 0),
                nowNanos);
        loop.turn(nowNanos);
        traffic.offer(nowNanos);
        loop.turn(nowNanos);
        long came = nowNanos + 305_000;
        byte[] ack = response(12, true, 0);
        MEMORY.write(frame, ack, 0, ack.length);
        traffic.onFrame(1, frame, ack.length, FRAMES.kind(frame, ack.length), 3, came);
        FlowLog log = traffic.drainLog();
        assertEquals(1, log.size());
        assertEquals(came - 10_000, log.endNanos(0));
    }

    private void aTagIsNotAmongTheBytesReceived() {
        byte[] data = data(8, 0, 1_000, true, true, 0);
        MEMORY.write(frame + 4, data, 0, data.length);
        REWRITER.insertTag(frame, 3, 77);
        traffic.onFrame(1, frame, data.length + 4, FrameReader.DATA, 3, nowNanos);
        assertEquals(RoceFrame.dataFrameBytes(1_000, true), traffic.totals().dataBytesReceived());
    }

    private void receive(byte[] input) {
        int length = Math.min(input.length, LONGEST_BYTES);
        byte[] bytes = Arrays.copyOf(input, length);
        turn++;
        if (turn % 2 == 0) {
            reseal(bytes);
        }
        MEMORY.fill(frame, LONGEST_BYTES, 0x5A);
        MEMORY.write(frame, bytes, 0, length);
        HostTotals totals = traffic.totals();
        long received = totals.dataPacketsReceived();
        long delivered = totals.payloadBytesDelivered();
        long wrong = traffic.strays().wrongIcrcFrames(1);
        nowNanos += 1_000;
        int kind = FRAMES.kind(frame, length);
        boolean roce = kind == FrameReader.DATA || kind == FrameReader.RESPONSE;
        traffic.onFrame(1, frame, length, kind, 3, nowNanos);
        if (roce && !check.isSound(frame, length)) {
            assertEquals(received, totals.dataPacketsReceived());
            assertEquals(delivered, totals.payloadBytesDelivered());
            assertEquals(wrong + 1, traffic.strays().wrongIcrcFrames(1));
        } else {
            assertEquals(wrong, traffic.strays().wrongIcrcFrames(1));
        }
        loop.turn(nowNanos);
        traffic.offer(nowNanos);
        loop.turn(nowNanos);
    }

    /** Makes lengths and both checksums right, so that what is between them is read. */
    private static void reseal(byte[] bytes) {
        int kind = new FrameReader(BufferMemory.of(bytes)).kind(0, bytes.length);
        boolean roce = kind == FrameReader.DATA || kind == FrameReader.RESPONSE;
        int ipBytes = bytes.length - IP;
        if (!roce || bytes[12] != 8 || ipBytes < 44) {
            return;
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        buffer.putShort(IP + 2, (short) ipBytes);
        buffer.putShort(IP + 24, (short) (ipBytes - 20));
        buffer.putShort(IP + 10, (short) 0);
        int sum = 0;
        for (int offset = 0; offset < 20; offset += 2) {
            sum += buffer.getShort(IP + offset) & 0xFFFF;
        }
        sum = (sum & 0xFFFF) + (sum >>> 16);
        sum = (sum & 0xFFFF) + (sum >>> 16);
        buffer.putShort(IP + 10, (short) ~sum);
        new InvariantCrc(ipBytes).seal(BufferMemory.of(bytes), IP, ipBytes);
    }
}
