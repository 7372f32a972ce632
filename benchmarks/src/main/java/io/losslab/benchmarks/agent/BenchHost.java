package io.losslab.benchmarks.agent;

import static io.losslab.roce.frame.NativeMemory.MEMORY;

import io.losslab.agent.dpdk.Burst;
import io.losslab.agent.dpdk.Eal;
import io.losslab.agent.dpdk.EalArguments;
import io.losslab.agent.dpdk.EthernetPort;
import io.losslab.agent.dpdk.PacketPool;
import io.losslab.agent.dpdk.SpareBuffers;
import io.losslab.agent.loop.DataLoop;
import io.losslab.agent.plane.AgentDevice;
import io.losslab.agent.plane.HostIdentity;
import io.losslab.agent.plane.PortPlace;
import io.losslab.agent.queue.PacketTable;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.roce.frame.FlowHeader;
import io.losslab.roce.frame.RoceWriter;
import java.util.ArrayList;
import java.util.List;

/** DPDK, a pool, ports and a device for one measurement. */
final class BenchHost implements AutoCloseable {
    static final FlowHeader FLOW =
            new FlowHeader(
                    0x0200_0000_0001L,
                    0x0200_0000_0002L,
                    0x0A00_0001,
                    0x0A00_0002,
                    5000,
                    24,
                    true,
                    17);

    private static final int BUFFERS = 16_383;
    private static final int ROOM_BYTES = 2048;

    /** Without FCS. */
    private static final int LONGEST_BYTES = 1514;

    private static final int MEMORY_MEGABYTES = 256;
    private static final int TABLE_FRAMES = 4096;
    private static final int OWN_LIMIT_BYTES = 1 << 20;

    /** Slow enough that a full pause lasts 34 ms, and no busy machine lets it run out unseen. */
    private static final LinkProfile LINK = new LinkProfile(1_000_000_000L, 1000, 1600);

    final Eal eal;
    final PacketPool pool;
    final List<EthernetPort> ports = new ArrayList<>();
    final AgentDevice device;

    /**
     * Starts all.
     *
     * @param ownPorts how many of the devices are the device's own, from the first
     * @param devices as DPDK's {@code --vdev} has them
     */
    BenchHost(int ownPorts, String... devices) {
        String prefix = "losslab-bench-" + ProcessHandle.current().pid();
        eal = Eal.start(EalArguments.virtualDevices(prefix, MEMORY_MEGABYTES, devices));
        eal.registerThread();
        pool = PacketPool.create(eal, "bench", BUFFERS, ROOM_BYTES);
        for (String vdev : devices) {
            String name = vdev.split(",", 2)[0];
            ports.add(EthernetPort.start(eal, name, pool, LONGEST_BYTES));
        }
        List<PortPlace> places = new ArrayList<>();
        for (int port = 0; port < ownPorts; port++) {
            long peer = 0x0200_0000_0100L + port;
            places.add(new PortPlace(ports.get(port).mac(), peer, LINK, port + 2, 1, 0));
        }
        device =
                new AgentDevice(
                        new HostIdentity(1, FLOW.sourceIpv4()),
                        places,
                        new PacketTable(TABLE_FRAMES),
                        new SpareBuffers(pool),
                        8,
                        OWN_LIMIT_BYTES);
    }

    /**
     * Writes a RoCEv2 frame into every buffer: ports that only hand out buffers then receive it.
     */
    void fillBuffers() {
        RoceWriter writer = new RoceWriter(MEMORY, FLOW, 1024);
        List<Burst> all = new ArrayList<>();
        for (Burst burst = new Burst(); pool.allocate(burst, Burst.CAPACITY); burst = new Burst()) {
            for (int i = 0; i < burst.size(); i++) {
                writer.writeData(burst.data(i), i, 0, true, true, true, 0, 0);
            }
            all.add(burst);
        }
        all.forEach(PacketPool::free);
    }

    /** Runs a loop on a thread that DPDK knows, until the loop is stopped. */
    Thread start(DataLoop loop) {
        Thread data =
                new Thread(
                        () -> {
                            eal.registerThread();
                            loop.run();
                            eal.unregisterThread();
                        },
                        "agent-data");
        data.start();
        return data;
    }

    @Override
    public void close() {
        ports.forEach(EthernetPort::close);
        eal.unregisterThread();
        eal.close();
    }
}
