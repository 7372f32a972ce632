package io.losslab.driver.bifrost;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.losslab.driver.DeviceChannel;
import io.losslab.driver.DeviceException;
import io.losslab.proto.v1.BifrostCoprocessorGrpc;
import io.losslab.proto.v1.BifrostCounters;
import io.losslab.proto.v1.BifrostPort;
import io.losslab.proto.v1.NamedScheme;
import java.util.Optional;

/**
 * Reads what Bifrost does at the ports of one device. Calls block and fail with a {@link
 * DeviceException}. Thread-safe.
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

    /** The scheme in force; empty where the port runs no Bifrost. */
    public Optional<NamedScheme> find(int port) {
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
     * The scheme in force.
     *
     * @throws DeviceException where the port runs no Bifrost, too
     */
    public NamedScheme get(int port) {
        return channel.call("GetBifrost", () -> channel.timed(stub).getBifrost(portOf(port)));
    }

    /** State and counters of a port now. */
    public BifrostCounters counters(int port) {
        return channel.call(
                "GetBifrostCounters", () -> channel.timed(stub).getBifrostCounters(portOf(port)));
    }

    private BifrostPort portOf(int port) {
        return BifrostPort.newBuilder().setDeviceId(deviceId).setPort(port).build();
    }
}
