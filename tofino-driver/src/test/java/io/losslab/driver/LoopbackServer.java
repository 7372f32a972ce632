package io.losslab.driver;

import io.grpc.BindableService;
import io.grpc.InsecureServerCredentials;
import io.grpc.Server;
import io.grpc.ServerCredentials;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.losslab.api.rpc.ChannelSecurity;
import io.losslab.api.rpc.DeviceAddress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;

/**
 * A real server on a loopback port that is kept for it while it is stopped, and a channel to it
 * under the name {@code tor1}.
 */
public final class LoopbackServer {
    private final ReservedPort port = ReservedPort.take();
    private Server server;
    private final DeviceChannel channel;

    /** Serves without protection. */
    public LoopbackServer(BindableService... services) {
        this(
                InsecureServerCredentials.create(),
                ChannelSecurity.plaintext(),
                Duration.ofSeconds(60),
                services);
    }

    /** Serves as told. */
    public LoopbackServer(
            ServerCredentials credentials,
            ChannelSecurity security,
            Duration callDeadline,
            BindableService... services) {
        NettyServerBuilder builder =
                NettyServerBuilder.forAddress(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), port.number()),
                        credentials);
        for (BindableService service : services) {
            builder.addService(service);
        }
        try {
            server = builder.build().start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        channel =
                DeviceChannel.open(
                        "tor1",
                        new DeviceAddress("localhost", port.number()),
                        security,
                        callDeadline);
    }

    /** The channel to it. */
    public DeviceChannel channel() {
        return channel;
    }

    /** What errors say before the colon, such as {@code tor1 (localhost:4711)}. */
    public String prefix() {
        return "tor1 (localhost:%d): ".formatted(channel.address().port());
    }

    /** Ends the server, and leaves the channel. */
    public void stopServer() throws InterruptedException {
        server.shutdownNow().awaitTermination();
    }

    /** Serves again, at the same port; plaintext. */
    public void startAgain(BindableService... services) throws IOException {
        NettyServerBuilder builder =
                NettyServerBuilder.forAddress(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), port.number()),
                        InsecureServerCredentials.create());
        for (BindableService service : services) {
            builder.addService(service);
        }
        server = builder.build().start();
    }

    /** Ends everything. */
    public void stop() throws InterruptedException {
        channel.close();
        stopServer();
        port.close();
    }
}
