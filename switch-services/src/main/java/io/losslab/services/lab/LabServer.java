package io.losslab.services.lab;

import io.grpc.BindableService;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.ServerBuilder;
import io.grpc.ServerCredentials;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.services.ProtoReflectionService;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import io.losslab.api.process.DaemonThreads;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A gRPC server of a lab, and the threads that answer its calls. */
public final class LabServer implements AutoCloseable {
    private static final int MAX_MESSAGE_BYTES = 64 << 20;
    private static final long CLOSING_SECONDS = 5;

    private final ExecutorService calls;
    private final Server server;

    private LabServer(ExecutorService calls, Server server) {
        this.calls = calls;
        this.server = server;
    }

    /**
     * Starts a server with reflection.
     *
     * @param lab names its threads
     * @param services adds what it serves
     * @throws IOException where the address cannot be bound
     */
    public static LabServer start(
            String lab,
            InetSocketAddress address,
            ServerCredentials credentials,
            Consumer<ServerBuilder<?>> services)
            throws IOException {
        NettyServerBuilder builder =
                NettyServerBuilder.forAddress(address, credentials)
                        .maxInboundMessageSize(MAX_MESSAGE_BYTES)
                        .addService(ProtoReflectionServiceV1.newInstance())
                        .addService(oldReflection());
        return start(lab, builder, services);
    }

    /**
     * Starts a server that only {@link #channel()} reaches: calls do not pass through a socket, nor
     * are their messages encoded.
     *
     * @param lab names its threads
     * @param services adds what it serves
     */
    static LabServer inProcess(String lab, Consumer<ServerBuilder<?>> services) throws IOException {
        String name = InProcessServerBuilder.generateName();
        return start(lab, InProcessServerBuilder.forName(name), services);
    }

    private static LabServer start(
            String lab, ServerBuilder<?> builder, Consumer<ServerBuilder<?>> services)
            throws IOException {
        ExecutorService calls = Executors.newCachedThreadPool(DaemonThreads.named("lab-" + lab));
        services.accept(builder.executor(calls));
        try {
            return new LabServer(calls, builder.build().start());
        } catch (IOException e) {
            calls.shutdownNow();
            throw e;
        }
    }

    /** Older tools know the reflection of this name only. */
    @SuppressWarnings("deprecation")
    private static BindableService oldReflection() {
        return ProtoReflectionService.newInstance();
    }

    /** The port it listens on. */
    public int port() {
        return server.getPort();
    }

    /** A channel to a server in this process; failures come with what caused them. */
    ManagedChannel channel() {
        return InProcessChannelBuilder.forAddress(server.getListenSockets().get(0))
                .propagateCauseWithStatus(true)
                .build();
    }

    @Override
    public void close() {
        server.shutdownNow();
        try {
            server.awaitTermination(CLOSING_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        calls.shutdownNow();
    }
}
