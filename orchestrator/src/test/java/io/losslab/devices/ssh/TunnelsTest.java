package io.losslab.devices.ssh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.BindableService;
import io.grpc.stub.StreamObserver;
import io.losslab.api.rpc.ChannelSecurity;
import io.losslab.api.rpc.DeviceAddress;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Service;
import io.losslab.devices.registry.DeviceKinds;
import io.losslab.driver.DeviceChannel;
import io.losslab.driver.DeviceException;
import io.losslab.driver.LoopbackServer;
import io.losslab.labs.backend.Channels;
import io.losslab.proto.v1.GetLeaseRequest;
import io.losslab.proto.v1.GetSwitchRequest;
import io.losslab.proto.v1.LeaseState;
import io.losslab.proto.v1.ReplaceLeaseRequest;
import io.losslab.proto.v1.SwitchControlGrpc;
import io.losslab.proto.v1.SwitchInfo;
import io.losslab.proto.v1.TestbedLeaseGrpc;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** gRPC servers on loopback addresses, reached through a real SSH server. */
@NeedsSshServer
class TunnelsTest {
    private static final int BYTES = 3 << 20;

    @TempDir private Path directory;
    private final Leases leases = new Leases();
    private final LoopbackServer first = new LoopbackServer(describing("first"), leases);
    private final LoopbackServer second = new LoopbackServer(describing("second"));
    private final Channels channels = new Channels();
    private SshServer ssh;
    private Device device;

    @BeforeEach
    void startServer() throws Exception {
        ssh = SshServer.start(directory);
        Map<Service, DeviceAddress> addresses =
                Map.of(Service.SWITCH_CONTROL, at(first), Service.P4RUNTIME, at(second));
        device =
                new Device(
                        "tor1",
                        DeviceKinds.SOFTWARE_SWITCH,
                        1,
                        addresses,
                        List.of(),
                        ChannelSecurity.plaintext(),
                        1,
                        Duration.ofSeconds(20),
                        Optional.empty(),
                        Optional.of(ssh.login()),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        addresses.keySet());
    }

    @AfterEach
    void stopServers() throws Exception {
        channels.close();
        first.stop();
        second.stop();
        ssh.close();
    }

    @Test
    void severalServicesOfADeviceShareOneConnection() {
        assertEquals("first", name(Service.SWITCH_CONTROL));
        Set<Long> connections = ssh.sessions();
        assertTrue(!connections.isEmpty());
        assertEquals("second", name(Service.P4RUNTIME));
        assertEquals("first", name(Service.SWITCH_CONTROL));
        // A process that only helped with the login may have ended.
        assertTrue(connections.containsAll(ssh.sessions()));
    }

    @Test
    void largeMessagesPassInBothDirections() {
        String text = "x".repeat(BYTES);
        ReplaceLeaseRequest.Builder request = ReplaceLeaseRequest.newBuilder();
        request.getWantedBuilder().setToken(text);
        LeaseState state =
                channel(Service.SWITCH_CONTROL)
                        .unary(TestbedLeaseGrpc.getReplaceLeaseMethod(), request.build());
        assertEquals(text, state.getLease().getToken());
    }

    @Test
    void callsPassAgainOnceTheSshServerIsBack() throws Exception {
        assertEquals("first", name(Service.SWITCH_CONTROL));
        ssh.stop();
        CompletableFuture<String> waiting =
                CompletableFuture.supplyAsync(() -> name(Service.SWITCH_CONTROL));
        TimeUnit.MILLISECONDS.sleep(300);
        assertTrue(!waiting.isDone());
        ssh.serve();
        assertEquals("first", waiting.get());
        assertEquals("second", name(Service.P4RUNTIME));
    }

    @Test
    void aCallUnderWayEndsWithTheConnectionAndIsNotRepeated() throws Exception {
        name(Service.SWITCH_CONTROL);
        CompletableFuture<LeaseState> held =
                CompletableFuture.supplyAsync(
                        () ->
                                channel(Service.SWITCH_CONTROL)
                                        .unary(
                                                TestbedLeaseGrpc.getGetLeaseMethod(),
                                                GetLeaseRequest.getDefaultInstance()));
        leases.asked.await();
        ssh.dropConnections();
        Throwable e = assertThrows(ExecutionException.class, held::get).getCause();
        assertTrue(((DeviceException) e).isAtFault(), e.getMessage());
        assertEquals(1, leases.calls.get());
        assertEquals("first", name(Service.SWITCH_CONTROL));
    }

    @Test
    void callsPassAgainOnceTheServiceIsBack() throws Exception {
        assertEquals("first", name(Service.SWITCH_CONTROL));
        first.stopServer();
        assertThrows(DeviceException.class, () -> name(Service.SWITCH_CONTROL));
        DeviceException e = assertThrows(DeviceException.class, () -> name(Service.SWITCH_CONTROL));
        assertEquals(
                "tor1 (%1$s through SSH): nothing listens at %1$s, as the device itself sees it; check that the server runs, and its port"
                        .formatted(at(first)),
                e.getMessage());
        assertTrue(e.isAtFault());
        assertEquals("second", name(Service.P4RUNTIME));
        first.startAgain(describing("again"));
        assertEquals("again", name(Service.SWITCH_CONTROL));
    }

    @Test
    void aHostKeyThatIsNotTheKnownOneIsRefusedByName() throws Exception {
        ssh.makeKey("otherkey", "ed25519", "");
        ssh.knowHostKey("otherkey");
        DeviceException e = assertThrows(DeviceException.class, () -> name(Service.SWITCH_CONTROL));
        assertTrue(
                e.getMessage()
                        .startsWith(
                                "tor1 (%s through SSH): the host key of [127.0.0.1]:%d has changed: it is ssh-ed25519 SHA256:"
                                        .formatted(at(first), ssh.port())),
                e.getMessage());
        assertTrue(e.isAtFault());
    }

    @Test
    void anSshServerThatIsNotThereIsToldAtOnce() throws Exception {
        ssh.stop();
        DeviceException e = assertThrows(DeviceException.class, () -> name(Service.SWITCH_CONTROL));
        assertTrue(
                e.getMessage()
                        .startsWith(
                                "tor1 (%s through SSH): no SSH connection to 127.0.0.1:%d: the connection was refused; "
                                        .formatted(at(first), ssh.port())),
                e.getMessage());
        assertTrue(e.isAtFault());
        ssh.serve();
        assertEquals("first", name(Service.SWITCH_CONTROL));
    }

    @Test
    void anSshServerThatForwardsNothingIsNamed() throws Exception {
        ssh.configure("AllowTcpForwarding no");
        DeviceException e = assertThrows(DeviceException.class, () -> name(Service.SWITCH_CONTROL));
        assertTrue(
                e.getMessage().contains("the SSH server does not forward to " + at(first)),
                e.getMessage());
    }

    private DeviceChannel channel(Service service) {
        return channels.channel(device, service);
    }

    private String name(Service service) {
        return channel(service)
                .unary(
                        SwitchControlGrpc.getGetSwitchMethod(),
                        GetSwitchRequest.getDefaultInstance())
                .getName();
    }

    private static DeviceAddress at(LoopbackServer server) {
        return new DeviceAddress("127.0.0.1", server.channel().address().port());
    }

    private static BindableService describing(String name) {
        return new SwitchControlGrpc.SwitchControlImplBase() {
            @Override
            public void getSwitch(GetSwitchRequest request, StreamObserver<SwitchInfo> responses) {
                responses.onNext(SwitchInfo.newBuilder().setName(name).build());
                responses.onCompleted();
            }
        };
    }

    /** Answers what it is sent, and never answers who only asks. */
    private static final class Leases extends TestbedLeaseGrpc.TestbedLeaseImplBase {
        private final CountDownLatch asked = new CountDownLatch(1);
        private final AtomicInteger calls = new AtomicInteger();

        @Override
        public void getLease(GetLeaseRequest request, StreamObserver<LeaseState> responses) {
            calls.incrementAndGet();
            asked.countDown();
        }

        @Override
        public void replaceLease(
                ReplaceLeaseRequest request, StreamObserver<LeaseState> responses) {
            responses.onNext(LeaseState.newBuilder().setLease(request.getWanted()).build());
            responses.onCompleted();
        }
    }
}
