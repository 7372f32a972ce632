package io.losslab.driver.bifrost;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
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
import java.util.Optional;
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

    /**
     * Ends Bifrost at a port, and reads that none runs there. It is no error where none ran before.
     *
     * @param port from 1
     * @throws DeviceException where it is refused, or Bifrost still runs
     */
    public void clear(int port) {
        channel.call("ClearBifrost", () -> channel.timed(stub).clearBifrost(portOf(port)));
        if (find(port).isPresent()) {
            throw channel.refused(
                    "ClearBifrost",
                    "port %d still runs Bifrost after ClearBifrost".formatted(port),
                    "the device changes settings by itself, or another controller does",
                    null);
        }
    }

    /** The settings in force; empty where the port runs no Bifrost. */
    public Optional<BifrostSettings> find(int port) {
        try {
            return Optional.of(get(port));
        } catch (DeviceException e) {
            if (e.getCause() instanceof StatusRuntimeException status
                    && status.getStatus().getCode() == Status.Code.NOT_FOUND) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /**
     * The settings in force.
     *
     * @throws DeviceException where the port runs no Bifrost, too
     */
    public BifrostSettings get(int port) {
        return channel.call("GetBifrost", () -> channel.timed(stub).getBifrost(portOf(port)));
    }

    /** State and counters of a port now. */
    public BifrostCounters counters(int port) {
        return channel.call(
                "GetBifrostCounters", () -> channel.timed(stub).getBifrostCounters(portOf(port)));
    }

    /** Settings at once and after every change, until closed or the port runs no Bifrost. */
    public Subscription<BifrostPort, BifrostSettings> watch(
            int port, Consumer<BifrostSettings> receiver) {
        Subscription<BifrostPort, BifrostSettings> subscription =
                new Subscription<>(channel, "WatchBifrost", receiver);
        BifrostCoprocessorGrpc.newStub(channel.channel()).watchBifrost(portOf(port), subscription);
        return subscription;
    }

    /**
     * State and counters until closed or the port runs no Bifrost.
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
