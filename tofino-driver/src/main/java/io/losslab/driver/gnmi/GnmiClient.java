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
import io.losslab.proto.gnmi.SubscribeRequest;
import io.losslab.proto.gnmi.SubscribeResponse;
import io.losslab.proto.gnmi.Subscription;
import io.losslab.proto.gnmi.SubscriptionList;
import io.losslab.proto.gnmi.SubscriptionMode;
import io.losslab.proto.gnmi.gNMIGrpc;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;

/**
 * Reads and samples one device over gNMI. Paths are text, as in {@link PathText}. Calls block and
 * fail with a {@link DeviceException}. Thread-safe.
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
        GetResponse response = channel.call("Get", () -> channel.timed(stub).get(request.build()));
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
                        .setPrefix(prefix)
                        .setMode(SubscriptionList.Mode.STREAM)
                        .setEncoding(encoding);
        for (String path : paths) {
            list.addSubscription(
                    Subscription.newBuilder()
                            .setMode(SubscriptionMode.SAMPLE)
                            .setSampleInterval(intervalNanos)
                            .setPath(parse("Subscribe", path)));
        }
        var subscription =
                new io.losslab.driver.Subscription<SubscribeRequest, SubscribeResponse>(
                        channel,
                        "Subscribe",
                        response -> {
                            if (response.hasUpdate()) {
                                receiver.accept(UpdateReader.read(response.getUpdate()));
                            }
                        });
        gNMIGrpc.newStub(channel.channel())
                .subscribe(subscription)
                .onNext(SubscribeRequest.newBuilder().setSubscribe(list).build());
        return subscription;
    }

    private Path parse(String call, String path) {
        try {
            return PathText.parse(path);
        } catch (IllegalArgumentException e) {
            throw channel.refused(call, e.getMessage(), "correct the path", e);
        }
    }
}
