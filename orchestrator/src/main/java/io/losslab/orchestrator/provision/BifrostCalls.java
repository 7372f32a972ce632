package io.losslab.orchestrator.provision;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.losslab.driver.DeviceException;
import io.losslab.orchestrator.testbed.Device;
import io.losslab.orchestrator.testbed.Service;
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

    /** What would set a port as it is; empty where it runs no Bifrost. */
    static Optional<SetBifrostRequest> read(DeviceSession session, int port) {
        try {
            return Optional.of(
                    SetBifrostRequest.newBuilder()
                            .setPort(
                                    BifrostPort.newBuilder()
                                            .setDeviceId(session.device().id())
                                            .setPort(port))
                            .setSettings(session.coprocessor().get(port))
                            .build());
        } catch (DeviceException e) {
            if (e.getCause() instanceof StatusRuntimeException status
                    && status.getStatus().getCode() == Status.Code.NOT_FOUND) {
                return Optional.empty();
            }
            throw e;
        }
    }
}
