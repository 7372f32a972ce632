package io.losslab.devices.commodity;

import io.grpc.Server;
import io.grpc.ServerCredentials;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.losslab.services.product.CumulusServer;
import io.losslab.services.product.EosServer;
import io.losslab.services.product.LoginCheck;
import io.losslab.services.product.PortCounter;
import io.losslab.services.product.ProductAccount;
import io.losslab.services.product.ProductHardware;
import io.losslab.services.product.ProductServer;
import io.losslab.services.product.SrLinuxServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** The gNMI server of a product, which wants a login, before counters that a test sets. */
final class StandIn<S extends ProductServer> implements ProductHardware, AutoCloseable {
    static final String USER = "losslab";
    static final String PASSWORD = "c0rrect-Horse";

    final S server;

    /** By their paths. */
    final Map<String, Long> counters = new ConcurrentHashMap<>();

    final Nonsense nonsense = new Nonsense();

    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    private Server listening;

    private StandIn(Function<ProductHardware, S> maker) {
        server = maker.apply(this);
        server.counterLeaves().keySet().forEach(path -> counters.put(path, 0L));
    }

    static StandIn<EosServer> eos(int ports) {
        return new StandIn<>(hardware -> new EosServer(ports, hardware));
    }

    static StandIn<SrLinuxServer> srLinux(int ports) {
        return new StandIn<>(hardware -> new SrLinuxServer(ports, hardware));
    }

    static StandIn<CumulusServer> cumulus(int ports) {
        return new StandIn<>(hardware -> new CumulusServer(ports, hardware));
    }

    static StandIn<SonicStandIn> sonic() {
        return new StandIn<>(SonicStandIn::new);
    }

    /** Starts to listen. */
    void start(ServerCredentials credentials) throws IOException {
        listening =
                NettyServerBuilder.forAddress(
                                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                                credentials)
                        .intercept(nonsense)
                        .intercept(
                                new LoginCheck(
                                        new ProductAccount(USER, PASSWORD), server::wrongLogin))
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
}
