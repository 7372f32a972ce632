package io.losslab.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.InsecureServerCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import io.losslab.api.rpc.ChannelSecurity;
import io.losslab.api.rpc.DeviceAddress;
import io.losslab.proto.v1.GetSwitchRequest;
import io.losslab.proto.v1.SwitchControlGrpc;
import io.losslab.proto.v1.SwitchInfo;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class GrpcConnectionsTest {
    /** What goes in by one end and is never seen again, once it is {@link #swallows}. */
    private static final class Cable implements AutoCloseable {
        private final ServerSocket entry = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        private volatile boolean swallows;

        Cable(int serverPort) throws IOException {
            daemon(
                    () -> {
                        Socket near = entry.accept();
                        Socket far = new Socket(InetAddress.getLoopbackAddress(), serverPort);
                        daemon(() -> carry(near.getInputStream(), far.getOutputStream()));
                        daemon(() -> carry(far.getInputStream(), near.getOutputStream()));
                    });
        }

        private void carry(InputStream from, OutputStream to) throws IOException {
            byte[] bytes = new byte[4096];
            for (int n = from.read(bytes); n > 0; n = from.read(bytes)) {
                if (!swallows) {
                    to.write(bytes, 0, n);
                }
            }
        }

        @Override
        public void close() throws IOException {
            entry.close();
        }
    }

    private interface Io {
        void run() throws IOException;
    }

    private static void daemon(Io io) {
        Thread thread =
                new Thread(
                        () -> {
                            try {
                                io.run();
                            } catch (IOException e) {
                                // The test is over.
                            }
                        });
        thread.setDaemon(true);
        thread.start();
    }

    @Test
    @Timeout(60)
    void aCallToAServerThatVanishedEndsLongBeforeItsDeadline() throws Exception {
        Server server =
                NettyServerBuilder.forAddress(
                                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                                InsecureServerCredentials.create())
                        .addService(
                                new SwitchControlGrpc.SwitchControlImplBase() {
                                    @Override
                                    public void getSwitch(
                                            GetSwitchRequest request,
                                            StreamObserver<SwitchInfo> responses) {
                                        // Works on it for ever.
                                    }
                                })
                        .build()
                        .start();
        try (Cable cable = new Cable(server.getPort())) {
            ManagedChannel channel =
                    new GrpcConnections(
                                    "tor1",
                                    new DeviceAddress("localhost", cable.entry.getLocalPort()),
                                    Duration.ofSeconds(10),
                                    Duration.ofSeconds(1))
                            .make(ChannelSecurity.plaintext());
            daemon(
                    () -> {
                        try {
                            TimeUnit.SECONDS.sleep(1);
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                        cable.swallows = true;
                    });
            StatusRuntimeException e =
                    assertThrows(
                            StatusRuntimeException.class,
                            () ->
                                    SwitchControlGrpc.newBlockingStub(channel)
                                            .withDeadlineAfter(10, TimeUnit.MINUTES)
                                            .getSwitch(GetSwitchRequest.getDefaultInstance()));
            assertEquals(Status.Code.UNAVAILABLE, e.getStatus().getCode());
            assertTrue(e.getMessage().contains("Keepalive"), e::getMessage);
            channel.shutdownNow();
        } finally {
            server.shutdownNow();
        }
    }
}
