package io.losslab.services.p4runtime;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.losslab.api.rpc.Replies;
import io.losslab.proto.p4.v1.CapabilitiesRequest;
import io.losslab.proto.p4.v1.CapabilitiesResponse;
import io.losslab.proto.p4.v1.Entity;
import io.losslab.proto.p4.v1.ForwardingPipelineConfig;
import io.losslab.proto.p4.v1.GetForwardingPipelineConfigRequest;
import io.losslab.proto.p4.v1.GetForwardingPipelineConfigResponse;
import io.losslab.proto.p4.v1.P4RuntimeGrpc;
import io.losslab.proto.p4.v1.ReadRequest;
import io.losslab.proto.p4.v1.ReadResponse;
import io.losslab.proto.p4.v1.SetForwardingPipelineConfigRequest;
import io.losslab.proto.p4.v1.SetForwardingPipelineConfigResponse;
import io.losslab.proto.p4.v1.StreamMessageRequest;
import io.losslab.proto.p4.v1.StreamMessageResponse;
import io.losslab.proto.p4.v1.WriteRequest;
import io.losslab.proto.p4.v1.WriteResponse;
import io.losslab.services.p4runtime.forwarding.ForwardingDevice;
import io.losslab.services.p4runtime.program.Refusal;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * P4Runtime for many devices behind one gRPC server, told apart by {@code device_id}.
 *
 * <p>Thread-safe: calls for one device queue up, calls for different devices run side by side.
 * Errors have the codes of the specification and a text for users. Source: P4Runtime specification
 * 1.5.
 */
public final class P4RuntimeService extends P4RuntimeGrpc.P4RuntimeImplBase
        implements AutoCloseable {
    /** The version of the specification that the service follows. */
    public static final String API_VERSION = "1.5.0";

    /** A message of so many entities stays well below gRPC's limit of 4 MB. */
    private static final int ENTITIES_PER_RESPONSE = 500;

    private final DeviceDirectory devices;

    /**
     * Offers devices.
     *
     * @throws IllegalArgumentException where two have the same id
     */
    public P4RuntimeService(List<ForwardingDevice> devices) {
        this.devices = new DeviceDirectory(devices);
    }

    /** The devices are no more: ends the streams of their controllers with that reason. */
    @Override
    public void close() {
        devices.end(
                Status.ABORTED
                        .withDescription(
                                "the switches were made anew: nothing is left of what was set")
                        .asRuntimeException());
    }

    @Override
    public void capabilities(
            CapabilitiesRequest request, StreamObserver<CapabilitiesResponse> responses) {
        answer(
                responses,
                () -> {
                    if (request.getDeviceId() != 0) {
                        devices.find(request.getDeviceId());
                    }
                    return CapabilitiesResponse.newBuilder()
                            .setP4RuntimeApiVersion(API_VERSION)
                            .build();
                });
    }

    @Override
    public StreamObserver<StreamMessageRequest> streamChannel(
            StreamObserver<StreamMessageResponse> responses) {
        return new ControllerStream(
                devices, (ServerCallStreamObserver<StreamMessageResponse>) responses);
    }

    @Override
    public void setForwardingPipelineConfig(
            SetForwardingPipelineConfigRequest request,
            StreamObserver<SetForwardingPipelineConfigResponse> responses) {
        answer(
                responses,
                () -> {
                    devices.find(request.getDeviceId()).setPipeline(request);
                    return SetForwardingPipelineConfigResponse.getDefaultInstance();
                });
    }

    @Override
    public void getForwardingPipelineConfig(
            GetForwardingPipelineConfigRequest request,
            StreamObserver<GetForwardingPipelineConfigResponse> responses) {
        answer(
                responses,
                () -> {
                    GetForwardingPipelineConfigResponse.Builder response =
                            GetForwardingPipelineConfigResponse.newBuilder();
                    devices.find(request.getDeviceId())
                            .pipelineConfig()
                            .map(config -> select(config, request.getResponseType()))
                            .ifPresent(response::setConfig);
                    return response.build();
                });
    }

    @Override
    public void write(WriteRequest request, StreamObserver<WriteResponse> responses) {
        answer(
                responses,
                () -> {
                    DeviceControl device = devices.find(request.getDeviceId());
                    throwIfPresent(device.write(request).failure());
                    return WriteResponse.getDefaultInstance();
                });
    }

    @Override
    public void read(ReadRequest request, StreamObserver<ReadResponse> responses) {
        ReadResponse.Builder found = ReadResponse.newBuilder();
        Consumer<Entity> sender =
                entity -> {
                    found.addEntities(entity);
                    if (found.getEntitiesCount() == ENTITIES_PER_RESPONSE) {
                        send(found, responses);
                    }
                };
        Optional<StatusRuntimeException> failure;
        try {
            failure = devices.find(request.getDeviceId()).read(request, sender).failure();
        } catch (Refusal refusal) {
            failure = Optional.of(refusal.toStatus());
        } catch (RuntimeException e) {
            failure = Optional.of(Replies.statusOf(e).asRuntimeException());
        }
        if (found.getEntitiesCount() > 0) {
            send(found, responses);
        }
        if (failure.isPresent()) {
            responses.onError(failure.get());
        } else {
            responses.onCompleted();
        }
    }

    private static void send(ReadResponse.Builder found, StreamObserver<ReadResponse> responses) {
        responses.onNext(found.build());
        found.clear();
    }

    private static ForwardingPipelineConfig select(
            ForwardingPipelineConfig config, GetForwardingPipelineConfigRequest.ResponseType type) {
        ForwardingPipelineConfig.Builder selected = config.toBuilder();
        switch (type) {
            case COOKIE_ONLY -> selected.clearP4Info().clearP4DeviceConfig();
            case P4INFO_AND_COOKIE -> selected.clearP4DeviceConfig();
            case DEVICE_CONFIG_AND_COOKIE -> selected.clearP4Info();
            default -> {}
        }
        return selected.build();
    }

    /** A call with one answer. */
    private interface Call<T> {
        T run() throws Refusal;
    }

    private static <T> void answer(StreamObserver<T> responses, Call<T> call) {
        T response;
        try {
            response = call.run();
        } catch (Refusal refusal) {
            responses.onError(refusal.toStatus());
            return;
        } catch (StatusRuntimeException e) {
            responses.onError(e);
            return;
        } catch (RuntimeException e) {
            responses.onError(Replies.statusOf(e).asRuntimeException());
            return;
        }
        responses.onNext(response);
        responses.onCompleted();
    }

    private static void throwIfPresent(Optional<StatusRuntimeException> failure) {
        if (failure.isPresent()) {
            throw failure.get();
        }
    }
}
