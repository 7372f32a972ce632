package io.losslab.orchestrator.provision;

import com.google.protobuf.Message;
import io.grpc.MethodDescriptor;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Service;

/**
 * A gRPC call that sets something.
 *
 * @param device it goes to
 * @param service whose address it goes to
 * @param method the gRPC method
 * @param request its content
 * @param <Q> the request
 * @param <R> the answer
 */
public record DeviceCall<Q extends Message, R>(
        Device device, Service service, MethodDescriptor<Q, R> method, Q request) {
    /** Service and method as gRPC sends them, such as {@code p4.v1.P4Runtime/Write}. */
    public String fullMethod() {
        return method.getFullMethodName();
    }

    /** Makes the call; it must be a unary one. */
    public void send(DeviceSession session) {
        session.channel(service).unary(method, request);
    }
}
