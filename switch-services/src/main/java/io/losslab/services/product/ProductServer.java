package io.losslab.services.product;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import io.losslab.api.gnmi.PathText;
import io.losslab.api.rpc.Replies;
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
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A gNMI server with a tree of leaves: what it takes, and what it answers, is its system's. A Set
 * is done as a whole or not at all. Thread safe.
 */
public abstract class ProductServer extends gNMIGrpc.gNMIImplBase {
    private final String version;
    private final List<Encoding> encodings;
    private final ProductHardware hardware;

    /** Leaves of the configuration: Boolean, Long or String, by their paths. */
    private final NavigableMap<String, Object> config = new ConcurrentSkipListMap<>();

    private final Map<String, PortCounter> counters = new HashMap<>();
    private final AtomicInteger sets = new AtomicInteger();

    protected ProductServer(String version, ProductHardware hardware, Encoding... encodings) {
        this.version = version;
        this.hardware = hardware;
        this.encodings = List.of(encodings);
    }

    /** The name of a port, from 1, in its models. */
    public abstract String portName(int port);

    /** What it says of a call without user and password of an account, if it asks for them. */
    public abstract String wrongLogin(String user);

    /**
     * Priorities that its configuration makes lossless at a port, bit i = priority i; empty where
     * that is not configured over gNMI.
     */
    public abstract OptionalInt losslessPriorities(int port);

    protected abstract List<ModelData> models();

    /** Refuses a prefix. */
    protected abstract void requirePrefix(Path prefix);

    /** Refuses a path that the schema does not have. */
    protected abstract void requireKnown(Path path);

    /**
     * The value to store of an update.
     *
     * @throws StatusRuntimeException where the leaf cannot be set, or not to this
     */
    protected abstract Object taken(Path path, TypedValue value);

    /** Refuses a configuration that would not be valid; may add what its lists create. */
    protected abstract void commit(NavigableMap<String, Object> candidate);

    /**
     * What a Get of one path brings.
     *
     * @param values the counters that it may need
     */
    protected abstract List<Update> found(
            Path path, GetRequest.DataType type, Encoding encoding, Map<PortCounter, Long> values);

    /** Shortest interval of samples. */
    protected abstract long shortestNanos();

    /** Whether a stream begins with the values of the moment, or after an interval. */
    protected boolean beginsWithValues() {
        return true;
    }

    /** Adds a counter to the tree. */
    protected final void count(String path, PortCounter counter) {
        counters.put(path, counter);
    }

    /** Whether a counter is there as the device is configured. */
    protected boolean has(PortCounter counter) {
        return true;
    }

    /** A leaf of the configuration, or a counter among those read; null where it is neither. */
    protected final Object value(String path, Map<PortCounter, Long> values) {
        Object leaf = config.get(path);
        PortCounter counter = counters.get(path);
        return leaf != null || counter == null || !has(counter) ? leaf : values.get(counter);
    }

    protected static StatusRuntimeException invalid(String text) {
        return Status.INVALID_ARGUMENT.withDescription(text).asRuntimeException();
    }

    protected static ModelData model(String name, String organization, String version) {
        return ModelData.newBuilder()
                .setName(name)
                .setOrganization(organization)
                .setVersion(version)
                .build();
    }

    /** The counters of its tree by their paths. */
    public final Map<String, PortCounter> counterLeaves() {
        return Map.copyOf(counters);
    }

    /** The configuration: Boolean, Long or String, by path. */
    public final Map<String, Object> config() {
        return new TreeMap<>(config);
    }

    /** Sets a leaf as the device's own command line does, without a check. */
    public final synchronized void configure(String path, Object value) {
        config.put(path, value);
        hardware.changed();
    }

    /** How many Sets were done. */
    public final int sets() {
        return sets.get();
    }

    @Override
    public final void capabilities(
            CapabilityRequest request, StreamObserver<CapabilityResponse> reply) {
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
        List<Path> paths =
                request.getPathList().stream()
                        .map(path -> absolute(request.getPrefix(), path))
                        .toList();
        paths.forEach(this::requireKnown);
        ProductHardware.Reading reading = hardware.read(countersOf(paths));
        GetResponse.Builder response = GetResponse.newBuilder();
        for (Path path : paths) {
            response.addNotification(
                    Notification.newBuilder()
                            .setTimestamp(reading.nanos())
                            .addAllUpdate(
                                    found(
                                            path,
                                            request.getType(),
                                            request.getEncoding(),
                                            reading.values())));
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
            delete(candidate, absolute(request.getPrefix(), path));
        }
        for (Update update : request.getReplaceList()) {
            Path path = absolute(request.getPrefix(), update.getPath());
            delete(candidate, path);
            put(candidate, path, update.getVal());
        }
        for (Update update : request.getUpdateList()) {
            put(candidate, absolute(request.getPrefix(), update.getPath()), update.getVal());
        }
        commit(candidate);
        config.keySet().retainAll(candidate.keySet());
        config.putAll(candidate);
        sets.incrementAndGet();
        hardware.changed();
        return SetResponse.newBuilder().setTimestamp(hardware.read(Set.of()).nanos()).build();
    }

    private void delete(NavigableMap<String, Object> candidate, Path path) {
        requireKnown(path);
        String gone = PathText.format(path);
        candidate.keySet().removeIf(leaf -> leaf.equals(gone) || leaf.startsWith(gone + "/"));
    }

    private void put(NavigableMap<String, Object> candidate, Path path, TypedValue value) {
        requireKnown(path);
        candidate.put(PathText.format(path), taken(path, value));
    }

    @Override
    public final StreamObserver<SubscribeRequest> subscribe(
            StreamObserver<SubscribeResponse> reply) {
        return new ProductStream(this, hardware, Replies.stream(reply));
    }

    /** What a stream is to bring, checked. */
    final ProductStream.Wanted wanted(SubscriptionList list) {
        requirePrefix(list.getPrefix());
        requireEncoding(list.getEncoding());
        if (list.getMode() != SubscriptionList.Mode.STREAM) {
            throw invalid("unsupported mode: " + list.getMode());
        }
        if (list.getSubscriptionCount() == 0) {
            throw invalid("no subscription");
        }
        list.getSubscriptionList().forEach(this::requireSampled);
        List<Path> paths =
                list.getSubscriptionList().stream()
                        .map(each -> absolute(list.getPrefix(), each.getPath()))
                        .toList();
        paths.forEach(this::requireKnown);
        long asked = list.getSubscription(0).getSampleInterval();
        return new ProductStream.Wanted(
                paths, list.getEncoding(), countersOf(paths), asked == 0 ? shortestNanos() : asked);
    }

    /** An interval of 0 is the shortest (gNMI, section 3.5.1.5.2). */
    private void requireSampled(Subscription subscription) {
        if (subscription.getMode() != SubscriptionMode.SAMPLE) {
            throw invalid("unsupported subscription mode: " + subscription.getMode());
        }
        long interval = subscription.getSampleInterval();
        if (interval != 0 && interval < shortestNanos()) {
            throw invalid("unsupported sample interval: " + Long.toUnsignedString(interval));
        }
    }

    private void requireEncoding(Encoding encoding) {
        if (!encodings.contains(encoding)) {
            throw invalid("unsupported encoding: " + encoding);
        }
    }

    private Set<PortCounter> countersOf(Collection<Path> paths) {
        Set<PortCounter> wanted = new LinkedHashSet<>();
        for (Path path : paths) {
            PortCounter counter = counters.get(PathText.format(path));
            if (counter != null) {
                wanted.add(counter);
            }
        }
        return wanted;
    }

    private static Path absolute(Path prefix, Path path) {
        return Path.newBuilder()
                .addAllElem(prefix.getElemList())
                .addAllElem(path.getElemList())
                .build();
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
}
