package io.losslab.services.gnmi;

import io.grpc.stub.ServerCallStreamObserver;
import io.losslab.proto.gnmi.Encoding;
import io.losslab.proto.gnmi.Notification;
import io.losslab.proto.gnmi.Path;
import io.losslab.proto.gnmi.SubscribeResponse;
import io.losslab.proto.gnmi.SubscriptionList;
import io.losslab.proto.gnmi.TypedValue;
import io.losslab.proto.gnmi.Update;
import io.losslab.services.gnmi.tree.Leaf;
import io.losslab.services.gnmi.tree.SwitchAccess;
import io.losslab.services.gnmi.tree.SwitchReading;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * The leaves of one subscription on their way to a client. On the switch's thread, once it is
 * started.
 */
final class LeafStream {
    private final GnmiTarget target;
    private final Path prefix;
    private final Encoding encoding;
    private final Leaf[] leaves;
    private final ServerCallStreamObserver<SubscribeResponse> call;
    private final BooleanSupplier ended;

    /** What was sent last; null what never was. */
    private final TypedValue[] last;

    /** Between samples; 0: on change. */
    private long intervalNanos;

    private boolean onlyChanges;
    private long heartbeatNanos;
    private long nextBeatNanos;

    /** Whether a sample was left out, since the client was too far behind. */
    private volatile boolean owesSample;

    private Runnable sampler;
    private Runnable listener;

    LeafStream(
            GnmiTarget target,
            SubscriptionList list,
            List<Leaf> leaves,
            ServerCallStreamObserver<SubscribeResponse> call,
            BooleanSupplier ended) {
        this.target = target;
        this.prefix = GnmiService.answerPrefix(list.getPrefix());
        this.encoding = list.getEncoding();
        this.leaves = leaves.toArray(new Leaf[0]);
        this.call = call;
        this.ended = ended;
        this.last = new TypedValue[this.leaves.length];
    }

    /**
     * Makes it send every so often.
     *
     * @param suppress leave out what has not changed
     * @param heartbeat time after which all is sent nevertheless; 0: never
     */
    LeafStream sampled(long interval, boolean suppress, long heartbeat) {
        intervalNanos = interval;
        onlyChanges = suppress;
        heartbeatNanos = heartbeat;
        return this;
    }

    /**
     * Makes it send on change.
     *
     * @param heartbeat time after which all is sent nevertheless; 0: never
     */
    LeafStream watched(long heartbeat) {
        onlyChanges = true;
        heartbeatNanos = heartbeat;
        return this;
    }

    /** Begins to sample or to listen. */
    void start(SwitchAccess access) {
        nextBeatNanos = access.nowNanos() + heartbeatNanos;
        if (intervalNanos > 0) {
            every(access, intervalNanos, () -> sample(access));
            return;
        }
        SwitchReading reading = target.read(access);
        for (int i = 0; i < leaves.length; i++) {
            last[i] = leaves[i].value(reading, encoding);
        }
        listener = () -> unlessEnded(() -> send(access, true));
        access.addListener(listener);
        if (heartbeatNanos > 0) {
            every(access, heartbeatNanos, () -> send(access, false));
        }
    }

    void sendAll(SwitchAccess access) {
        send(access, false);
    }

    /** Whether {@link #catchUp} has something to do; from any thread. */
    boolean owesSample() {
        return owesSample;
    }

    /** Sends what is now in place of what was left out. */
    void catchUp(SwitchAccess access) {
        if (owesSample) {
            unlessEnded(() -> sample(access));
        }
    }

    /** Samples and listens no more. */
    void stop(SwitchAccess access) {
        if (sampler != null) {
            access.removeSampler(sampler);
        }
        if (listener != null) {
            access.removeListener(listener);
        }
    }

    private void sample(SwitchAccess access) {
        // Before it is asked: whoever makes it ready meanwhile finds that a sample is owed.
        owesSample = true;
        if (!call.isReady()) {
            return;
        }
        owesSample = false;
        boolean beat = heartbeatNanos > 0 && access.nowNanos() >= nextBeatNanos;
        if (beat) {
            nextBeatNanos = access.nowNanos() + heartbeatNanos;
        }
        send(access, onlyChanges && !beat);
    }

    private void send(SwitchAccess access, boolean onlyChanged) {
        SwitchReading reading = target.read(access);
        Notification.Builder notification =
                Notification.newBuilder().setTimestamp(access.nowNanos()).setPrefix(prefix);
        for (int i = 0; i < leaves.length; i++) {
            TypedValue value = leaves[i].value(reading, encoding);
            if (!onlyChanged || !value.equals(last[i])) {
                notification.addUpdate(Update.newBuilder().setPath(leaves[i].path()).setVal(value));
                last[i] = value;
            }
        }
        if (notification.getUpdateCount() > 0) {
            call.onNext(SubscribeResponse.newBuilder().setUpdate(notification).build());
        }
    }

    private void every(SwitchAccess access, long nanos, Runnable action) {
        sampler = () -> unlessEnded(action);
        access.addSampler(nanos, sampler);
    }

    private void unlessEnded(Runnable action) {
        if (!ended.getAsBoolean()) {
            action.run();
        }
    }
}
