package io.losslab.services.p4runtime;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.Code;
import io.grpc.InsecureChannelCredentials;
import io.grpc.InsecureServerCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.StatusProto;
import io.losslab.proto.p4.config.v1.P4Info;
import io.losslab.proto.p4.v1.Entity;
import io.losslab.proto.p4.v1.Error;
import io.losslab.proto.p4.v1.ForwardingPipelineConfig;
import io.losslab.proto.p4.v1.P4RuntimeGrpc;
import io.losslab.proto.p4.v1.ReadRequest;
import io.losslab.proto.p4.v1.SetForwardingPipelineConfigRequest;
import io.losslab.proto.p4.v1.Uint128;
import io.losslab.proto.p4.v1.Update;
import io.losslab.proto.p4.v1.WriteRequest;
import io.losslab.services.p4runtime.forwarding.ForwardingDevice;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Two devices, 1 "tor1" and 2 "tor2", behind a real server, and short ways to talk to them. */
final class LoopbackServer {
    static final long TOR1 = 1;
    static final long TOR2 = 2;

    final RecordingPlane plane = new RecordingPlane();
    private final Server server;
    private final ManagedChannel channel;
    private final List<TestController> controllers = new ArrayList<>();

    LoopbackServer() {
        try {
            server =
                    NettyServerBuilder.forAddress(
                                    new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                                    InsecureServerCredentials.create())
                            .addService(
                                    new P4RuntimeService(
                                            List.of(
                                                    new ForwardingDevice(TOR1, "tor1", plane),
                                                    new ForwardingDevice(
                                                            TOR2, "tor2", new RecordingPlane()))))
                            .build()
                            .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        channel =
                NettyChannelBuilder.forAddress(
                                new InetSocketAddress(
                                        InetAddress.getLoopbackAddress(), server.getPort()),
                                InsecureChannelCredentials.create())
                        .maxInboundMetadataSize(1 << 20)
                        .build();
    }

    ManagedChannel channel() {
        return channel;
    }

    P4RuntimeGrpc.P4RuntimeBlockingStub stub() {
        return P4RuntimeGrpc.newBlockingStub(channel).withDeadlineAfter(60, TimeUnit.SECONDS);
    }

    TestController controller() {
        return controller(Integer.MAX_VALUE);
    }

    /** One that reads so many messages before it is asked to read on. */
    TestController controller(int first) {
        TestController controller = new TestController(channel, first);
        controllers.add(controller);
        return controller;
    }

    /** Makes election id 1 the primary of tor1. */
    LoopbackServer withPrimary() throws InterruptedException {
        controller().claim(TOR1, 1).next();
        return this;
    }

    /** And runs the program there. */
    LoopbackServer withProgram(P4Info info) throws InterruptedException {
        withPrimary();
        set(SetForwardingPipelineConfigRequest.Action.VERIFY_AND_COMMIT, config(info));
        return this;
    }

    static ForwardingPipelineConfig config(P4Info info) {
        return ForwardingPipelineConfig.newBuilder().setP4Info(info).build();
    }

    void set(SetForwardingPipelineConfigRequest.Action action, ForwardingPipelineConfig config) {
        SetForwardingPipelineConfigRequest.Builder request =
                SetForwardingPipelineConfigRequest.newBuilder()
                        .setDeviceId(TOR1)
                        .setElectionId(id(1))
                        .setAction(action);
        if (config != null) {
            request.setConfig(config);
        }
        stub().setForwardingPipelineConfig(request.build());
    }

    void write(Update... updates) {
        stub().write(request(1, updates));
    }

    static WriteRequest request(long electionId, Update... updates) {
        return WriteRequest.newBuilder()
                .setDeviceId(TOR1)
                .setElectionId(id(electionId))
                .addAllUpdates(List.of(updates))
                .build();
    }

    List<Entity> read(Entity.Builder... filters) {
        ReadRequest.Builder request = ReadRequest.newBuilder().setDeviceId(TOR1);
        for (Entity.Builder filter : filters) {
            request.addEntities(filter);
        }
        List<Entity> found = new ArrayList<>();
        stub().read(request.build())
                .forEachRemaining(response -> found.addAll(response.getEntitiesList()));
        return found;
    }

    static Uint128 id(long low) {
        return Uint128.newBuilder().setLow(low).build();
    }

    /** The details of a failed batch, such as {@code OK} or {@code NOT_FOUND there is no route}. */
    static List<String> outcomes(StatusRuntimeException e) {
        List<String> outcomes = new ArrayList<>();
        try {
            for (com.google.protobuf.Any detail : StatusProto.fromThrowable(e).getDetailsList()) {
                Error error = detail.unpack(Error.class);
                outcomes.add(
                        (Code.forNumber(error.getCanonicalCode()) + " " + error.getMessage())
                                .strip());
            }
        } catch (InvalidProtocolBufferException notAnError) {
            throw new AssertionError(notAnError);
        }
        return outcomes;
    }

    void close() throws InterruptedException {
        controllers.forEach(TestController::finish);
        channel.shutdownNow().awaitTermination(5, TimeUnit.SECONDS);
        server.shutdownNow().awaitTermination(5, TimeUnit.SECONDS);
    }
}
