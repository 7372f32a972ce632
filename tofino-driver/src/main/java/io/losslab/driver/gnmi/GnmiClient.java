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
    }

    /** Models, encodings and version of the server. */
    public CapabilityResponse capabilities() {
        return channel.unary(
                gNMIGrpc.getCapabilitiesMethod(), CapabilityRequest.getDefaultInstance());
    }

    /** All leaves at or below paths, which may have wildcards. */
    public List<GnmiUpdate> get(Collection<String> paths) {
        GetRequest.Builder request =
                GetRequest.newBuilder().setPrefix(prefix).setEncoding(encoding);
        paths.forEach(path -> request.addPath(parse(path)));
        GetResponse response = channel.unary(gNMIGrpc.getGetMethod(), request.build());
        return response.getNotificationList().stream()
                .flatMap(notification -> UpdateReader.read(notification).stream())
                .toList();
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
                            .setPath(parse(path)));
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

    private Path parse(String path) {
        try {
            return PathText.parse(path);
        } catch (IllegalArgumentException e) {
            throw channel.refused(e.getMessage(), "correct the path", e);
        }
    }
}
