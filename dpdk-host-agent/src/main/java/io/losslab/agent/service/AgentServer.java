package io.losslab.agent.service;

import io.grpc.Server;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.ClientAuth;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import io.grpc.protobuf.services.HealthStatusManager;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import io.losslab.api.lease.TestbedLeaseService;
import io.losslab.proto.v1.HostAgentGrpc;
import io.losslab.roce.service.HostAgentService;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/** The gRPC server of an agent: the host agent service, the testbed's lease, health, reflection. */
final class AgentServer implements AutoCloseable {
    private static final int MAX_MESSAGE_BYTES = 64 << 20;
    private static final long GRACE_SECONDS = 2;

    private final Server server;
    private final HealthStatusManager health;

    /**
     * Starts serving.
     *
     * @param aliveNanos after which a silent connection is asked whether it still is there, and
     *     then given up: a peer that vanished must not look alive
     * @throws IOException where the address is taken or a TLS file cannot be read
     */
    AgentServer(
            InetSocketAddress address,
            TlsFiles tls,
            AgentEndPoint endPoint,
            SignsOfLife signs,
            long aliveNanos)
            throws IOException {
        health = new HealthStatusManager();
        NettyServerBuilder builder =
                NettyServerBuilder.forAddress(address)
                        .maxInboundMessageSize(MAX_MESSAGE_BYTES)
                        .intercept(signs)
                        .addService(new HostAgentService(endPoint))
                        .addService(new TestbedLeaseService(System::nanoTime))
                        .addService(health.getHealthService())
                        .addService(ProtoReflectionServiceV1.newInstance());
        if (aliveNanos > 0) {
            builder.keepAliveTime(aliveNanos, TimeUnit.NANOSECONDS)
                    .keepAliveTimeout(aliveNanos, TimeUnit.NANOSECONDS);
        }
        if (tls != null) {
            builder.sslContext(context(tls).build());
        }
        server = builder.build().start();
        health.setStatus(HostAgentGrpc.SERVICE_NAME, ServingStatus.SERVING);
    }

    /** The port it listens on. */
    int port() {
        return server.getPort();
    }

    @Override
    public void close() {
        health.enterTerminalState();
        server.shutdown();
        try {
            if (!server.awaitTermination(GRACE_SECONDS, TimeUnit.SECONDS)) {
                server.shutdownNow();
                server.awaitTermination(GRACE_SECONDS, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            server.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }

    private static SslContextBuilder context(TlsFiles tls) {
        SslContextBuilder context =
                GrpcSslContexts.forServer(tls.certificate().toFile(), tls.privateKey().toFile());
        if (tls.clientAuthority() != null) {
            context.trustManager(tls.clientAuthority().toFile()).clientAuth(ClientAuth.REQUIRE);
        }
        return context;
    }
}
