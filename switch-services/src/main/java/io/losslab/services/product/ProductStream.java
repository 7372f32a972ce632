package io.losslab.services.product;

import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.losslab.api.rpc.Replies;
import io.losslab.proto.gnmi.Encoding;
import io.losslab.proto.gnmi.GetRequest;
import io.losslab.proto.gnmi.Notification;
import io.losslab.proto.gnmi.Path;
import io.losslab.proto.gnmi.SubscribeRequest;
import io.losslab.proto.gnmi.SubscribeResponse;
import io.losslab.proto.gnmi.Update;
import java.util.List;
import java.util.Set;

/**
 * One stream of samples of a {@link ProductServer}. gRPC calls the receiving side from one thread
 * at a time; samples may come from any.
 */
final class ProductStream
        implements StreamObserver<SubscribeRequest>, ProductHardware.SampleReceiver {
    /** What a client subscribed to. */
    record Wanted(
            List<Path> paths, Encoding encoding, Set<PortCounter> counters, long intervalNanos) {}

    private final ProductServer server;
    private final ProductHardware hardware;
    private final ServerCallStreamObserver<SubscribeResponse> call;
    private ProductHardware.Sampling samples;
    private volatile Wanted wanted;
    private boolean inSync;
    private boolean ended;

    ProductStream(
            ProductServer server,
            ProductHardware hardware,
            ServerCallStreamObserver<SubscribeResponse> call) {
        this.server = server;
        this.hardware = hardware;
        this.call = call;
        call.setOnCancelHandler(this::leave);
    }

    @Override
    public void onNext(SubscribeRequest request) {
        if (hasEnded()) {
            return;
        }
        try {
            if (wanted != null) {
                throw ProductServer.invalid("a stream accepts only one SubscriptionList");
            }
            wanted = server.wanted(request.getSubscribe());
            begin();
        } catch (RuntimeException e) {
            end(Replies.statusOf(e).asRuntimeException());
        }
    }

    @Override
    public void onError(Throwable cause) {
        leave();
    }

    /** A client that will ask no more still gets what it subscribed to. */
    @Override
    public synchronized void onCompleted() {
        if (!ended && wanted == null) {
            ended = true;
            call.onCompleted();
        }
    }

    @Override
    public ServerCallStreamObserver<?> call() {
        return call;
    }

    @Override
    public synchronized boolean take(ProductHardware.Reading reading) {
        if (ended || call.isCancelled()) {
            return false;
        }
        try {
            for (Path path : wanted.paths()) {
                send(path, reading);
            }
            if (!inSync) {
                sync();
            }
        } catch (StatusRuntimeException e) {
            end(e);
        }
        return !ended;
    }

    @Override
    public synchronized void end(StatusRuntimeException why) {
        if (!ended) {
            leave();
            call.onError(why);
        }
    }

    /** A stream is in sync after its first values or, where it begins without, before them. */
    private void begin() {
        boolean first = server.beginsWithValues();
        if (!first) {
            sync();
        }
        ProductHardware.Sampling begun =
                hardware.sample(wanted.counters(), wanted.intervalNanos(), first, this);
        synchronized (this) {
            samples = begun;
            if (ended) {
                begun.close();
            }
        }
    }

    private synchronized void sync() {
        inSync = true;
        call.onNext(SubscribeResponse.newBuilder().setSyncResponse(true).build());
    }

    private void send(Path path, ProductHardware.Reading reading) {
        List<Update> found =
                server.found(path, GetRequest.DataType.ALL, wanted.encoding(), reading.values());
        if (!found.isEmpty()) {
            call.onNext(
                    SubscribeResponse.newBuilder()
                            .setUpdate(
                                    Notification.newBuilder()
                                            .setTimestamp(reading.nanos())
                                            .addAllUpdate(found))
                            .build());
        }
    }

    /** Takes no more samples. */
    private synchronized void leave() {
        ended = true;
        if (samples != null) {
            samples.close();
        }
    }

    private synchronized boolean hasEnded() {
        return ended;
    }
}
