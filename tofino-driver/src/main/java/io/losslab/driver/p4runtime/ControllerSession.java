package io.losslab.driver.p4runtime;

import com.google.rpc.Code;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import io.losslab.driver.DeviceChannel;
import io.losslab.driver.DeviceException;
import io.losslab.proto.p4.v1.MasterArbitrationUpdate;
import io.losslab.proto.p4.v1.P4RuntimeGrpc;
import io.losslab.proto.p4.v1.StreamMessageRequest;
import io.losslab.proto.p4.v1.StreamMessageResponse;
import io.losslab.proto.p4.v1.Uint128;
import java.math.BigInteger;

/** A StreamChannel with its arbitration. Thread-safe. */
final class ControllerSession implements StreamObserver<StreamMessageResponse> {
    private static final String CALL = "StreamChannel";

    private final DeviceChannel channel;
    private final Uint128 electionId;
    private StreamObserver<StreamMessageRequest> requests;
    private MasterArbitrationUpdate latest;
    private boolean ended;
    private StatusRuntimeException failure;

    private ControllerSession(DeviceChannel channel, Uint128 electionId) {
        this.channel = channel;
        this.electionId = electionId;
    }

    /**
     * Opens a stream and claims to be primary.
     *
     * @throws DeviceException where another is, or the device does not answer in time
     */
    static ControllerSession open(DeviceChannel channel, long deviceId, Uint128 electionId) {
        ControllerSession session = new ControllerSession(channel, electionId);
        session.requests = P4RuntimeGrpc.newStub(channel.channel()).streamChannel(session);
        session.requests.onNext(
                StreamMessageRequest.newBuilder()
                        .setArbitration(
                                MasterArbitrationUpdate.newBuilder()
                                        .setDeviceId(deviceId)
                                        .setElectionId(electionId))
                        .build());
        try {
            session.awaitPrimary();
            return session;
        } catch (DeviceException e) {
            session.close();
            throw e;
        }
    }

    Uint128 electionId() {
        return electionId;
    }

    synchronized boolean isPrimary() {
        return !ended && latest != null && latest.getStatus().getCode() == Code.OK_VALUE;
    }

    @Override
    public synchronized void onNext(StreamMessageResponse response) {
        if (response.hasArbitration()) {
            latest = response.getArbitration();
            notifyAll();
        }
    }

    @Override
    public synchronized void onError(Throwable cause) {
        failure =
                cause instanceof StatusRuntimeException e
                        ? e
                        : Status.fromThrowable(cause).asRuntimeException();
        ended = true;
        notifyAll();
    }

    @Override
    public synchronized void onCompleted() {
        ended = true;
        notifyAll();
    }

    /**
     * Ends the stream and waits until the device has noticed, so that the election id is free
     * again.
     */
    synchronized void close() {
        if (!ended) {
            requests.onCompleted();
            awaitDeadline(() -> ended);
        }
    }

    /** The first answer on a stream is to its own update. */
    private synchronized void awaitPrimary() {
        awaitDeadline(() -> latest != null || ended);
        if (latest == null && failure != null) {
            throw channel.failure(CALL, failure);
        }
        if (latest == null) {
            throw channel.unreachable(
                    CALL,
                    "no answer to the claim to be primary within %s s"
                            .formatted(channel.callDeadline().toMillis() / 1e3),
                    "check that a P4Runtime server is there",
                    null);
        }
        if (latest.getStatus().getCode() == Code.OK_VALUE) {
            return;
        }
        String highest = text(latest.getElectionId());
        if (latest.getStatus().getCode() == Code.ALREADY_EXISTS_VALUE) {
            throw channel.refused(
                    CALL,
                    "primary is held by election id " + highest,
                    "stop the other controller or raise electionId",
                    failure);
        }
        throw channel.refused(
                CALL,
                "election id %s is below %s, the highest it has seen"
                        .formatted(text(electionId), highest),
                "raise electionId to %s or more".formatted(highest),
                failure);
    }

    /** A condition on the session's fields, held under its lock. */
    private interface Condition {
        boolean holds();
    }

    private void awaitDeadline(Condition condition) {
        long end = System.nanoTime() + channel.callDeadline().toNanos();
        try {
            for (long left = end - System.nanoTime();
                    left > 0 && !condition.holds();
                    left = end - System.nanoTime()) {
                wait(left / 1_000_000 + 1);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static String text(Uint128 id) {
        return unsigned(id.getHigh()).shiftLeft(64).or(unsigned(id.getLow())).toString();
    }

    private static BigInteger unsigned(long value) {
        return new BigInteger(Long.toUnsignedString(value));
    }
}
