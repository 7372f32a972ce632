package io.losslab.driver.gnmi;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.losslab.api.gnmi.PathText;
import io.losslab.driver.DeviceChannel;
import io.losslab.driver.DeviceException;
import io.losslab.proto.gnmi.CapabilityRequest;
import io.losslab.proto.gnmi.CapabilityResponse;
import io.losslab.proto.gnmi.GetRequest;
import io.losslab.proto.gnmi.GetResponse;
import io.losslab.proto.gnmi.Notification;
import io.losslab.proto.gnmi.Path;
import io.losslab.proto.gnmi.SetRequest;
import io.losslab.proto.gnmi.SubscribeRequest;
import io.losslab.proto.gnmi.SubscribeResponse;
import io.losslab.proto.gnmi.Subscription;
import io.losslab.proto.gnmi.SubscriptionList;
import io.losslab.proto.gnmi.SubscriptionMode;
import io.losslab.proto.gnmi.gNMIGrpc;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Reads, samples and sets one device over gNMI. Paths are text, as in {@link PathText}. Calls block
 * and fail with a {@link DeviceException}. Thread-safe.
 */
public final class GnmiClient {
    /** Without Get, a value is awaited for so many samples after the last new one. */
    private static final int SAMPLES_OF_PATIENCE = 2;

    /** Interval of a stream from which a value is taken, where any interval will do. */
    private static final long READING_INTERVAL_NANOS = 100_000_000;

    private final DeviceChannel channel;
    private final GnmiDialect dialect;

    public GnmiClient(DeviceChannel channel, GnmiDialect dialect) {
        this.channel = channel;
        this.dialect = dialect;
    }

    /** How the device is spoken to. */
    public GnmiDialect dialect() {
        return dialect;
    }

    /** Models, encodings and version of the server. */
    public CapabilityResponse capabilities() {
        return channel.unary(
                gNMIGrpc.getCapabilitiesMethod(), CapabilityRequest.getDefaultInstance());
    }

    /** All leaves at or below paths, which may have wildcards. */
    public List<GnmiUpdate> get(Collection<String> paths) {
        if (!dialect.answersGet()) {
            return awaited(paths);
        }
        return read(paths.stream().map(this::parse).toList(), GetRequest.DataType.ALL);
    }

    /** Those of some leaves that the device has. */
    public List<GnmiUpdate> find(Collection<String> paths) {
        return dialect.answersGet()
                ? find(paths.stream().map(this::parse).toList(), GetRequest.DataType.ALL)
                : awaited(paths);
    }

    /** Values of settings, of those leaves that are there. */
    public List<GnmiUpdate> settings(Collection<Path> paths) {
        return find(List.copyOf(paths), dialect.settings());
    }

    /** A server may refuse a request for one leaf that is not there (gNMI 3.3.4): by halves. */
    private List<GnmiUpdate> find(List<Path> paths, GetRequest.DataType type) {
        try {
            return read(paths, type);
        } catch (DeviceException e) {
            requireNotFound(e);
        }
        if (paths.size() == 1) {
            return List.of();
        }
        int half = paths.size() / 2;
        List<GnmiUpdate> found = new ArrayList<>(find(paths.subList(0, half), type));
        found.addAll(find(paths.subList(half, paths.size()), type));
        return found;
    }

    private static void requireNotFound(DeviceException e) {
        if (!(e.getCause() instanceof StatusRuntimeException status)
                || status.getStatus().getCode() != Status.Code.NOT_FOUND) {
            throw e;
        }
    }

    /** An error of this device, which answered. */
    public DeviceException failed(String problem, String advice) {
        return channel.failed(problem, advice, null);
    }

    /** Sets what a request says, in the device's prefix; all of it or nothing. */
    public void set(SetRequest request) {
        channel.unary(
                gNMIGrpc.getSetMethod(), request.toBuilder().setPrefix(dialect.prefix()).build());
    }

    private List<GnmiUpdate> read(Collection<Path> paths, GetRequest.DataType type) {
        if (paths.isEmpty()) {
            return List.of();
        }
        GetRequest request =
                GetRequest.newBuilder()
                        .setPrefix(dialect.prefix())
                        .setEncoding(dialect.encoding())
                        .setType(type)
                        .addAllPath(paths)
                        .build();
        GetResponse response = channel.unary(gNMIGrpc.getGetMethod(), request);
        return response.getNotificationList().stream()
                .flatMap(notification -> values(notification).stream())
                .toList();
    }

    private List<GnmiUpdate> values(Notification notification) {
        return understood(() -> UpdateReader.read(notification, dialect.moduleNames()));
    }

    /** Reads what the device sent, as {@link DeviceChannel#understood} does. */
    public <T> T understood(Supplier<T> reading) {
        return channel.understood(
                "check that its address is that of a gNMI server, and the server's log", reading);
    }

    private List<GnmiUpdate> awaited(Collection<String> paths) {
        FirstValues first = new FirstValues(paths);
        long interval = Math.max(dialect.shortestSampleNanos(), READING_INTERVAL_NANOS);
        long deadline = channel.callDeadline().toNanos();
        try (var stream = sample(paths, interval, first::take)) {
            List<GnmiUpdate> found =
                    first.await(
                            deadline,
                            SAMPLES_OF_PATIENCE * interval,
                            () -> stream.failure().isPresent());
            if (stream.failure().isPresent()) {
                throw stream.failure().get();
            }
            if (found.isEmpty() && !paths.isEmpty()) {
                throw channel.failed(
                        "Subscribe brought none of %d values within %s s"
                                .formatted(paths.size(), deadline / 1e9),
                        "check the names of its ports, and that its telemetry is enabled",
                        null);
            }
            return found;
        }
    }

    /**
     * Samples leaves until closed.
     *
     * @param paths of leaves or subtrees, with or without wildcards
     * @param intervalNanos of device time
     * @param receiver is given the values of one moment at a time
     */
    public io.losslab.driver.Subscription<SubscribeRequest, SubscribeResponse> sample(
            Collection<String> paths, long intervalNanos, Consumer<List<GnmiUpdate>> receiver) {
        SubscriptionList.Builder list =
                SubscriptionList.newBuilder()
                        .setPrefix(dialect.prefix())
                        .setMode(SubscriptionList.Mode.STREAM)
                        .setEncoding(dialect.encoding());
        for (String path : paths) {
            list.addSubscription(
                    Subscription.newBuilder()
                            .setMode(SubscriptionMode.SAMPLE)
                            .setSampleInterval(intervalNanos)
                            .setPath(parse(path)));
        }
        var subscription =
                new io.losslab.driver.Subscription<SubscribeRequest, SubscribeResponse>(
                        channel,
                        "Subscribe",
                        response -> {
                            if (response.hasUpdate()) {
                                receiver.accept(values(response.getUpdate()));
                            }
                        });
        gNMIGrpc.newStub(channel.channel())
                .subscribe(subscription)
                .onNext(SubscribeRequest.newBuilder().setSubscribe(list).build());
        return subscription;
    }

    private Path parse(String path) {
        try {
            return PathText.parse(path);
        } catch (IllegalArgumentException e) {
            throw channel.refused(e.getMessage(), "correct the path", e);
        }
    }
}
