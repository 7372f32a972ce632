package io.losslab.driver;

import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.TlsChannelCredentials;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.losslab.api.rpc.ChannelSecurity;
import io.losslab.api.rpc.DeviceAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Makes the connections of gRPC to servers, protected as they must be. */
final class GrpcConnections {
    /** A status of P4Runtime has details for every update of a batch; it comes as metadata. */
    private static final int MAX_METADATA_BYTES = 4 << 20;

    private static final int MAX_MESSAGE_BYTES = 64 << 20;

    /**
     * After so long without a byte, a call asks whether the server is still there. Servers end
     * connections that ask more often than every five minutes (gRPC's proposal A8).
     */
    private static final Duration QUIET = Duration.ofMinutes(6);

    private static final Duration ANSWER = Duration.ofMinutes(1);

    private final String device;
    private final DeviceAddress address;
    private final Duration quiet;
    private final Duration answer;

    /** Connections to a device's server. */
    GrpcConnections(String device, DeviceAddress address) {
        this(device, address, QUIET, ANSWER);
    }

    /**
     * Connections to a device's server that may vanish.
     *
     * @param quiet after so long without a byte, at least 10 s, a call asks for a sign of life
     * @param answer which has to come within so long
     */
    GrpcConnections(String device, DeviceAddress address, Duration quiet, Duration answer) {
        this.device = device;
        this.address = address;
        this.quiet = quiet;
        this.answer = answer;
    }

    ManagedChannel make(ChannelSecurity security) {
        return security instanceof ChannelSecurity.Tls tls ? secured(tls) : plaintext();
    }

    private ManagedChannel plaintext() {
        try {
            InetAddress checked =
                    address.loopback()
                            .orElseThrow(
                                    () ->
                                            refused(
                                                    "plaintext is only for loopback addresses",
                                                    "give the device 'tls', or 'ssh' to reach it"
                                                            + " through",
                                                    null));
            // The address that was checked, so that a second look-up cannot give another.
            return limits(
                            NettyChannelBuilder.forAddress(
                                    new InetSocketAddress(checked, address.port()),
                                    InsecureChannelCredentials.create()))
                    .build();
        } catch (UnknownHostException e) {
            throw DeviceException.unreachable(
                    device,
                    address.toString(),
                    "the host name has no address",
                    "check the name in the testbed file",
                    e);
        }
    }

    private ManagedChannel secured(ChannelSecurity.Tls tls) {
        requireReadable(tls.trustFile());
        tls.identity()
                .ifPresent(
                        identity -> {
                            requireReadable(identity.certificateFile());
                            requireReadable(identity.keyFile());
                        });
        try {
            TlsChannelCredentials.Builder credentials =
                    TlsChannelCredentials.newBuilder().trustManager(tls.trustFile().toFile());
            if (tls.identity().isPresent()) {
                ChannelSecurity.Identity identity = tls.identity().get();
                credentials.keyManager(
                        identity.certificateFile().toFile(), identity.keyFile().toFile());
            }
            return limits(NettyChannelBuilder.forTarget("dns:///" + address, credentials.build()))
                    .build();
        } catch (IOException | IllegalArgumentException e) {
            throw refused(
                    "the TLS files cannot be used (%s)"
                            .formatted(CallFailure.rootMessage(e, e.toString())),
                    "they must be PEM: certificates, and a PKCS#8 key",
                    e);
        }
    }

    private void requireReadable(Path file) {
        if (!Files.isReadable(file)) {
            throw refused(
                    "cannot read the TLS file " + file, "check the path in the testbed file", null);
        }
    }

    private DeviceException refused(String problem, String advice, Exception cause) {
        return DeviceException.refused(device, address.toString(), problem, advice, cause);
    }

    private NettyChannelBuilder limits(NettyChannelBuilder builder) {
        return builder.maxInboundMetadataSize(MAX_METADATA_BYTES)
                .maxInboundMessageSize(MAX_MESSAGE_BYTES)
                .keepAliveTime(quiet.toSeconds(), TimeUnit.SECONDS)
                .keepAliveTimeout(answer.toSeconds(), TimeUnit.SECONDS);
    }
}
