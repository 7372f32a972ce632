package io.losslab.agent.plane;

import io.losslab.agent.dpdk.Eal;
import io.losslab.agent.dpdk.EalArguments;
import io.losslab.agent.dpdk.PacketPool;
import io.losslab.agent.dpdk.SpareBuffers;
import io.losslab.agent.queue.PacketTable;
import io.losslab.flowcontrol.LinkProfile;
import java.util.List;

/** Node 10.1.0.1 of NDC(2,1): port 1 leads to a switch of layer 0, port 2 to one of layer 1. */
final class TestHost implements AutoCloseable {
    static final int IPV4 = 0x0A01_0001;
    static final LinkProfile LINK = new LinkProfile(100_000_000_000L, 1000, 1600);

    final Eal eal;
    final PacketPool pool;
    final AgentDevice device;

    TestHost() {
        String prefix = "losslab-test-" + ProcessHandle.current().pid();
        eal = Eal.start(EalArguments.virtualDevices(prefix, 64));
        pool = PacketPool.create(eal, "test", 2047, 2048);
        device =
                new AgentDevice(
                        new HostIdentity(3, IPV4),
                        // Position a_l on the switch of layer l: a0 = 0, a1 = 1.
                        List.of(
                                new PortPlace(0x11, 0x21, LINK, 11, 1, 0),
                                new PortPlace(0x12, 0x22, LINK, 12, 2, 0)),
                        new PacketTable(1023),
                        new SpareBuffers(pool),
                        32,
                        1 << 20);
    }

    @Override
    public void close() {
        eal.close();
    }
}
