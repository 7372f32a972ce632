package io.losslab.labs.backend;

import io.grpc.InsecureServerCredentials;
import io.grpc.ServerCredentials;
import io.grpc.TlsServerCredentials;
import io.losslab.api.rpc.ChannelSecurity;
import io.losslab.api.rpc.DeviceAddress;
import io.losslab.api.topology.Topology;
import io.losslab.configs.testbed.Testbed;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.failure.FileFailure;
import io.losslab.devices.registry.FabricTestbed;
import io.losslab.labs.backend.served.ServedKind;
import io.losslab.labs.backend.served.ServedNetwork;
import io.losslab.labs.backend.served.ServedSoftware;
import io.losslab.labs.backend.served.ServedSwitches;
import io.losslab.metrics.HostRows;
import io.losslab.metrics.MetricRows;
import io.losslab.metrics.SwitchRows;
import io.losslab.services.lab.LabCounters;
import io.losslab.services.lab.VirtualLab;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Optional;

/** Software switches and simulated hosts of a topology, for other processes to run on. */
public final class ServedLab implements AutoCloseable {
    /** Shorter than the interval that docs/watching.md recommends, which bounds a scrape. */
    private static final long PATIENCE_NANOS = 3_000_000_000L;

    private final VirtualLab lab;
    private final Testbed testbed;
    private volatile Optional<LabCounters> lastRead = Optional.empty();

    private ServedLab(VirtualLab lab, Testbed testbed) {
        this.lab = lab;
        this.testbed = testbed;
    }

    /**
     * How it is protected.
     *
     * @param certificateFile PEM certificate chain of the server; with the key
     * @param keyFile PEM private key
     * @param clientTrustFile PEM certificates that sign clients'; empty: any client may call
     */
    public record Protection(Path certificateFile, Path keyFile, Optional<Path> clientTrustFile) {}

    /**
     * Starts serving.
     *
     * @param host name or address to listen on; without protection a loopback one
     * @param port 0: any free one
     * @throws CommandFailure where that cannot be
     */
    public static ServedLab start(
            Topology topology,
            int dataQueues,
            String host,
            int port,
            Optional<Protection> protection) {
        return start(
                topology,
                dataQueues,
                host,
                port,
                protection,
                firstPort -> new ServedSoftware().switches());
    }

    /**
     * As the other, of switches that stand for another kind of device.
     *
     * @param kind services that have addresses of their own are at the ports after {@code port}
     */
    public static ServedLab start(
            ServedNetwork network,
            int dataQueues,
            String host,
            int port,
            Optional<Protection> protection,
            ServedKind kind) {
        return start(
                network.topology(),
                dataQueues,
                host,
                port,
                protection,
                firstPort -> kind.start(network, host, firstPort));
    }

    private interface Starter {
        ServedSwitches start(int firstPort) throws IOException;
    }

    private static ServedLab start(
            Topology topology,
            int dataQueues,
            String host,
            int port,
            Optional<Protection> protection,
            Starter starter) {
        try {
            InetAddress address = InetAddress.getByName(host);
            if (protection.isEmpty() && !address.isLoopbackAddress()) {
                throw CommandFailure.usage(
                        "plaintext is only allowed on loopback addresses, and %s is not one"
                                .formatted(host),
                        "use --tls-cert and --tls-key, or listen on 127.0.0.1");
            }
            ServerCredentials credentials = credentials(protection);
            ServedSwitches switches = starter.start(port == 0 ? 0 : port + 1);
            VirtualLab lab =
                    VirtualLab.start(
                            topology,
                            dataQueues,
                            new InetSocketAddress(address, port),
                            credentials,
                            switches.faces());
            return new ServedLab(
                    lab,
                    testbed(
                            topology,
                            new DeviceAddress(host, lab.port()),
                            protection
                                    .map(own -> ChannelSecurity.tls(own.certificateFile()))
                                    .orElse(ChannelSecurity.plaintext()),
                            switches));
        } catch (IOException e) {
            throw failure(host, port, FileFailure.reason(e), e);
        } catch (IllegalArgumentException e) {
            throw failure(host, port, e.getMessage(), e);
        }
    }

    private static CommandFailure failure(String host, int port, String reason, Exception cause) {
        return CommandFailure.usage(
                "cannot serve on %s:%d: %s".formatted(host, port, reason),
                "choose another --listen address, or check the TLS files",
                cause);
    }

    private static Testbed testbed(
            Topology topology,
            DeviceAddress address,
            ChannelSecurity security,
            ServedSwitches switches) {
        return FabricTestbed.of(
                topology,
                node -> address,
                security,
                Optional.of(new Testbed.Clock(address, security)),
                device -> device.kind().isSwitch() ? switches.device(device) : device);
    }

    /** The testbed it is, as clients reach it. */
    public Testbed testbed() {
        return testbed;
    }

    /** The port it listens on. */
    public int port() {
        return lab.port();
    }

    /**
     * Adds what its devices have counted: now or, while virtual time does not pause for long, when
     * they were last read.
     */
    public void collect(MetricRows rows) {
        lastRead = lab.counters(PATIENCE_NANOS).or(() -> lastRead);
        lastRead.ifPresent(
                read -> {
                    read.switches().forEach((name, of) -> SwitchRows.add(rows, name, of));
                    read.hosts().forEach((name, of) -> HostRows.add(rows, name, of));
                });
    }

    @Override
    public void close() {
        lab.close();
    }

    private static ServerCredentials credentials(Optional<Protection> protection)
            throws IOException {
        if (protection.isEmpty()) {
            return InsecureServerCredentials.create();
        }
        TlsServerCredentials.Builder credentials =
                TlsServerCredentials.newBuilder()
                        .keyManager(
                                protection.get().certificateFile().toFile(),
                                protection.get().keyFile().toFile());
        if (protection.get().clientTrustFile().isPresent()) {
            credentials
                    .trustManager(protection.get().clientTrustFile().get().toFile())
                    .clientAuth(TlsServerCredentials.ClientAuth.REQUIRE);
        }
        return credentials.build();
    }
}
