package io.losslab.softswitch.p4runtime;

import com.google.rpc.Code;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.losslab.proto.p4.v1.DigestListAckError;
import io.losslab.proto.p4.v1.MasterArbitrationUpdate;
import io.losslab.proto.p4.v1.PacketOutError;
import io.losslab.proto.p4.v1.Role;
import io.losslab.proto.p4.v1.StreamError;
import io.losslab.proto.p4.v1.StreamMessageRequest;
import io.losslab.proto.p4.v1.StreamMessageResponse;
import io.losslab.proto.p4.v1.StreamOtherError;

/**
 * A controller's StreamChannel. The first arbitration update ties it to a device; the session ends
 * with the stream. gRPC calls the receiving side from one thread at a time; {@link #send} may come
 * from any.
 */
final class ControllerStream implements StreamObserver<StreamMessageRequest> {
    private final DeviceDirectory devices;
    private final ServerCallStreamObserver<StreamMessageResponse> responses;
    private DeviceControl device;
    private boolean closed;

    ControllerStream(
            DeviceDirectory devices, ServerCallStreamObserver<StreamMessageResponse> responses) {
        this.devices = devices;
        this.responses = responses;
        responses.setOnCancelHandler(this::leave);
    }

    @Override
    public void onNext(StreamMessageRequest request) {
        if (isClosed()) {
            return;
        }
        switch (request.getUpdateCase()) {
            case ARBITRATION -> arbitrate(request.getArbitration());
            case PACKET ->
                    refuse(
                            error("packet_out is not supported by the software switch")
                                    .setPacketOut(
                                            PacketOutError.newBuilder()
                                                    .setPacketOut(request.getPacket())));
            case DIGEST_ACK ->
                    refuse(
                            error("the program has no digest to acknowledge")
                                    .setDigestListAck(
                                            DigestListAckError.newBuilder()
                                                    .setDigestListAck(request.getDigestAck())));
            case OTHER ->
                    refuse(
                            error("no architecture-specific message is supported")
                                    .setOther(
                                            StreamOtherError.newBuilder()
                                                    .setOther(request.getOther())));
            case UPDATE_NOT_SET ->
                    refuse(
                            error("the message is empty")
                                    .setCanonicalCode(Code.INVALID_ARGUMENT_VALUE)
                                    .setOther(StreamOtherError.getDefaultInstance()));
        }
    }

    @Override
    public void onError(Throwable cause) {
        leave();
    }

    @Override
    public void onCompleted() {
        leave();
        synchronized (this) {
            if (!closed) {
                closed = true;
                responses.onCompleted();
            }
        }
    }

    /** Sends a message unless the stream has ended. */
    synchronized void send(StreamMessageResponse response) {
        if (!closed) {
            responses.onNext(response);
        }
    }

    private void arbitrate(MasterArbitrationUpdate update) {
        try {
            requireDefaultRole(update.getRole());
            if (device == null) {
                device = devices.find(update.getDeviceId());
            } else if (device.id() != update.getDeviceId()) {
                throw new Refusal(
                        Code.FAILED_PRECONDITION,
                        "this stream is of device %s; open another for device %s"
                                .formatted(
                                        Long.toUnsignedString(device.id()),
                                        Long.toUnsignedString(update.getDeviceId())));
            }
            device.arbitrate(this, update);
        } catch (Refusal refusal) {
            leave();
            synchronized (this) {
                closed = true;
                responses.onError(refusal.toStatus());
            }
        }
    }

    @SuppressWarnings("deprecation") // Role.id: old controllers name their role so
    private static void requireDefaultRole(Role role) throws Refusal {
        if (!role.getName().isEmpty() || role.getId() != 0 || role.hasConfig()) {
            throw Refusal.invalid(
                    "only the default role is supported: leave role unset (it was '%s')"
                            .formatted(role.getName()));
        }
    }

    private void leave() {
        if (device != null) {
            device.leave(this);
        }
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    private void refuse(StreamError.Builder error) {
        send(StreamMessageResponse.newBuilder().setError(error).build());
    }

    private static StreamError.Builder error(String message) {
        return StreamError.newBuilder()
                .setCanonicalCode(Code.UNIMPLEMENTED_VALUE)
                .setMessage(message);
    }
}
