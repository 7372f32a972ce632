package io.losslab.orchestrator.device;

import com.google.protobuf.Message;
import io.grpc.MethodDescriptor;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Service;

/**
 * A unary gRPC call.
 *
 * @param descriptor of its method
 * @param <Q> the request
 */
public record UnaryCall<Q extends Message>(
        Device device, Service service, MethodDescriptor<Q, ?> descriptor, Q request)
        implements DeviceCall {
    @Override
    public String method() {
        return descriptor.getFullMethodName();
    }

    @Override
    public void send(DeviceSession session) {
        session.channel(service).unary(descriptor, request);
    }
}
