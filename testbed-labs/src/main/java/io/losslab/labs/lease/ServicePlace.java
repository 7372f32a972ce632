package io.losslab.labs.lease;

import io.losslab.driver.DeviceChannel;
import io.losslab.proto.v1.GetLeaseRequest;
import io.losslab.proto.v1.Lease;
import io.losslab.proto.v1.LeaseState;
import io.losslab.proto.v1.ReplaceLeaseRequest;
import io.losslab.proto.v1.TestbedLeaseGrpc;

/** A place in the memory of a served lab or a host agent. */
final class ServicePlace implements LeasePlace {
    private final DeviceChannel channel;

    /** A place behind a channel, which is closed with it. */
    ServicePlace(DeviceChannel channel) {
        this.channel = channel;
    }

    @Override
    public String name() {
        return "%s (%s)".formatted(channel.device(), channel.address());
    }

    @Override
    public LeaseState read() {
        return channel.unary(
                TestbedLeaseGrpc.getGetLeaseMethod(), GetLeaseRequest.getDefaultInstance());
    }

    @Override
    public LeaseState replace(Lease seen, Lease wanted) {
        ReplaceLeaseRequest.Builder request = ReplaceLeaseRequest.newBuilder();
        if (!seen.getToken().isEmpty()) {
            request.setSeen(seen);
        }
        if (!wanted.getToken().isEmpty()) {
            request.setWanted(wanted);
        }
        return channel.unary(TestbedLeaseGrpc.getReplaceLeaseMethod(), request.build());
    }

    @Override
    public void close() {
        channel.close();
    }
}
