package io.losslab.services.product;

import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.losslab.proto.gnmi.Encoding;
import io.losslab.proto.gnmi.GetRequest;
import io.losslab.proto.gnmi.Notification;
import io.losslab.proto.gnmi.Path;
import io.losslab.proto.gnmi.SubscribeResponse;
import io.losslab.proto.gnmi.Update;
import java.util.Collection;
import java.util.List;

/** One stream of samples of a {@link ProductServer}. */
final class ProductStream {
    private final ProductServer server;
    private final List<Path> paths;
    private final Encoding encoding;
    private final StreamObserver<SubscribeResponse> reply;
    private boolean inSync;
    private boolean ended;

    ProductStream(
            ProductServer server,
            List<Path> paths,
            Encoding encoding,
            StreamObserver<SubscribeResponse> reply) {
        this.server = server;
        this.paths = List.copyOf(paths);
        this.encoding = encoding;
        this.reply = reply;
    }

    /** A stream is in sync after its first values or, where it begins without, before them. */
    ProductHardware.Sampling start(
            ProductHardware hardware, Collection<PortCounter> counters, long intervalNanos) {
        boolean first = server.beginsWithValues();
        if (!first) {
            sync();
        }
        return hardware.sample(counters, intervalNanos, first, this::send);
    }

    private synchronized void sync() {
        inSync = true;
        reply.onNext(SubscribeResponse.newBuilder().setSyncResponse(true).build());
    }

    private synchronized boolean send(ProductHardware.Reading reading) {
        if (ended || ((ServerCallStreamObserver<?>) reply).isCancelled()) {
            return false;
        }
        try {
            for (Path path : paths) {
                List<Update> found =
                        server.found(path, GetRequest.DataType.ALL, encoding, reading.values());
                if (!found.isEmpty()) {
                    reply.onNext(
                            SubscribeResponse.newBuilder()
                                    .setUpdate(
                                            Notification.newBuilder()
                                                    .setTimestamp(reading.nanos())
                                                    .addAllUpdate(found))
                                    .build());
                }
            }
            if (!inSync) {
                sync();
            }
        } catch (StatusRuntimeException e) {
            ended = true;
            reply.onError(e);
        }
        return !ended;
    }
}
