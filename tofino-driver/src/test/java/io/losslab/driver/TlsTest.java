package io.losslab.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.ServerCredentials;
import io.grpc.TlsServerCredentials;
import io.grpc.stub.StreamObserver;
import io.losslab.api.rpc.ChannelSecurity;
import io.losslab.api.rpc.DeviceAddress;
import io.losslab.driver.switchcontrol.SwitchControlClient;
import io.losslab.proto.v1.GetSwitchRequest;
import io.losslab.proto.v1.SwitchControlGrpc;
import io.losslab.proto.v1.SwitchInfo;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsTest {
    @TempDir private static Path folder;
    private static TestIdentity device;
    private static TestIdentity client;

    @BeforeAll
    static void makeIdentities() throws Exception {
        device = TestIdentity.make(folder, "device");
        client = TestIdentity.make(folder, "client");
    }

    @Test
    void aTrustedDeviceAnswers() throws Exception {
        assertEquals(
                "tor1", describe(server(false), ChannelSecurity.tls(device.certificateFile())));
    }

    @Test
    void aDeviceThatAnotherSignedIsUnreachable() throws Exception {
        ServerCredentials credentials = server(false);
        ChannelSecurity wrong = ChannelSecurity.tls(client.certificateFile());
        DeviceException e = assertThrows(DeviceException.class, () -> describe(credentials, wrong));
        assertTrue(e.isAtFault(), e.getMessage());
    }

    @Test
    void aDeviceThatAsksForACertificateGetsTheClients() throws Exception {
        ServerCredentials credentials = server(true);
        assertEquals(
                "tor1",
                describe(
                        credentials,
                        ChannelSecurity.mutualTls(
                                device.certificateFile(),
                                client.certificateFile(),
                                client.keyFile())));
        ChannelSecurity without = ChannelSecurity.tls(device.certificateFile());
        assertThrows(DeviceException.class, () -> describe(credentials, without));
    }

    @Test
    void aFileThatIsNoKeyIsRefused() {
        ChannelSecurity noKey =
                ChannelSecurity.mutualTls(
                        device.certificateFile(),
                        client.certificateFile(),
                        client.certificateFile());
        DeviceException e =
                assertThrows(
                        DeviceException.class,
                        () ->
                                DeviceChannel.open(
                                        "tor1",
                                        new DeviceAddress("localhost", 9),
                                        noKey,
                                        Duration.ofSeconds(1)));
        assertTrue(e.getMessage().contains("the TLS files cannot be used"), e.getMessage());
    }

    private static ServerCredentials server(boolean asksForCertificate) throws Exception {
        TlsServerCredentials.Builder credentials =
                TlsServerCredentials.newBuilder()
                        .keyManager(device.certificateFile().toFile(), device.keyFile().toFile());
        if (asksForCertificate) {
            credentials
                    .trustManager(client.certificateFile().toFile())
                    .clientAuth(TlsServerCredentials.ClientAuth.REQUIRE);
        }
        return credentials.build();
    }

    private static String describe(ServerCredentials credentials, ChannelSecurity security)
            throws InterruptedException {
        LoopbackServer server =
                new LoopbackServer(
                        credentials,
                        security,
                        Duration.ofSeconds(60),
                        new SwitchControlGrpc.SwitchControlImplBase() {
                            @Override
                            public void getSwitch(
                                    GetSwitchRequest request,
                                    StreamObserver<SwitchInfo> responses) {
                                responses.onNext(SwitchInfo.newBuilder().setName("tor1").build());
                                responses.onCompleted();
                            }
                        });
        try {
            return new SwitchControlClient(server.channel(), 1).describe().getName();
        } finally {
            server.stop();
        }
    }
}
