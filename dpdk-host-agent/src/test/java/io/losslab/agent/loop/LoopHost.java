package io.losslab.agent.loop;

import static io.losslab.roce.frame.NativeMemory.MEMORY;

import io.losslab.agent.dpdk.Burst;
import io.losslab.agent.dpdk.Eal;
import io.losslab.agent.dpdk.EalArguments;
import io.losslab.agent.dpdk.EthernetPort;
import io.losslab.agent.dpdk.PacketPool;
import io.losslab.agent.dpdk.SpareBuffers;
import io.losslab.agent.plane.AgentDevice;
import io.losslab.agent.plane.ControlFrames;
import io.losslab.agent.plane.HostIdentity;
import io.losslab.agent.plane.HostSchemes;
import io.losslab.agent.plane.PortPlace;
import io.losslab.agent.queue.PacketTable;
import io.losslab.api.clock.ScaledClock;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.roce.frame.FlowHeader;
import io.losslab.roce.frame.RoceWriter;
import java.util.ArrayList;
import java.util.List;

/** DPDK, ports and a device for tests of the loop; the first ports are the device's. */
final class LoopHost implements AutoCloseable {
    static final int BUFFERS = 4095;
    static final int IPV4 = 0x0A00_0001;
    static final LinkProfile LINK = new LinkProfile(1_000_000_000L, 1000, 1600);

    final Eal eal;
    final PacketPool pool;
    final SpareBuffers spare;
    final List<EthernetPort> ports = new ArrayList<>();
    final AgentDevice device;
    final HostSchemes schemes;
    final ControlFrames control;

    LoopHost(int ownPorts, String... devices) {
        this(8, ownPorts, devices);
    }

    LoopHost(int dataQueues, int ownPorts, String... devices) {
        String prefix = "losslab-test-" + ProcessHandle.current().pid();
        eal = Eal.start(EalArguments.virtualDevices(prefix, 128, devices));
        eal.registerThread();
        pool = PacketPool.create(eal, "test", BUFFERS, 2048);
        spare = new SpareBuffers(pool);
        for (String vdev : devices) {
            ports.add(EthernetPort.start(eal, vdev.split(",", 2)[0], pool, 1514));
        }
        List<PortPlace> places = new ArrayList<>();
        for (int port = 0; port < ownPorts; port++) {
            places.add(new PortPlace(ports.get(port).mac(), 0x0200 + port, LINK, 2, 1, 0));
        }
        device =
                new AgentDevice(
                        new HostIdentity(1, IPV4),
                        places,
                        new PacketTable(2047),
                        spare,
                        dataQueues,
                        1 << 20);
        schemes = new HostSchemes(device);
        control = new ControlFrames(device);
    }

    DataLoop loop(FrameHandler handler) {
        return new DataLoop(
                device,
                schemes,
                control,
                handler,
                FrameSource.NONE,
                Polling.BUSY,
                ports.subList(0, device.ports()),
                ScaledClock.WALL);
    }

    /** Writes frames of an own flow of a priority into the queues; all must fit. */
    void offer(int flow, int destinationIpv4, int priority, int first, int count) {
        RoceWriter writer =
                new RoceWriter(
                        MEMORY,
                        new FlowHeader(1, 2, IPV4, destinationIpv4, flow, 8 * priority, true, 9),
                        1024);
        Burst burst = new Burst();
        if (!pool.allocate(burst, count)) {
            throw new IllegalStateException("the pool is empty");
        }
        for (int i = 0; i < count; i++) {
            burst.setLength(
                    i, writer.writeData(burst.data(i), first + i, 200, true, true, true, 200, 0));
        }
        PacketPool.setLengths(burst);
        int taken =
                device.queues(1).offer(device.ownFlows().source(flow), burst, 1 << 20, priority);
        if (taken != count) {
            throw new IllegalStateException("only " + taken + " of " + count + " fit");
        }
    }

    @Override
    public void close() {
        spare.close();
        ports.forEach(EthernetPort::close);
        eal.close();
    }
}
