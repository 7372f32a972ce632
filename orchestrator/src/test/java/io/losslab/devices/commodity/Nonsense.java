package io.losslab.devices.commodity;

import com.google.protobuf.ByteString;
import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.losslab.proto.gnmi.GetResponse;
import io.losslab.proto.gnmi.Notification;
import io.losslab.proto.gnmi.TypedValue;
import io.losslab.proto.gnmi.Update;

/** Has a gNMI server answer a Get with text that is no JSON, once a test asks for that. */
final class Nonsense implements ServerInterceptor {
    private static final TypedValue VALUE =
            TypedValue.newBuilder().setJsonIetfVal(ByteString.copyFromUtf8("<html>")).build();

    private volatile boolean answered;

    /** From now on. */
    void answer() {
        answered = true;
    }

    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
        return next.startCall(
                new SimpleForwardingServerCall<>(call) {
                    @Override
                    @SuppressWarnings("unchecked") // A GetResponse takes the place of one.
                    public void sendMessage(R message) {
                        super.sendMessage(
                                answered && message instanceof GetResponse answer
                                        ? (R) garbled(answer)
                                        : message);
                    }
                },
                headers);
    }

    private static GetResponse garbled(GetResponse answer) {
        GetResponse.Builder garbled = answer.toBuilder();
        for (Notification.Builder notification : garbled.getNotificationBuilderList()) {
            for (Update.Builder update : notification.getUpdateBuilderList()) {
                update.setVal(VALUE);
            }
        }
        return garbled.build();
    }
}
