package io.losslab.labs.provision;

import com.google.protobuf.ByteString;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.HandlerRegistry;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerMethodDefinition;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;

/**
 * A server between client and device that knows no message: it keeps the bytes of every request
 * that reaches it, hands them on, and can turn calls away.
 */
final class RecordingProxy implements AutoCloseable {
    private final Server server;
    private final ManagedChannel device;
    private final List<Request> requests = new ArrayList<>();
    private Predicate<Request> refused = request -> false;

    /** What reached the proxy. */
    record Request(String method, ByteString bytes) {}

    RecordingProxy(int devicePort) throws IOException {
        device =
                NettyChannelBuilder.forAddress("127.0.0.1", devicePort)
                        .usePlaintext()
                        .maxInboundMessageSize(64 << 20)
                        .build();
        server =
                NettyServerBuilder.forAddress(
                                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                        .maxInboundMessageSize(64 << 20)
                        .fallbackHandlerRegistry(new AnyMethod())
                        .build()
                        .start();
    }

    int port() {
        return server.getPort();
    }

    /** Turns away what a condition holds for, from now on. */
    synchronized void refuse(Predicate<Request> condition) {
        refused = condition;
    }

    /** Methods of the requests since the last call, in order, each once. */
    synchronized List<String> takeMethods() {
        List<String> methods = requests.stream().map(Request::method).distinct().toList();
        requests.clear();
        return methods;
    }

    /** Requests since the last call, those that set something. */
    synchronized List<Request> takeSettingRequests() {
        List<Request> setting =
                requests.stream()
                        .filter(
                                request ->
                                        !request.method()
                                                .matches(
                                                        ".*/(Get.*|Read|Capabilities|Watch.*|Collect.*|RunUntil|Reset)"))
                        .toList();
        requests.clear();
        return setting;
    }

    @Override
    public void close() {
        server.shutdownNow();
        device.shutdownNow();
    }

    private synchronized boolean passes(Request request) {
        requests.add(request);
        return !refused.test(request);
    }

    /** Every method there is, of bytes. */
    private final class AnyMethod extends HandlerRegistry {
        @Override
        public ServerMethodDefinition<?, ?> lookupMethod(String methodName, String authority) {
            MethodDescriptor<byte[], byte[]> method =
                    MethodDescriptor.newBuilder(new Bytes(), new Bytes())
                            .setFullMethodName(methodName)
                            .setType(MethodDescriptor.MethodType.UNKNOWN)
                            .build();
            return ServerMethodDefinition.create(method, new HandOn());
        }
    }

    private final class HandOn implements ServerCallHandler<byte[], byte[]> {
        @Override
        public ServerCall.Listener<byte[]> startCall(
                ServerCall<byte[], byte[]> inbound, Metadata headers) {
            ClientCall<byte[], byte[]> outbound =
                    device.newCall(inbound.getMethodDescriptor(), CallOptions.DEFAULT);
            AtomicBoolean ended = new AtomicBoolean();
            outbound.start(
                    new ClientCall.Listener<>() {
                        @Override
                        public void onHeaders(Metadata answered) {
                            inbound.sendHeaders(answered);
                        }

                        @Override
                        public void onMessage(byte[] message) {
                            inbound.sendMessage(message);
                            outbound.request(1);
                        }

                        @Override
                        public void onClose(Status status, Metadata trailers) {
                            if (ended.compareAndSet(false, true)) {
                                inbound.close(status, trailers);
                            }
                        }
                    },
                    headers);
            outbound.request(1);
            inbound.request(1);
            return new ServerCall.Listener<>() {
                @Override
                public void onMessage(byte[] message) {
                    String method = inbound.getMethodDescriptor().getFullMethodName();
                    if (passes(new Request(method, ByteString.copyFrom(message)))) {
                        outbound.sendMessage(message);
                        inbound.request(1);
                    } else if (ended.compareAndSet(false, true)) {
                        inbound.close(
                                Status.INVALID_ARGUMENT.withDescription("turned away"),
                                new Metadata());
                        outbound.cancel("turned away", null);
                    }
                }

                @Override
                public void onHalfClose() {
                    if (!ended.get()) {
                        outbound.halfClose();
                    }
                }

                @Override
                public void onCancel() {
                    ended.set(true);
                    outbound.cancel("the client has gone", null);
                }
            };
        }
    }

    private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
        @Override
        public InputStream stream(byte[] value) {
            return new ByteArrayInputStream(value);
        }

        @Override
        public byte[] parse(InputStream stream) {
            try {
                return stream.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
