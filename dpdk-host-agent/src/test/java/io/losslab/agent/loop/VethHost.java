package io.losslab.agent.loop;

import static io.losslab.roce.frame.NativeMemory.FRAMES;
import static io.losslab.roce.frame.NativeMemory.MEMORY;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.agent.dpdk.Burst;
import io.losslab.agent.dpdk.EthernetPort;
import io.losslab.agent.dpdk.PacketPool;
import io.losslab.roce.frame.FrameReader;
import java.io.IOException;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;

/**
 * A host at one end of a veth pair, and at the other end who sends it control frames and gets its
 * data. Time stands still until a test moves it.
 */
final class VethHost implements AutoCloseable {
    private static final int FCS_BYTES = 4;

    final LoopHost host;
    final EthernetPort far;
    long nowNanos = 1000;
    private final VethPair veth;
    private final DataLoop loop;
    private final LongConsumer arrived;
    private final Burst in = new Burst();
    private final Burst out = new Burst();
    private long sent;

    private VethHost(VethPair veth, int dataQueues, LongConsumer arrived) {
        this.veth = veth;
        this.arrived = arrived;
        host =
                new LoopHost(
                        dataQueues,
                        1,
                        "net_af_packet0,iface=" + veth.near,
                        "net_af_packet1,iface=" + veth.far);
        far = host.ports.get(1);
        loop =
                host.loop(
                        new HostPath(
                                host.device,
                                (port, frame, length, kind, priority, now) -> {},
                                new RelayRoutes(Map.of())));
    }

    /**
     * Starts DPDK on a new pair.
     *
     * @param arrived takes the address of each data frame that comes out at the far end
     */
    static VethHost start(int dataQueues, LongConsumer arrived)
            throws IOException, InterruptedException {
        VethPair veth = VethPair.create();
        try {
            return new VethHost(veth, dataQueues, arrived);
        } catch (RuntimeException | Error e) {
            veth.close();
            throw e;
        }
    }

    void turn() {
        loop.turn(nowNanos);
    }

    /**
     * Sends a control frame from the far end, and turns the loop until the host has obeyed it.
     *
     * @param lengthBytes with FCS
     */
    void obey(byte[] frame, int lengthBytes) {
        int bytes = lengthBytes - FCS_BYTES;
        assertTrue(host.spare.hasNext());
        MEMORY.write(host.spare.data(), frame, 0, bytes);
        out.add(host.spare.take(bytes));
        assertEquals(1, far.exchange(out, in));
        out.clear();
        count();
        sent++;
        until(
                () -> {
                    turn();
                    return host.control.received(1) == sent;
                });
    }

    /** Takes what has come out at the far end. */
    void receive() {
        far.exchange(out, in);
        count();
    }

    private void count() {
        for (int i = 0; i < in.size(); i++) {
            if (FRAMES.kind(in.data(i), in.length(i)) == FrameReader.DATA) {
                arrived.accept(in.data(i));
            }
        }
        PacketPool.free(in);
    }

    /** The kernel carries frames in its own time. */
    static void until(BooleanSupplier holds) {
        long end = System.nanoTime() + 60_000_000_000L;
        while (!holds.getAsBoolean()) {
            assertTrue(System.nanoTime() < end, "nothing came within a minute");
            Thread.onSpinWait();
        }
    }

    @Override
    public void close() throws IOException {
        host.close();
        veth.close();
    }
}
