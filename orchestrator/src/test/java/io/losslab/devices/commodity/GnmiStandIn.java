package io.losslab.devices.commodity;

import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerCredentials;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.losslab.api.gnmi.PathText;
import io.losslab.proto.gnmi.CapabilityRequest;
import io.losslab.proto.gnmi.CapabilityResponse;
import io.losslab.proto.gnmi.Encoding;
import io.losslab.proto.gnmi.GetRequest;
import io.losslab.proto.gnmi.GetResponse;
import io.losslab.proto.gnmi.ModelData;
import io.losslab.proto.gnmi.Notification;
import io.losslab.proto.gnmi.Path;
import io.losslab.proto.gnmi.SetRequest;
import io.losslab.proto.gnmi.SetResponse;
import io.losslab.proto.gnmi.SubscribeRequest;
import io.losslab.proto.gnmi.SubscribeResponse;
import io.losslab.proto.gnmi.Subscription;
import io.losslab.proto.gnmi.SubscriptionList;
import io.losslab.proto.gnmi.SubscriptionMode;
import io.losslab.proto.gnmi.TypedValue;
import io.losslab.proto.gnmi.Update;
import io.losslab.proto.gnmi.gNMIGrpc;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A gNMI server with a tree of leaves: what it takes, and what it says, is its system's. A Set is
 * done as a whole or not at all.
 */
abstract class GnmiStandIn extends gNMIGrpc.gNMIImplBase implements AutoCloseable {
    static final String USER = "losslab";
    static final String PASSWORD = "c0rrect-Horse";

    /** Leaves of the configuration: Boolean, Long or String, by their paths. */
    final NavigableMap<String, Object> config = new ConcurrentSkipListMap<>();

    /** Counters, by their paths. */
    final Map<String, Long> counters = new ConcurrentHashMap<>();

    /** Sets that were done. */
    final AtomicInteger sets = new AtomicInteger();

    private final String version;
    private final List<Encoding> encodings;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    private Server server;

    GnmiStandIn(String version, Encoding... encodings) {
        this.version = version;
        this.encodings = List.of(encodings);
    }

    /** Starts to listen. */
    final void start(ServerCredentials credentials) throws IOException {
        server =
                NettyServerBuilder.forAddress(
                                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                                credentials)
                        .intercept(new Door())
                        .addService(this)
                        .build()
                        .start();
    }

    final String address() {
        return "127.0.0.1:" + server.getPort();
    }

    @Override
    public final void close() {
        clock.shutdownNow();
        server.shutdownNow();
    }

    abstract List<ModelData> models();

    /** The error that a missing or wrong login gets. */
    abstract Status wrongLogin(Optional<String> user);

    /** Refuses a prefix. */
    abstract void requirePrefix(Path prefix);

    /** Refuses a path that the schema does not have. */
    abstract void requireKnown(Path path);

    /**
     * The value to store of an update.
     *
     * @throws StatusRuntimeException where the leaf cannot be set, or not to this
     */
    abstract Object taken(Path path, TypedValue value);

    /** Refuses a configuration that would not be valid; may add what its lists create. */
    abstract void commit(NavigableMap<String, Object> candidate);

    /** What a Get of one path brings. */
    abstract List<Update> found(Path path, GetRequest.DataType type, Encoding encoding);

    /** Shortest interval of samples. */
    abstract long shortestNanos();

    /** Whether a stream begins with the values of the moment, or after an interval. */
    boolean beginsWithValues() {
        return true;
    }

    void requireEncoding(Encoding encoding) {
        if (!encodings.contains(encoding)) {
            throw invalid("unsupported encoding: " + encoding);
        }
    }

    static StatusRuntimeException invalid(String text) {
        return Status.INVALID_ARGUMENT.withDescription(text).asRuntimeException();
    }

    static ModelData model(String name, String organization, String version) {
        return ModelData.newBuilder()
                .setName(name)
                .setOrganization(organization)
                .setVersion(version)
                .build();
    }

    @Override
    public void capabilities(CapabilityRequest request, StreamObserver<CapabilityResponse> reply) {
        answer(
                reply,
                () ->
                        CapabilityResponse.newBuilder()
                                .setGNMIVersion(version)
                                .addAllSupportedEncodings(encodings)
                                .addAllSupportedModels(models())
                                .build());
    }

    @Override
    public void get(GetRequest request, StreamObserver<GetResponse> reply) {
        answer(reply, () -> got(request));
    }

    private GetResponse got(GetRequest request) {
        requirePrefix(request.getPrefix());
        requireEncoding(request.getEncoding());
        GetResponse.Builder response = GetResponse.newBuilder();
        for (Path path : request.getPathList()) {
            requireKnown(path);
            response.addNotification(
                    Notification.newBuilder()
                            .setTimestamp(now())
                            .addAllUpdate(found(path, request.getType(), request.getEncoding())));
        }
        return response.build();
    }

    @Override
    public void set(SetRequest request, StreamObserver<SetResponse> reply) {
        answer(reply, () -> done(request));
    }

    private synchronized SetResponse done(SetRequest request) {
        requirePrefix(request.getPrefix());
        NavigableMap<String, Object> candidate = new TreeMap<>(config);
        for (Path path : request.getDeleteList()) {
            requireKnown(path);
            String gone = PathText.format(path);
            candidate.keySet().removeIf(leaf -> leaf.equals(gone) || leaf.startsWith(gone + "/"));
        }
        for (Update update : request.getUpdateList()) {
            requireKnown(update.getPath());
            candidate.put(
                    PathText.format(update.getPath()), taken(update.getPath(), update.getVal()));
        }
        commit(candidate);
        config.keySet().retainAll(candidate.keySet());
        config.putAll(candidate);
        sets.incrementAndGet();
        return SetResponse.getDefaultInstance();
    }

    @Override
    public StreamObserver<SubscribeRequest> subscribe(StreamObserver<SubscribeResponse> reply) {
        return new StreamObserver<>() {
            private volatile ScheduledFuture<?> ticks;

            @Override
            public void onNext(SubscribeRequest request) {
                try {
                    ticks = sampled(request.getSubscribe(), reply);
                } catch (StatusRuntimeException e) {
                    reply.onError(e);
                }
            }

            @Override
            public void onError(Throwable cancelled) {
                onCompleted();
            }

            @Override
            public void onCompleted() {
                if (ticks != null) {
                    ticks.cancel(false);
                }
            }
        };
    }

    private ScheduledFuture<?> sampled(
            SubscriptionList wanted, StreamObserver<SubscribeResponse> reply) {
        requirePrefix(wanted.getPrefix());
        requireEncoding(wanted.getEncoding());
        if (wanted.getMode() != SubscriptionList.Mode.STREAM) {
            throw invalid("unsupported mode: " + wanted.getMode());
        }
        for (Subscription each : wanted.getSubscriptionList()) {
            requireKnown(each.getPath());
            if (each.getMode() != SubscriptionMode.SAMPLE
                    || each.getSampleInterval() < shortestNanos()) {
                throw invalid("unsupported sample interval: " + each.getSampleInterval());
            }
        }
        if (beginsWithValues()) {
            tell(wanted, reply);
        }
        reply.onNext(SubscribeResponse.newBuilder().setSyncResponse(true).build());
        long interval = wanted.getSubscription(0).getSampleInterval();
        return clock.scheduleAtFixedRate(
                () -> tell(wanted, reply), interval, interval, TimeUnit.NANOSECONDS);
    }

    private void tell(SubscriptionList wanted, StreamObserver<SubscribeResponse> reply) {
        for (Subscription each : wanted.getSubscriptionList()) {
            List<Update> found =
                    found(each.getPath(), GetRequest.DataType.ALL, wanted.getEncoding());
            if (!found.isEmpty() && !((ServerCallStreamObserver<?>) reply).isCancelled()) {
                reply.onNext(
                        SubscribeResponse.newBuilder()
                                .setUpdate(
                                        Notification.newBuilder()
                                                .setTimestamp(now())
                                                .addAllUpdate(found))
                                .build());
            }
        }
    }

    private static long now() {
        return TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());
    }

    private interface Answer<T> {
        T make();
    }

    private static <T> void answer(StreamObserver<T> reply, Answer<T> answer) {
        T made;
        try {
            made = answer.make();
        } catch (StatusRuntimeException e) {
            reply.onError(e);
            return;
        }
        reply.onNext(made);
        reply.onCompleted();
    }

    /** Looks at user and password of every call. */
    private final class Door implements ServerInterceptor {
        @Override
        public <Q, R> ServerCall.Listener<Q> interceptCall(
                ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
            Optional<String> user = header(headers, "username");
            if (!user.equals(Optional.of(USER))
                    || !header(headers, "password").equals(Optional.of(PASSWORD))) {
                call.close(wrongLogin(user), new Metadata());
                return new ServerCall.Listener<>() {};
            }
            return next.startCall(call, headers);
        }

        private static Optional<String> header(Metadata headers, String name) {
            return Optional.ofNullable(
                    headers.get(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER)));
        }
    }
}
