package io.losslab.driver.gnmi;

import io.losslab.api.gnmi.PathText;
import io.losslab.driver.DeviceChannel;
import io.losslab.driver.DeviceException;
import io.losslab.proto.gnmi.CapabilityRequest;
import io.losslab.proto.gnmi.CapabilityResponse;
import io.losslab.proto.gnmi.Encoding;
import io.losslab.proto.gnmi.GetRequest;
import io.losslab.proto.gnmi.GetResponse;
import io.losslab.proto.gnmi.Path;
import io.losslab.proto.gnmi.SetRequest;
import io.losslab.proto.gnmi.SubscribeRequest;
import io.losslab.proto.gnmi.SubscribeResponse;
import io.losslab.proto.gnmi.Subscription;
import io.losslab.proto.gnmi.SubscriptionList;
import io.losslab.proto.gnmi.SubscriptionMode;
import io.losslab.proto.gnmi.TypedValue;
import io.losslab.proto.gnmi.Update;
import io.losslab.proto.gnmi.gNMIGrpc;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/**
 * Reads, sets and watches one device over gNMI. Paths are text, as in {@link PathText}. Calls block
 * and fail with a {@link DeviceException}. Thread-safe.
 */
public final class GnmiClient {
    private final DeviceChannel channel;
    private final Path prefix;
    private final Encoding encoding;
    private final gNMIGrpc.gNMIBlockingStub stub;

    /**
     * A client of one of the devices behind a channel.
     *
     * @param target name of the device in prefixes; empty where the server is the device
     * @param encoding of values that the device sends; PROTO is the shortest, JSON_IETF the one
     *     that most have
     */
    public GnmiClient(DeviceChannel channel, String target, Encoding encoding) {
        this.channel = channel;
        this.prefix = Path.newBuilder().setTarget(target).build();
        this.encoding = encoding;
        this.stub = gNMIGrpc.newBlockingStub(channel.channel());
    }

    /** Models, encodings and version of the server. */
    public CapabilityResponse capabilities() {
        return channel.call(
                "Capabilities",
                () -> channel.timed(stub).capabilities(CapabilityRequest.getDefaultInstance()));
    }

    /** All leaves at or below paths, which may have wildcards. */
    public List<GnmiUpdate> get(Collection<String> paths) {
        GetRequest.Builder request =
                GetRequest.newBuilder().setPrefix(prefix).setEncoding(encoding);
        paths.forEach(path -> request.addPath(parse("Get", path)));
        GetResponse response =
                channel.call("Get", () -> channel.timed(stub).get(request.build()));
        return response.getNotificationList().stream()
                .flatMap(notification -> UpdateReader.read(notification).stream())
                .toList();
    }

    /**
     * The value of a leaf.
     *
     * @throws DeviceException where the device does not tell it
     */
    public GnmiUpdate get(String path) {
        List<GnmiUpdate> found = get(List.of(path));
        if (found.size() != 1) {
            throw channel.refused(
                    "Get",
                    "%s is no leaf: the device tells %d values".formatted(path, found.size()),
                    "check the path",
                    null);
        }
        return found.get(0);
    }

    /**
     * Makes changes, all or none, and reads back what was put.
     *
     * @throws DeviceException where they are refused, or a leaf reads otherwise
     */
    public void set(List<GnmiChange> changes) {
        SetRequest.Builder request = SetRequest.newBuilder().setPrefix(prefix);
        for (GnmiChange change : changes) {
            Path path = parse("Set", change.path());
            if (change instanceof GnmiChange.Put put) {
                request.addUpdate(
                        Update.newBuilder().setPath(path).setVal(scalar(put.value())));
            } else {
                request.addDelete(path);
            }
        }
        channel.call("Set", () -> channel.timed(stub).set(request.build()));
        requireInForce(changes);
    }

    /**
     * Samples leaves until closed.
     *
     * @param paths of leaves or subtrees, with or without wildcards
     * @param intervalNanos of device time
     * @param receiver is given the values of one moment at a time
     */
    public GnmiStream sample(
            Collection<String> paths, long intervalNanos, Consumer<List<GnmiUpdate>> receiver) {
        return subscribe(
                paths,
                Subscription.newBuilder()
                        .setMode(SubscriptionMode.SAMPLE)
                        .setSampleInterval(intervalNanos)
                        .build(),
                receiver);
    }

    /** Tells leaves at once and whenever they change, until closed. */
    public GnmiStream watch(Collection<String> paths, Consumer<List<GnmiUpdate>> receiver) {
        return subscribe(
                paths,
                Subscription.newBuilder().setMode(SubscriptionMode.ON_CHANGE).build(),
                receiver);
    }

    private GnmiStream subscribe(
            Collection<String> paths, Subscription wish, Consumer<List<GnmiUpdate>> receiver) {
        SubscriptionList.Builder list =
                SubscriptionList.newBuilder()
                        .setPrefix(prefix)
                        .setMode(SubscriptionList.Mode.STREAM)
                        .setEncoding(encoding);
        for (String path : paths) {
            list.addSubscription(wish.toBuilder().setPath(parse("Subscribe", path)));
        }
        CountDownLatch synced = new CountDownLatch(1);
        var subscription =
                new io.losslab.driver.Subscription<SubscribeRequest, SubscribeResponse>(
                        channel,
                        "Subscribe",
                        response -> {
                            if (response.hasUpdate()) {
                                receiver.accept(UpdateReader.read(response.getUpdate()));
                            } else if (response.getSyncResponse()) {
                                synced.countDown();
                            }
                        });
        gNMIGrpc.newStub(channel.channel())
                .subscribe(subscription)
                .onNext(SubscribeRequest.newBuilder().setSubscribe(list).build());
        return new GnmiStream(subscription, synced);
    }

    private void requireInForce(List<GnmiChange> changes) {
        List<String> differences = new ArrayList<>();
        for (GnmiChange change : changes) {
            if (change instanceof GnmiChange.Put put) {
                Object now = get(put.path()).value();
                if (!String.valueOf(put.value()).equals(String.valueOf(now))) {
                    differences.add(
                            "%s was sent as %s and reads %s"
                                    .formatted(put.path(), put.value(), now));
                }
            }
        }
        if (!differences.isEmpty()) {
            throw channel.refused(
                    "Set",
                    "Set is not in force as sent: " + String.join(", ", differences),
                    "the device changes settings by itself, or another controller does",
                    null);
        }
    }

    private Path parse(String call, String path) {
        try {
            return PathText.parse(path);
        } catch (IllegalArgumentException e) {
            throw channel.refused(call, e.getMessage(), "correct the path", e);
        }
    }

    private static TypedValue scalar(Object value) {
        TypedValue.Builder scalar = TypedValue.newBuilder();
        if (value instanceof Long number) {
            return scalar.setUintVal(number).build();
        }
        if (value instanceof Boolean bool) {
            return scalar.setBoolVal(bool).build();
        }
        if (value instanceof Double number) {
            return scalar.setDoubleVal(number).build();
        }
        return scalar.setStringVal((String) value).build();
    }
}
