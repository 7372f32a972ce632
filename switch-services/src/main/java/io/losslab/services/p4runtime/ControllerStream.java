package io.losslab.services.p4runtime;

import com.google.rpc.Code;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.losslab.api.rpc.Replies;
import io.losslab.proto.p4.v1.DigestListAck;
import io.losslab.proto.p4.v1.DigestListAckError;
import io.losslab.proto.p4.v1.MasterArbitrationUpdate;
import io.losslab.proto.p4.v1.PacketOut;
import io.losslab.proto.p4.v1.PacketOutError;
import io.losslab.proto.p4.v1.StreamError;
import io.losslab.proto.p4.v1.StreamMessageRequest;
import io.losslab.proto.p4.v1.StreamMessageResponse;
import io.losslab.proto.p4.v1.StreamOtherError;
import io.losslab.services.p4runtime.program.Refusal;

/**
 * A controller's StreamChannel. The first arbitration update ties it to a device; the session ends
 * with the stream. gRPC calls the receiving side from one thread at a time; {@link #send} and
 * {@link #offer} may come from any.
 */
final class ControllerStream implements Controller, StreamObserver<StreamMessageRequest> {
    private final DeviceDirectory devices;
    private final ServerCallStreamObserver<StreamMessageResponse> responses;
    private DeviceControl device;
    private boolean closed;

    ControllerStream(
            DeviceDirectory devices, ServerCallStreamObserver<StreamMessageResponse> responses) {
        this.devices = devices;
        this.responses = responses;
        responses.setOnCancelHandler(this::leave);
        responses.setOnReadyThreshold(Replies.MOST_WAITING_BYTES);
    }

    @Override
    public void onNext(StreamMessageRequest request) {
        if (isClosed()) {
            return;
        }
        switch (request.getUpdateCase()) {
            case ARBITRATION -> arbitrate(request.getArbitration());
            case PACKET -> packetOut(request.getPacket());
            case DIGEST_ACK -> acknowledge(request.getDigestAck());
            case OTHER ->
                    refuse(
                            error(
                                            Refusal.unimplemented(
                                                    "no architecture-specific message is"
                                                            + " supported"))
                                    .setOther(
                                            StreamOtherError.newBuilder()
                                                    .setOther(request.getOther())));
            case UPDATE_NOT_SET ->
                    refuse(
                            error(Refusal.invalid("the message is empty"))
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

    @Override
    public synchronized void send(StreamMessageResponse response) {
        if (!closed) {
            responses.onNext(response);
        }
    }

    @Override
    public synchronized boolean offer(StreamMessageResponse response) {
        if (closed || !responses.isReady()) {
            return false;
        }
        responses.onNext(response);
        return true;
    }

    @Override
    public synchronized void end(StatusRuntimeException why) {
        if (!closed) {
            closed = true;
            responses.onError(why);
        }
    }

    private void arbitrate(MasterArbitrationUpdate update) {
        try {
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
            end(refusal.toStatus());
        }
    }

    private void packetOut(PacketOut packet) {
        try {
            requireDevice().packetOut(this, packet);
        } catch (Refusal refusal) {
            refuse(error(refusal).setPacketOut(PacketOutError.newBuilder().setPacketOut(packet)));
        }
    }

    private void acknowledge(DigestListAck ack) {
        try {
            requireDevice().acknowledge(this, ack);
        } catch (Refusal refusal) {
            refuse(
                    error(refusal)
                            .setDigestListAck(
                                    DigestListAckError.newBuilder().setDigestListAck(ack)));
        }
    }

    private DeviceControl requireDevice() throws Refusal {
        if (device == null) {
            throw new Refusal(
                    Code.FAILED_PRECONDITION,
                    "this stream is of no device yet: send an arbitration update first");
        }
        return device;
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

    private static StreamError.Builder error(Refusal refusal) {
        return StreamError.newBuilder()
                .setCanonicalCode(refusal.code().getNumber())
                .setMessage(refusal.getMessage());
    }
}
