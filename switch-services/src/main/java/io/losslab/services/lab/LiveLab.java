package io.losslab.services.lab;

import io.grpc.InsecureServerCredentials;
import io.losslab.api.lease.TestbedLeaseService;
import io.losslab.api.topology.PortRef;
import io.losslab.api.topology.Topology;
import io.losslab.services.control.SwitchServices;
import io.losslab.services.fabric.EventMailboxes;
import io.losslab.services.fabric.FabricThread;
import io.losslab.services.p4runtime.forwarding.ForwardingDevice;
import io.losslab.softswitch.live.LiveFabric;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The switches of a live fabric behind one gRPC server on loopback, with the services that a
 * virtual lab's switches have. The hosts are real and have services of their own.
 */
public final class LiveLab implements AutoCloseable {
    private final LiveFabric live;
    private final FabricThread owner;
    private final LabServer server;
    private final List<LabCapture> captures = new ArrayList<>();

    private LiveLab(LiveFabric live, FabricThread owner, LabServer server) {
        this.live = live;
        this.owner = owner;
        this.server = server;
    }

    /**
     * Starts the server on a free loopback port.
     *
     * @param live is the lab's to close from here on
     * @throws IOException where no port can be bound
     */
    public static LiveLab start(LiveFabric live) throws IOException {
        Topology topology = live.fabric().topology();
        FabricThread owner = new FabricThread(live.fabric(), live.executor());
        live.atLeisure(owner::runIdlers);
        try {
            LabServer server =
                    LabServer.start(
                            topology.name(),
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                            InsecureServerCredentials.create(),
                            builder -> {
                                builder.addService(new TestbedLeaseService(System::nanoTime));
                                new SwitchServices(owner, topology)
                                        .all(new EventMailboxes(), ForwardingDevice.OWN, false)
                                        .forEach(builder::addService);
                            });
            return new LiveLab(live, owner, server);
        } catch (IOException | RuntimeException | Error e) {
            live.close();
            throw e;
        }
    }

    /** The loopback port the server listens on. */
    public int port() {
        return server.port();
    }

    /** The switches, and how they keep time. */
    public LiveFabric live() {
        return live;
    }

    /**
     * Captures both directions of ports, whole frames, into a file, from now on until the lab is
     * closed.
     *
     * @throws IOException where the file cannot be written
     */
    public synchronized void capture(List<PortRef> ports, Path file) throws IOException {
        captures.add(LabCapture.begin(owner, ports, file));
    }

    @Override
    public synchronized void close() {
        server.close();
        try {
            if (!live.executor().isShutdown()) {
                captures.forEach(LabCapture::close);
            }
        } finally {
            captures.clear();
            live.close();
        }
    }
}
