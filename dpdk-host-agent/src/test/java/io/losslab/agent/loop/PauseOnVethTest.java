package io.losslab.agent.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.agent.dpdk.Burst;
import io.losslab.agent.dpdk.EthernetPort;
import io.losslab.agent.dpdk.Memory;
import io.losslab.agent.dpdk.PacketPool;
import io.losslab.agent.frame.FrameReader;
import io.losslab.flowcontrol.pfc.LinkPauseFrame;
import io.losslab.flowcontrol.pfc.PauseFrame;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Real pause frames over a veth pair, obeyed before the next burst. */
class PauseOnVethTest {
    private static final int FAR_IPV4 = 0x0A00_0002;

    /** A quantum of 512 bit times at 1 Gb/s. */
    private static final long QUANTUM_NANOS = 512;

    private final byte[] frame = new byte[PauseFrame.LENGTH_BYTES];
    private final Burst in = new Burst();
    private final Burst out = new Burst();
    private VethPair veth;
    private LoopHost host;
    private EthernetPort far;
    private DataLoop loop;
    private long nowNanos = 1000;
    private final List<Integer> priorities = new ArrayList<>();

    @BeforeEach
    void start() throws IOException, InterruptedException {
        veth = VethPair.create();
        host =
                new LoopHost(
                        1, "net_af_packet0,iface=" + veth.near, "net_af_packet1,iface=" + veth.far);
        far = host.ports.get(1);
        loop =
                host.loop(
                        new HostPath(
                                host.device,
                                (port, frame, length, kind, priority, now) -> {},
                                new RelayRoutes(Map.of())));
    }

    @AfterEach
    void stop() throws IOException, InterruptedException {
        if (host != null) {
            host.close();
        }
        if (veth != null) {
            veth.close();
        }
    }

    @Test
    void aPauseStopsItsClassAtOnceAndOnlyForItsTimeAndALinkPauseStopsAll() {
        int third = host.device.openFlow(LoopHost.IPV4, FAR_IPV4, 1, 1, 3);
        int fourth = host.device.openFlow(LoopHost.IPV4, FAR_IPV4, 2, 1, 4);

        PauseFrame.write(frame, 0, far.mac(), 1 << 3, 100);
        sendFrame(1);
        host.offer(third, FAR_IPV4, 3, 0, 10);
        host.offer(fourth, FAR_IPV4, 4, 0, 10);
        loop.turn(nowNanos);
        until(() -> receive() == 10);
        assertEquals(10, priorities.stream().filter(p -> p == 4).count());

        nowNanos += 100 * QUANTUM_NANOS - 1;
        loop.turn(nowNanos);
        assertEquals(10, receive());
        nowNanos += 1;
        loop.turn(nowNanos);
        until(() -> receive() == 20);

        LinkPauseFrame.write(frame, 0, far.mac(), 100);
        sendFrame(2);
        host.offer(fourth, FAR_IPV4, 4, 10, 10);
        loop.turn(nowNanos);
        assertEquals(20, receive());
        LinkPauseFrame.write(frame, 0, far.mac(), 0);
        sendFrame(3);
        loop.turn(nowNanos);
        until(() -> receive() == 30);
        assertTrue(host.control.reactions().count() >= 3);
    }

    /** Sends the frame from the far end and lets the host receive it. */
    private void sendFrame(long total) {
        assertTrue(host.spare.hasNext());
        Memory.write(host.spare.data(), frame, 0, 60);
        out.add(host.spare.take(60));
        assertEquals(1, far.exchange(0, out, in));
        out.clear();
        count();
        until(
                () -> {
                    loop.turn(nowNanos);
                    return host.control.received(1) == total;
                });
    }

    /** RoCEv2 frames that have come out at the far end. */
    private int receive() {
        far.exchange(0, out, in);
        count();
        return priorities.size();
    }

    private void count() {
        for (int i = 0; i < in.size(); i++) {
            if (FrameReader.kind(in.data(i), in.length(i)) == FrameReader.DATA) {
                priorities.add(FrameReader.dscp(in.data(i)) >> 3);
            }
        }
        PacketPool.free(in);
    }

    /** The kernel carries frames in its own time. */
    private static void until(BooleanSupplier holds) {
        long end = System.nanoTime() + 10_000_000_000L;
        while (!holds.getAsBoolean()) {
            assertTrue(System.nanoTime() < end, "nothing came within ten seconds");
            Thread.onSpinWait();
        }
    }
}
