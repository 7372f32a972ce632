package io.losslab.softswitch.service;

import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.Topology;
import io.losslab.softswitch.fabric.Fabric;
import io.losslab.softswitch.gnmi.GnmiService;
import io.losslab.softswitch.p4runtime.ForwardingDevice;
import io.losslab.softswitch.p4runtime.P4RuntimeService;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * A lab without hardware: a fabric, cabled as the topology says, behind one gRPC server on
 * loopback.
 *
 * <p>Device and host ids are {@link Node#deviceId()}. The server has reflection, so common tools
 * can talk to it.
 */
public final class VirtualLab implements AutoCloseable {
    private static final int LEAST_DATA_QUEUES = 8;
    private static final int MAX_MESSAGE_BYTES = 64 << 20;

    private final FabricThread fabric;
    private final ExecutorService calls;
    private final Server server;

    private VirtualLab(FabricThread fabric, ExecutorService calls, Server server) {
        this.fabric = fabric;
        this.calls = calls;
        this.server = server;
    }

    /**
     * Cables the lab, with the least number of queues, and starts its server on a free loopback
     * port.
     *
     * @throws IOException where no port can be bound
     */
    public static VirtualLab start(Topology topology) throws IOException {
        return start(topology, LEAST_DATA_QUEUES);
    }

    /**
     * Cables the lab and starts its server on a free loopback port.
     *
     * @param dataQueues of every egress port, 8..256
     * @throws IOException where no port can be bound
     */
    public static VirtualLab start(Topology topology, int dataQueues) throws IOException {
        Fabric owned = new Fabric(topology, dataQueues);
        owned.countQueues();
        FabricThread fabric = new FabricThread(owned);
        PlaneEvents events = new PlaneEvents();
        events.attach(fabric, owned);
        SwitchDirectory switches = new SwitchDirectory(topology);
        List<ForwardingDevice> devices =
                topology.switches().stream()
                        .map(
                                node ->
                                        new ForwardingDevice(
                                                node.deviceId(),
                                                node.name(),
                                                new FabricForwarding(fabric, node, events)))
                        .toList();
        List<FabricSwitch> managed =
                topology.switches().stream()
                        .map(node -> new FabricSwitch(fabric, switches.get(node.deviceId())))
                        .toList();
        ExecutorService calls =
                Executors.newCachedThreadPool(
                        task -> {
                            Thread thread = new Thread(task, "lab-" + topology.name());
                            thread.setDaemon(true);
                            return thread;
                        });
        Server server =
                NettyServerBuilder.forAddress(
                                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                        .executor(calls)
                        .maxInboundMessageSize(MAX_MESSAGE_BYTES)
                        .addService(new P4RuntimeService(devices))
                        .addService(
                                new SwitchControlService(fabric, switches, new EventMailboxes()))
                        .addService(new GnmiService(managed))
                        .addService(new BifrostCoprocessorService(fabric, switches))
                        .addService(new HostAgentService(fabric, topology))
                        .addService(new VirtualClockService(fabric))
                        .addService(ProtoReflectionServiceV1.newInstance())
                        .build();
        try {
            server.start();
        } catch (IOException e) {
            fabric.close();
            calls.shutdownNow();
            throw e;
        }
        return new VirtualLab(fabric, calls, server);
    }

    /** The loopback port the server listens on. */
    public int port() {
        return server.getPort();
    }

    @Override
    public void close() {
        server.shutdownNow();
        try {
            server.awaitTermination(5, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        calls.shutdownNow();
        fabric.close();
    }
}
