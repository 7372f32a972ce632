package io.losslab.driver.bifrost;

import io.losslab.driver.DeviceChannel;
import io.losslab.driver.DeviceException;
import io.losslab.driver.ReadBack;
import io.losslab.driver.Subscription;
import io.losslab.proto.v1.BifrostCoprocessorGrpc;
import io.losslab.proto.v1.BifrostCounters;
import io.losslab.proto.v1.BifrostPort;
import io.losslab.proto.v1.BifrostSettings;
import io.losslab.proto.v1.SetBifrostRequest;
import io.losslab.proto.v1.WatchBifrostCountersRequest;
import java.util.function.Consumer;

/**
 * Controls Bifrost at the ports of one device. Calls block and fail with a {@link DeviceException}.
 * Thread-safe.
 */
public final class BifrostCoprocessorClient {
    private final DeviceChannel channel;
    private final long deviceId;
    private final BifrostCoprocessorGrpc.BifrostCoprocessorBlockingStub stub;

    /** A client of one of the devices behind a channel. */
    public BifrostCoprocessorClient(DeviceChannel channel, long deviceId) {
        this.channel = channel;
        this.deviceId = deviceId;
        this.stub = BifrostCoprocessorGrpc.newBlockingStub(channel.channel());
    }

    /**
     * Sets a port and reads it back.
     *
     * @param port from 1
     * @param settings complete: an enum left unspecified does not read back as itself
     * @throws DeviceException where it is refused, or what is read is not what was sent
     */
    public void set(int port, BifrostSettings settings) {
        SetBifrostRequest request =
                SetBifrostRequest.newBuilder().setPort(portOf(port)).setSettings(settings).build();
        channel.call("SetBifrost", () -> channel.timed(stub).setBifrost(request));
        ReadBack.requireEqual(channel, "SetBifrost", settings, get(port));
    }

    /** The settings in force. */
    public BifrostSettings get(int port) {
        return channel.call("GetBifrost", () -> channel.timed(stub).getBifrost(portOf(port)));
    }

    /** State and counters of a port now. */
    public BifrostCounters counters(int port) {
        return channel.call(
                "GetBifrostCounters", () -> channel.timed(stub).getBifrostCounters(portOf(port)));
    }

    /** Settings at once and after every change, until closed. */
    public Subscription<BifrostPort, BifrostSettings> watch(
            int port, Consumer<BifrostSettings> receiver) {
        Subscription<BifrostPort, BifrostSettings> subscription =
                new Subscription<>(channel, "WatchBifrost", receiver);
        BifrostCoprocessorGrpc.newStub(channel.channel()).watchBifrost(portOf(port), subscription);
        return subscription;
    }

    /**
     * State and counters until closed.
     *
     * @param intervalNanos device time between samples, at least the slot
     */
    public Subscription<WatchBifrostCountersRequest, BifrostCounters> watchCounters(
            int port, long intervalNanos, Consumer<BifrostCounters> receiver) {
        Subscription<WatchBifrostCountersRequest, BifrostCounters> subscription =
                new Subscription<>(channel, "WatchBifrostCounters", receiver);
        BifrostCoprocessorGrpc.newStub(channel.channel())
                .watchBifrostCounters(
                        WatchBifrostCountersRequest.newBuilder()
                                .setPort(portOf(port))
                                .setIntervalNs(intervalNanos)
                                .build(),
                        subscription);
        return subscription;
    }

    private BifrostPort portOf(int port) {
        return BifrostPort.newBuilder().setDeviceId(deviceId).setPort(port).build();
    }
}
