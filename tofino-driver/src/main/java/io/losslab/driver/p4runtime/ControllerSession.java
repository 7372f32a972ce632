package io.losslab.driver.p4runtime;

import com.google.rpc.Code;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import io.losslab.api.process.DaemonThreads;
import io.losslab.driver.BackOff;
import io.losslab.driver.DeviceChannel;
import io.losslab.driver.DeviceException;
import io.losslab.proto.p4.v1.MasterArbitrationUpdate;
import io.losslab.proto.p4.v1.P4RuntimeGrpc;
import io.losslab.proto.p4.v1.StreamMessageRequest;
import io.losslab.proto.p4.v1.StreamMessageResponse;
import io.losslab.proto.p4.v1.Uint128;
import java.math.BigInteger;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * A StreamChannel with its arbitration. A stream that breaks off is opened again, with the same
 * election id, after a back-off. Thread-safe.
 */
final class ControllerSession implements AutoCloseable {
    private static final String CALL = "StreamChannel";

    private final DeviceChannel channel;
    private final long deviceId;
    private final Uint128 electionId;
    private final StreamListeners listeners;
    private final BackOff backOff;
    private final ScheduledExecutorService timer;
    private Stream stream;
    private MasterArbitrationUpdate latest;
    private boolean established;
    private boolean closing;
    private int attempts;

    private ControllerSession(
            DeviceChannel channel,
            long deviceId,
            Uint128 electionId,
            StreamListeners listeners,
            BackOff backOff) {
        this.channel = channel;
        this.deviceId = deviceId;
        this.electionId = electionId;
        this.listeners = listeners;
        this.backOff = backOff;
        this.timer =
                Executors.newSingleThreadScheduledExecutor(
                        DaemonThreads.named("p4runtime-" + channel.device()));
    }

    /**
     * Opens a stream and claims to be primary.
     *
     * @throws DeviceException where another is, or the device does not answer in time
     */
    static ControllerSession open(
            DeviceChannel channel,
            long deviceId,
            Uint128 electionId,
            StreamListeners listeners,
            BackOff backOff) {
        ControllerSession session =
                new ControllerSession(channel, deviceId, electionId, listeners, backOff);
        session.connect();
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
        return !stream.ended && latest != null && latest.getStatus().getCode() == Code.OK_VALUE;
    }

    /**
     * Why it is not primary.
     *
     * @return empty: it is
     */
    synchronized Optional<String> loss() {
        if (isPrimary()) {
            return Optional.empty();
        }
        if (latest != null && !stream.ended) {
            return Optional.of(
                    "another controller has become primary, with election id "
                            + text(latest.getElectionId()));
        }
        return Optional.of(
                stream.failure == null
                        ? "the device ended the controller's stream"
                        : "the controller's stream ended: "
                                + stream.failure.getStatus().getDescription());
    }

    /** Sends a packet or an acknowledgement. */
    void send(StreamMessageRequest request) {
        synchronized (this) {
            if (!stream.ended) {
                stream.requests.onNext(request);
                return;
            }
        }
        throw channel.unreachable(
                "the stream is closed", "try again when the session has been restored", null);
    }

    /**
     * Ends the stream and waits until the device has noticed, so that the election id is free
     * again.
     */
    @Override
    public synchronized void close() {
        closing = true;
        timer.shutdownNow();
        if (!stream.ended) {
            stream.requests.onCompleted();
            awaitDeadline(() -> stream.ended);
        }
    }

    /** One stream; a session has one after the other. */
    private final class Stream implements StreamObserver<StreamMessageResponse> {
        private StreamObserver<StreamMessageRequest> requests;
        private boolean ended;
        private boolean wasUp;
        private StatusRuntimeException failure;

        @Override
        public void onNext(StreamMessageResponse response) {
            switch (response.getUpdateCase()) {
                case ARBITRATION -> {
                    wasUp = true;
                    arbitrated(response.getArbitration());
                    listeners.tell(each -> each.onArbitration(response.getArbitration()));
                }
                case PACKET -> listeners.tell(each -> each.onPacket(response.getPacket()));
                case DIGEST -> listeners.tell(each -> each.onDigest(response.getDigest()));
                case IDLE_TIMEOUT_NOTIFICATION ->
                        listeners.tell(
                                each -> each.onIdleTimeout(response.getIdleTimeoutNotification()));
                case ERROR -> listeners.tell(each -> each.onRefusal(response.getError()));
                default -> {}
            }
        }

        @Override
        public void onError(Throwable cause) {
            end(
                    cause instanceof StatusRuntimeException e
                            ? e
                            : Status.fromThrowable(cause).asRuntimeException());
        }

        @Override
        public void onCompleted() {
            end(null);
        }

        private void end(StatusRuntimeException reason) {
            boolean lost;
            synchronized (ControllerSession.this) {
                ended = true;
                failure = reason;
                lost = established && !closing;
                ControllerSession.this.notifyAll();
            }
            if (lost) {
                DeviceException problem = problem(reason);
                if (wasUp) {
                    listeners.tell(each -> each.onLost(problem));
                }
                if (isFinal(reason)) {
                    listeners.tell(each -> each.onGivenUp(problem));
                } else {
                    comeBack(problem);
                }
            }
        }

        /** The device itself has gone: one of its id that stands there now is another. */
        private boolean isFinal(StatusRuntimeException reason) {
            return reason != null && reason.getStatus().getCode() == Status.Code.ABORTED;
        }

        private DeviceException problem(StatusRuntimeException reason) {
            return reason != null
                    ? channel.failure(CALL, reason)
                    : channel.unreachable(
                            "the device closed the stream", "see the device's log", null);
        }
    }

    private synchronized void arbitrated(MasterArbitrationUpdate update) {
        latest = update;
        attempts = 0;
        notifyAll();
    }

    private synchronized void connect() {
        stream = new Stream();
        latest = null;
        stream.requests = P4RuntimeGrpc.newStub(channel.channel()).streamChannel(stream);
        stream.requests.onNext(
                StreamMessageRequest.newBuilder()
                        .setArbitration(
                                MasterArbitrationUpdate.newBuilder()
                                        .setDeviceId(deviceId)
                                        .setElectionId(electionId))
                        .build());
    }

    private void comeBack(DeviceException problem) {
        synchronized (this) {
            if (closing) {
                return;
            }
            if (attempts < backOff.attempts()) {
                long delay = backOff.delayMillis(attempts++, ThreadLocalRandom.current());
                Future<?> unused = timer.schedule(this::reconnect, delay, TimeUnit.MILLISECONDS);
                return;
            }
        }
        listeners.tell(each -> each.onGivenUp(problem));
    }

    private synchronized void reconnect() {
        if (closing) {
            return;
        }
        // The delay is ours, not gRPC's, which would grow to minutes.
        if (channel.channel() instanceof ManagedChannel connection) {
            connection.resetConnectBackoff();
        }
        connect();
    }

    /** The first answer on a stream is to its own update. */
    private synchronized void awaitPrimary() {
        awaitDeadline(() -> latest != null || stream.ended);
        if (latest == null && stream.failure != null) {
            throw channel.failure(CALL, stream.failure);
        }
        if (latest == null) {
            throw channel.unreachable(
                    "no answer to the claim to be primary within %s s"
                            .formatted(channel.callDeadline().toMillis() / 1e3),
                    "check that a P4Runtime server listens there",
                    null);
        }
        if (latest.getStatus().getCode() == Code.OK_VALUE) {
            established = true;
            return;
        }
        String highest = text(latest.getElectionId());
        if (latest.getStatus().getCode() == Code.ALREADY_EXISTS_VALUE) {
            throw channel.refused(
                    "primary is held by election id " + highest,
                    "stop the other controller or raise electionId",
                    stream.failure);
        }
        throw channel.refused(
                "election id %s is below %s, the highest it has seen"
                        .formatted(text(electionId), highest),
                "raise electionId to %s or more".formatted(highest),
                stream.failure);
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
