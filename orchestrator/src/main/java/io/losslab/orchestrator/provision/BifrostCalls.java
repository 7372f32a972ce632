package io.losslab.orchestrator.provision;

import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Service;
import io.losslab.proto.v1.BifrostCoprocessorGrpc;
import io.losslab.proto.v1.BifrostPort;
import io.losslab.proto.v1.SetBifrostRequest;
import java.util.Optional;

/** Calls to a Bifrost coprocessor. */
final class BifrostCalls {
    private BifrostCalls() {}

    static DeviceCall<?, ?> set(Device device, SetBifrostRequest request) {
        return new DeviceCall<>(
                device, Service.COPROCESSOR, BifrostCoprocessorGrpc.getSetBifrostMethod(), request);
    }

    static DeviceCall<?, ?> clear(Device device, BifrostPort port) {
        return new DeviceCall<>(
                device, Service.COPROCESSOR, BifrostCoprocessorGrpc.getClearBifrostMethod(), port);
    }

    /** What would set a port as it is; empty where it runs no Bifrost. */
    static Optional<SetBifrostRequest> read(DeviceSession session, int port) {
        return session.coprocessor()
                .find(port)
                .map(
                        settings ->
                                SetBifrostRequest.newBuilder()
                                        .setPort(
                                                BifrostPort.newBuilder()
                                                        .setDeviceId(session.device().id())
                                                        .setPort(port))
                                        .setSettings(settings)
                                        .build());
    }
}
