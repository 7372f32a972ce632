package io.losslab.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.InsecureServerCredentials;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import io.losslab.api.rpc.ChannelSecurity;
import io.losslab.api.rpc.DeviceAddress;
import io.losslab.driver.switchcontrol.SwitchControlClient;
import io.losslab.proto.v1.GetSwitchRequest;
import io.losslab.proto.v1.SwitchControlGrpc;
import io.losslab.proto.v1.SwitchInfo;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeviceChannelTest {
    private static final Duration DEADLINE = Duration.ofSeconds(5);

    @ParameterizedTest
    @ValueSource(strings = {"192.0.2.7:9559", "0.0.0.0:9559", "[2001:db8::7]:9559"})
    void plaintextLeavesThisMachineNever(String address) {
        DeviceException e =
                assertThrows(
                        DeviceException.class,
                        () -> open(DeviceAddress.parse(address), ChannelSecurity.plaintext()));
        assertEquals(
                "tor1 ("
                        + address
                        + "): plaintext is only for loopback addresses; give the device 'tls', or"
                        + " 'ssh' to reach it through",
                e.getMessage());
    }

    @Test
    void aMissingTrustFileIsNamed() {
        DeviceException e =
                assertThrows(
                        DeviceException.class,
                        () ->
                                open(
                                        new DeviceAddress("192.0.2.7", 9559),
                                        ChannelSecurity.tls(Path.of("no", "such.pem"))));
        assertEquals(
                "tor1 (192.0.2.7:9559): cannot read the TLS file no/such.pem; check the path in"
                        + " the testbed"
                        + " file",
                e.getMessage());
    }

    @Test
    void aDeviceThatIsNotThereIsUnreachable() throws Exception {
        LoopbackServer server = new LoopbackServer();
        server.stopServer();
        DeviceException e =
                assertThrows(
                        DeviceException.class,
                        () -> new SwitchControlClient(server.channel(), 1).describe());
        server.stop();
        assertTrue(e.isAtFault());
        assertTrue(
                e.getMessage().startsWith(server.prefix() + "cannot be reached ("), e.getMessage());
        assertTrue(e.getMessage().contains("Connection refused"), e.getMessage());
    }

    @Test
    void aDeviceThatComesUpMeanwhileIsConnectedTo() throws Exception {
        LoopbackServer gone = new LoopbackServer();
        gone.stopServer();
        AtomicInteger tries = new AtomicInteger();
        AtomicReference<Server> late = new AtomicReference<>();
        SwitchInfo info =
                gone.channel()
                        .call(
                                "GetSwitch",
                                () -> {
                                    if (tries.incrementAndGet() == 2) {
                                        late.set(start(gone.channel().address().port()));
                                    }
                                    return SwitchControlGrpc.newBlockingStub(
                                                    gone.channel().channel())
                                            .getSwitch(GetSwitchRequest.getDefaultInstance());
                                });
        gone.stop();
        late.get().shutdownNow().awaitTermination();
        assertEquals("late", info.getName());
        assertTrue(tries.get() >= 2, "tries: " + tries);
    }

    private static Server start(int port) {
        try {
            return NettyServerBuilder.forAddress(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
                    .addService(
                            new SwitchControlGrpc.SwitchControlImplBase() {
                                @Override
                                public void getSwitch(
                                        GetSwitchRequest request,
                                        StreamObserver<SwitchInfo> responses) {
                                    responses.onNext(
                                            SwitchInfo.newBuilder().setName("late").build());
                                    responses.onCompleted();
                                }
                            })
                    .build()
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aDeviceThatDoesNotAnswerIsGivenUpAtTheDeadline() throws Exception {
        LoopbackServer server =
                new LoopbackServer(
                        InsecureServerCredentials.create(),
                        ChannelSecurity.plaintext(),
                        Duration.ofMillis(200),
                        new SwitchControlGrpc.SwitchControlImplBase() {
                            @Override
                            public void getSwitch(
                                    GetSwitchRequest request,
                                    StreamObserver<SwitchInfo> responses) {}
                        });
        DeviceException e =
                assertThrows(
                        DeviceException.class,
                        () -> new SwitchControlClient(server.channel(), 1).describe());
        server.stop();
        assertTrue(e.isAtFault());
        assertEquals(
                server.prefix()
                        + "GetSwitch got no answer within 0.2 s; check the device's load and the"
                        + " path to it,"
                        + " or raise the deadline",
                e.getMessage());
    }

    @Test
    void aRefusalCarriesTheDevicesReason() throws Exception {
        LoopbackServer server =
                new LoopbackServer(
                        new SwitchControlGrpc.SwitchControlImplBase() {
                            @Override
                            public void getSwitch(
                                    GetSwitchRequest request,
                                    StreamObserver<SwitchInfo> responses) {
                                responses.onError(
                                        Status.INVALID_ARGUMENT
                                                .withDescription("port 9 is not there")
                                                .asRuntimeException());
                            }
                        });
        DeviceException e =
                assertThrows(
                        DeviceException.class,
                        () -> new SwitchControlClient(server.channel().as("tor2"), 2).describe());
        server.stop();
        assertFalse(e.isAtFault());
        assertEquals(
                server.prefix().replace("tor1", "tor2")
                        + "GetSwitch was refused (port 9 is not there); correct the setting",
                e.getMessage());
    }

    private static void open(DeviceAddress address, ChannelSecurity security) {
        DeviceChannel.open("tor1", address, security, DEADLINE).close();
    }
}
