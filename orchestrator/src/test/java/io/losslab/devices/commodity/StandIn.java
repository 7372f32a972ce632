package io.losslab.devices.commodity;

import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerCredentials;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.losslab.services.product.CumulusServer;
import io.losslab.services.product.EosServer;
import io.losslab.services.product.PortCounter;
import io.losslab.services.product.ProductHardware;
import io.losslab.services.product.ProductServer;
import io.losslab.services.product.SrLinuxServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** The gNMI server of a product, which wants a login, before counters that a test sets. */
final class StandIn<S extends ProductServer> implements ProductHardware, AutoCloseable {
    static final String USER = "losslab";
    static final String PASSWORD = "c0rrect-Horse";

    final S server;

    /** By their paths. */
    final Map<String, Long> counters = new ConcurrentHashMap<>();

    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    private Server listening;

    /** By the user that a call names: the product's words for a wrong login. */
    private final UnaryOperator<String> wrongLogin;

    private StandIn(Function<ProductHardware, S> maker, UnaryOperator<String> wrongLogin) {
        this.wrongLogin = wrongLogin;
        server = maker.apply(this);
        server.counterLeaves().keySet().forEach(path -> counters.put(path, 0L));
    }

    static StandIn<EosServer> eos(int ports) {
        return new StandIn<>(
                hardware -> new EosServer(ports, hardware), user -> "Authentication failed");
    }

    static StandIn<SrLinuxServer> srLinux(int ports) {
        return new StandIn<>(
                hardware -> new SrLinuxServer(ports, hardware),
                user -> "invalid credentials for user " + user);
    }

    static StandIn<CumulusServer> cumulus(int ports) {
        return new StandIn<>(
                hardware -> new CumulusServer(ports, hardware), user -> "unauthorized");
    }

    static StandIn<SonicStandIn> sonic() {
        return new StandIn<>(SonicStandIn::new, user -> "Unauthenticated");
    }

    /** Starts to listen. */
    void start(ServerCredentials credentials) throws IOException {
        listening =
                NettyServerBuilder.forAddress(
                                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                                credentials)
                        .intercept(new Door())
                        .addService(server)
                        .build()
                        .start();
    }

    String address() {
        return "127.0.0.1:" + listening.getPort();
    }

    /** Its configuration: Boolean, Long or String, by path. */
    Map<String, Object> config() {
        return server.config();
    }

    int sets() {
        return server.sets();
    }

    @Override
    public void changed() {}

    @Override
    public Reading read(Collection<PortCounter> wanted) {
        Map<PortCounter, Long> values = new HashMap<>();
        server.counterLeaves()
                .forEach(
                        (path, counter) -> {
                            if (wanted.contains(counter) && counters.containsKey(path)) {
                                values.put(counter, counters.get(path));
                            }
                        });
        return new Reading(TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis()), values);
    }

    @Override
    public Sampling sample(
            Collection<PortCounter> wanted,
            long intervalNanos,
            boolean first,
            SampleReceiver receiver) {
        ScheduledFuture<?> ticks =
                clock.scheduleAtFixedRate(
                        () -> receiver.take(read(wanted)),
                        first ? 0 : intervalNanos,
                        intervalNanos,
                        TimeUnit.NANOSECONDS);
        return () -> ticks.cancel(false);
    }

    @Override
    public void close() {
        clock.shutdownNow();
        listening.shutdownNow();
    }

    /** Looks at user and password of every call. */
    private final class Door implements ServerInterceptor {
        @Override
        public <Q, R> ServerCall.Listener<Q> interceptCall(
                ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
            Optional<String> user = header(headers, "username");
            if (!user.equals(Optional.of(USER))
                    || !header(headers, "password").equals(Optional.of(PASSWORD))) {
                String words = wrongLogin.apply(user.orElse(""));
                call.close(Status.UNAUTHENTICATED.withDescription(words), new Metadata());
                return new ServerCall.Listener<>() {};
            }
            return next.startCall(call, headers);
        }

        private static Optional<String> header(Metadata headers, String name) {
            return Optional.ofNullable(
                    headers.get(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER)));
        }
    }
}
