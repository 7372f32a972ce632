package io.losslab.services.bfrt;

import com.google.rpc.Code;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import io.losslab.proto.bfrt.SetForwardingPipelineConfigResponse;
import io.losslab.proto.bfrt.SetForwardingPipelineConfigResponseType;
import io.losslab.proto.bfrt.StreamMessageRequest;
import io.losslab.proto.bfrt.StreamMessageResponse;
import io.losslab.proto.bfrt.Subscribe;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Clients that have subscribed, and the program that each is bound to. Guarded by itself. */
final class SdeClients {
    private final Map<Integer, StreamObserver<StreamMessageResponse>> streams = new HashMap<>();
    private final Map<Integer, String> programs = new HashMap<>();

    /** The stream that keeps a client known. */
    StreamObserver<StreamMessageRequest> stream(StreamObserver<StreamMessageResponse> responses) {
        return new StreamObserver<>() {
            private Integer own;

            @Override
            public void onNext(StreamMessageRequest request) {
                if (own != null || !request.hasSubscribe()) {
                    return;
                }
                synchronized (SdeClients.this) {
                    if (streams.putIfAbsent(request.getClientId(), responses) != null) {
                        refuse(
                                responses,
                                SdeRefusal.invalid(
                                        "Can't have two clients with the same client id"));
                        return;
                    }
                    own = request.getClientId();
                }
                Subscribe.Builder answer = Subscribe.newBuilder();
                answer.getStatusBuilder().setCode(Code.OK_VALUE);
                responses.onNext(StreamMessageResponse.newBuilder().setSubscribe(answer).build());
            }

            @Override
            public void onError(Throwable cause) {
                forget(own);
            }

            @Override
            public void onCompleted() {
                forget(own);
                responses.onCompleted();
            }
        };
    }

    private synchronized void forget(Integer client) {
        streams.remove(client);
        programs.remove(client);
    }

    synchronized void bind(int client, String program, boolean runs) {
        if (!streams.containsKey(client)) {
            throw SdeRefusal.notReady("Unknown client. Client_id:" + client);
        }
        programs.forEach(
                (other, bound) -> {
                    if (bound.equals(program)) {
                        throw SdeRefusal.exists(
                                "Client ID %d trying to bind but Client ID %d already owns this P4"
                                        .formatted(client, other));
                    }
                });
        if (!runs) {
            throw SdeRefusal.missing("Failed to find BfRtInfo for program " + program);
        }
        programs.put(client, program);
    }

    /** The program whose tables a request is about. */
    synchronized String programOf(int client, String named) {
        if (!named.isEmpty()) {
            return named;
        }
        String bound = programs.get(client);
        if (bound == null) {
            throw SdeRefusal.unexpected("Unable to get bound_program");
        }
        return bound;
    }

    /** Tells all of a new program, and cancels those that are bound to another. */
    synchronized void announce(String program) {
        for (SetForwardingPipelineConfigResponseType type :
                List.of(
                        SetForwardingPipelineConfigResponseType.WARM_INIT_STARTED,
                        SetForwardingPipelineConfigResponseType.WARM_INIT_FINISHED)) {
            StreamMessageResponse message =
                    StreamMessageResponse.newBuilder()
                            .setSetForwardingPipelineConfigResponse(
                                    SetForwardingPipelineConfigResponse.newBuilder()
                                            .setSetForwardingPipelineConfigResponseType(type))
                            .build();
            streams.values().forEach(stream -> stream.onNext(message));
        }
        Map.copyOf(programs)
                .forEach(
                        (client, bound) -> {
                            if (!Objects.equals(bound, program)) {
                                streams.get(client).onError(Status.CANCELLED.asRuntimeException());
                                forget(client);
                            }
                        });
    }

    static void refuse(StreamObserver<?> responses, SdeRefusal refusal) {
        responses.onError(
                Status.fromCodeValue(refusal.code().getNumber())
                        .withDescription(refusal.getMessage())
                        .asRuntimeException());
    }
}
