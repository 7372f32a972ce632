package io.losslab.devices.coprocessor;

import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Service;
import io.losslab.devices.DeviceCall;
import io.losslab.devices.DeviceSession;
import io.losslab.driver.bifrost.BifrostCoprocessorClient;
import io.losslab.proto.v1.BifrostCoprocessorGrpc;
import io.losslab.proto.v1.BifrostPort;
import io.losslab.proto.v1.SetBifrostRequest;
import java.util.Optional;

/** Calls to a Bifrost coprocessor, and what it answers. */
public final class BifrostCalls {
    private BifrostCalls() {}

    /** Has a port run Bifrost. */
    public static DeviceCall set(Device device, SetBifrostRequest request) {
        return DeviceCall.unary(
                device, Service.COPROCESSOR, BifrostCoprocessorGrpc.getSetBifrostMethod(), request);
    }

    /** Ends Bifrost at a port. */
    public static DeviceCall clear(Device device, BifrostPort port) {
        return DeviceCall.unary(
                device, Service.COPROCESSOR, BifrostCoprocessorGrpc.getClearBifrostMethod(), port);
    }

    /** What would set a port as it is; empty where it runs no Bifrost. */
    public static Optional<SetBifrostRequest> read(DeviceSession session, int port) {
        return new BifrostCoprocessorClient(
                        session.channel(Service.COPROCESSOR), session.device().id())
                .find(port)
                .map(
                        scheme ->
                                SetBifrostRequest.newBuilder()
                                        .setPort(
                                                BifrostPort.newBuilder()
                                                        .setDeviceId(session.device().id())
                                                        .setPort(port))
                                        .setScheme(scheme)
                                        .build());
    }
}
