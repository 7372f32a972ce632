package io.losslab.services.p4runtime;

import com.google.rpc.Code;
import io.grpc.Channel;
import io.grpc.Status;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import io.grpc.stub.StreamObserver;
import io.losslab.proto.p4.v1.DigestList;
import io.losslab.proto.p4.v1.MasterArbitrationUpdate;
import io.losslab.proto.p4.v1.P4RuntimeGrpc;
import io.losslab.proto.p4.v1.PacketMetadata;
import io.losslab.proto.p4.v1.StreamMessageRequest;
import io.losslab.proto.p4.v1.StreamMessageResponse;
import io.losslab.proto.p4.v1.Uint128;
import io.losslab.services.p4runtime.program.BitString;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** A controller's stream; everything that comes is queued as a line of text. */
final class TestController
        implements ClientResponseObserver<StreamMessageRequest, StreamMessageResponse> {
    private final BlockingQueue<String> received = new LinkedBlockingQueue<>();
    private final StreamObserver<StreamMessageRequest> requests;
    private final int first;
    private ClientCallStreamObserver<StreamMessageRequest> call;
    private boolean finished;

    /** Reads so many messages before {@link #readOn}. */
    TestController(Channel channel, int first) {
        this.first = first;
        requests = P4RuntimeGrpc.newStub(channel).streamChannel(this);
    }

    @Override
    public void beforeStart(ClientCallStreamObserver<StreamMessageRequest> started) {
        call = started;
        started.disableAutoRequestWithInitial(first);
    }

    /** Reads all there is and will be. */
    void readOn() {
        call.request(Integer.MAX_VALUE);
    }

    TestController claim(long deviceId, long electionId) {
        return claim(deviceId, LoopbackServer.id(electionId));
    }

    TestController claim(long deviceId, Uint128 electionId) {
        return send(
                MasterArbitrationUpdate.newBuilder()
                        .setDeviceId(deviceId)
                        .setElectionId(electionId));
    }

    TestController send(MasterArbitrationUpdate.Builder update) {
        return send(StreamMessageRequest.newBuilder().setArbitration(update));
    }

    TestController send(StreamMessageRequest.Builder request) {
        requests.onNext(request.build());
        return this;
    }

    /**
     * What came next, such as {@code OK 5 telemetry}: a status, the highest election id, and the
     * role; or {@code end NOT_FOUND}.
     */
    String next() throws InterruptedException {
        String line = received.poll(60, TimeUnit.SECONDS);
        return line == null ? "nothing" : line;
    }

    /** Whether nothing is waiting to be looked at. */
    boolean isQuiet() {
        return received.isEmpty();
    }

    void finish() {
        if (!finished) {
            finished = true;
            requests.onCompleted();
        }
    }

    @Override
    public void onNext(StreamMessageResponse response) {
        if (response.hasArbitration()) {
            MasterArbitrationUpdate update = response.getArbitration();
            String highest =
                    update.hasElectionId()
                            ? ElectionId.of(update.getElectionId()).toString()
                            : "none";
            received.add(
                    "%s %s %s"
                            .formatted(
                                    Code.forNumber(update.getStatus().getCode()),
                                    highest,
                                    update.getRole().getName())
                            .strip());
        } else if (response.hasPacket()) {
            PacketMetadata metadata = response.getPacket().getMetadata(0);
            received.add(
                    "packet %d=%d %d"
                            .formatted(
                                    metadata.getMetadataId(),
                                    BitString.toLong(metadata.getValue()),
                                    response.getPacket().getPayload().size()));
        } else if (response.hasDigest()) {
            received.add(text(response.getDigest()));
        } else {
            received.add(
                    "error "
                            + Code.forNumber(response.getError().getCanonicalCode())
                            + " "
                            + response.getError().getDetailsCase());
        }
    }

    private static String text(DigestList list) {
        String messages =
                list.getDataList().stream()
                        .map(
                                data ->
                                        data.getStruct().getMembersList().stream()
                                                .map(it -> BitString.toLong(it.getBitstring()))
                                                .map(String::valueOf)
                                                .collect(Collectors.joining(" ")))
                        .collect(Collectors.joining(", "));
        return "digest %d at %d: %s".formatted(list.getListId(), list.getTimestamp(), messages);
    }

    @Override
    public void onError(Throwable cause) {
        finished = true;
        received.add("end " + Status.fromThrowable(cause).getCode());
    }

    @Override
    public void onCompleted() {
        received.add("end OK");
    }
}
