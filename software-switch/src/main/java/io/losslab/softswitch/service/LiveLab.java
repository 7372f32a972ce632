package io.losslab.softswitch.service;

import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import io.losslab.api.topology.PortRef;
import io.losslab.api.topology.Topology;
import io.losslab.softswitch.live.LiveFabric;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * The switches of a live fabric behind one gRPC server on loopback, with the services that a
 * virtual lab's switches have. The hosts are real and have services of their own.
 */
public final class LiveLab implements AutoCloseable {
    private static final int MAX_MESSAGE_BYTES = 64 << 20;

    private final LiveFabric live;
    private final FabricThread owner;
    private final ExecutorService calls;
    private final Server server;
    private final List<LabCapture> captures = new ArrayList<>();

    private LiveLab(LiveFabric live, FabricThread owner, ExecutorService calls, Server server) {
        this.live = live;
        this.owner = owner;
        this.calls = calls;
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
        ExecutorService calls =
                Executors.newCachedThreadPool(
                        task -> {
                            Thread thread = new Thread(task, "lab-" + topology.name());
                            thread.setDaemon(true);
                            return thread;
                        });
        try {
            NettyServerBuilder builder =
                    NettyServerBuilder.forAddress(
                                    new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                            .executor(calls)
                            .maxInboundMessageSize(MAX_MESSAGE_BYTES)
                            .addService(ProtoReflectionServiceV1.newInstance());
            SwitchServices.of(owner, topology).forEach(builder::addService);
            Server server = builder.build().start();
            return new LiveLab(live, owner, calls, server);
        } catch (IOException e) {
            live.close();
            calls.shutdownNow();
            throw e;
        }
    }

    /** The loopback port the server listens on. */
    public int port() {
        return server.getPort();
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
        server.shutdownNow();
        try {
            server.awaitTermination(5, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        calls.shutdownNow();
        if (!live.executor().isShutdown()) {
            captures.forEach(LabCapture::close);
        }
        captures.clear();
        live.close();
    }
}
