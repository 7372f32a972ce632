package io.losslab.services.gnmi;

import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.losslab.api.gnmi.PathText;
import io.losslab.api.rpc.Replies;
import io.losslab.proto.gnmi.Path;
import io.losslab.proto.gnmi.SubscribeRequest;
import io.losslab.proto.gnmi.SubscribeResponse;
import io.losslab.proto.gnmi.Subscription;
import io.losslab.proto.gnmi.SubscriptionList;
import io.losslab.services.gnmi.tree.Leaf;
import io.losslab.services.gnmi.tree.SwitchAccess;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One Subscribe call. Answers are sent on the switch's thread only. Source: gNMI specification,
 * section 3.5.
 */
final class SubscribeSession implements StreamObserver<SubscribeRequest> {
    private static final Logger LOG = LoggerFactory.getLogger(SubscribeSession.class);

    /** Shortest time between samples. */
    static final long LEAST_INTERVAL_NANOS = 1_000;

    /** Longest time between samples: a day. */
    private static final long MOST_INTERVAL_NANOS = 24L * 3_600 * 1_000_000_000;

    /**
     * Time between samples whose subscription leaves it to us. Shorter ones have to be asked for:
     * they cost the switch time.
     */
    static final long OWN_INTERVAL_NANOS = 1_000_000;

    private final Function<Path, GnmiTarget> targets;
    private final ServerCallStreamObserver<SubscribeResponse> call;
    private final List<LeafStream> streams = new ArrayList<>();
    private GnmiTarget target;
    private SubscriptionList.Mode mode;
    private volatile boolean ended;

    SubscribeSession(
            Function<Path, GnmiTarget> targets, ServerCallStreamObserver<SubscribeResponse> call) {
        this.targets = targets;
        this.call = call;
        call.setOnCancelHandler(() -> end(() -> {}));
        call.setOnReadyHandler(this::catchUp);
        call.setOnReadyThreshold(Replies.MOST_WAITING_BYTES);
    }

    @Override
    public void onNext(SubscribeRequest request) {
        if (ended) {
            return;
        }
        try {
            if (target == null) {
                begin(request);
            } else if (request.hasPoll() && mode == SubscriptionList.Mode.POLL) {
                target.call(access -> sendAll(access, false));
            } else {
                throw new IllegalArgumentException(
                        request.hasPoll()
                                ? "poll requires mode POLL; this subscription has mode " + mode
                                : "a stream accepts only one SubscriptionList");
            }
        } catch (RuntimeException e) {
            end(() -> call.onError(Replies.statusOf(e).asRuntimeException()));
        }
    }

    @Override
    public void onError(Throwable cause) {
        ended = true;
    }

    /** A client that will ask no more still gets what it subscribed to. */
    @Override
    public void onCompleted() {
        if (!ended && (target == null || mode != SubscriptionList.Mode.STREAM)) {
            end(call::onCompleted);
        }
    }

    private void begin(SubscribeRequest request) {
        if (!request.hasSubscribe()) {
            throw new IllegalArgumentException("the first message must be a SubscriptionList");
        }
        SubscriptionList list = request.getSubscribe();
        GnmiService.requireKnown(list.getEncoding());
        if (list.getSubscriptionCount() == 0) {
            throw new IllegalArgumentException("the SubscriptionList has no subscription");
        }
        GnmiTarget chosen = targets.apply(list.getPrefix());
        mode = list.getMode();
        for (Subscription subscription : list.getSubscriptionList()) {
            addStreams(chosen, list, subscription);
        }
        chosen.call(
                access -> {
                    access.addStream(call, this::abort);
                    sendAll(access, list.getUpdatesOnly());
                    if (mode == SubscriptionList.Mode.STREAM) {
                        streams.forEach(stream -> stream.start(access));
                    }
                    return null;
                });
        target = chosen;
        if (mode == SubscriptionList.Mode.ONCE) {
            end(call::onCompleted);
        }
    }

    /** A path without leaves has no stream, and is no error (gNMI, section 3.5.1.3). */
    private void addStreams(GnmiTarget chosen, SubscriptionList list, Subscription subscription) {
        Path path = GnmiTarget.absolute(list.getPrefix(), subscription.getPath());
        List<Leaf> leaves = chosen.call(chosen::tree).matching(path);
        if (leaves.isEmpty()) {
            return;
        }
        if (mode != SubscriptionList.Mode.STREAM) {
            streams.add(new LeafStream(chosen, list, leaves, call, this::hasEnded));
            return;
        }
        List<Leaf> counters = leaves.stream().filter(Leaf::isCounter).toList();
        List<Leaf> others = leaves.stream().filter(leaf -> !leaf.isCounter()).toList();
        switch (subscription.getMode()) {
            case SAMPLE -> streams.add(sampled(chosen, list, leaves, subscription));
            case ON_CHANGE -> {
                if (!counters.isEmpty()) {
                    throw new IllegalArgumentException(
                            "%s includes %s, which changes with every packet: ON_CHANGE is not supported; use SAMPLE"
                                    .formatted(
                                            PathText.format(path),
                                            PathText.format(counters.get(0).path())));
                }
                streams.add(watched(chosen, list, leaves, subscription));
            }
            case TARGET_DEFINED -> {
                if (!counters.isEmpty()) {
                    streams.add(sampled(chosen, list, counters, subscription));
                }
                if (!others.isEmpty()) {
                    streams.add(watched(chosen, list, others, subscription));
                }
            }
            default ->
                    throw new IllegalArgumentException(
                            "no such mode: " + subscription.getModeValue());
        }
    }

    private LeafStream sampled(
            GnmiTarget chosen, SubscriptionList list, List<Leaf> leaves, Subscription wish) {
        long interval = wish.getSampleInterval();
        if (interval == 0) {
            interval = OWN_INTERVAL_NANOS;
        }
        requireInterval("sample_interval", interval);
        requireHeartbeat(wish);
        return new LeafStream(chosen, list, leaves, call, this::hasEnded)
                .sampled(interval, wish.getSuppressRedundant(), wish.getHeartbeatInterval());
    }

    private LeafStream watched(
            GnmiTarget chosen, SubscriptionList list, List<Leaf> leaves, Subscription wish) {
        requireHeartbeat(wish);
        return new LeafStream(chosen, list, leaves, call, this::hasEnded)
                .watched(wish.getHeartbeatInterval());
    }

    private static void requireHeartbeat(Subscription wish) {
        if (wish.getHeartbeatInterval() != 0) {
            requireInterval("heartbeat_interval", wish.getHeartbeatInterval());
        }
    }

    private static void requireInterval(String name, long nanos) {
        if (nanos < LEAST_INTERVAL_NANOS || nanos > MOST_INTERVAL_NANOS) {
            throw new IllegalArgumentException(
                    "%s must be %d ns to a day: %s"
                            .formatted(name, LEAST_INTERVAL_NANOS, Long.toUnsignedString(nanos)));
        }
    }

    private Void sendAll(SwitchAccess access, boolean onlySync) {
        if (hasEnded()) {
            return null;
        }
        if (!onlySync) {
            streams.forEach(stream -> stream.sendAll(access));
        }
        call.onNext(SubscribeResponse.newBuilder().setSyncResponse(true).build());
        return null;
    }

    private boolean hasEnded() {
        return ended || call.isCancelled();
    }

    /** The switch is no more; on its thread. */
    private void abort(StatusRuntimeException why) {
        if (!ended) {
            ended = true;
            call.onError(why);
        }
    }

    /** Says the last word, on the switch's thread, so that nothing comes after it. */
    private void end(Runnable last) {
        if (target == null) {
            ended = true;
            last.run();
            return;
        }
        change(access -> finish(access, last));
    }

    /** The client has read on. */
    private void catchUp() {
        if (!ended && streams.stream().anyMatch(LeafStream::owesSample)) {
            change(
                    access -> {
                        streams.forEach(stream -> stream.catchUp(access));
                        return null;
                    });
        }
    }

    /** Does something unless the switch is no more, which ends the call itself. */
    private void change(Function<SwitchAccess, Void> work) {
        try {
            target.call(work);
        } catch (IllegalStateException e) {
            LOG.debug("a Subscribe call outlives its switch", e);
        }
    }

    private Void finish(SwitchAccess access, Runnable last) {
        access.removeStream(call);
        streams.forEach(stream -> stream.stop(access));
        if (!hasEnded()) {
            last.run();
        }
        ended = true;
        return null;
    }
}
