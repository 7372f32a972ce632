package io.losslab.services.fabric;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCallStreamObserver;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Calls that stream what a fabric does: those that are open when it is closed end with a status,
 * since nothing can follow. On the fabric's thread.
 */
public final class OpenCalls {
    private final Map<ServerCallStreamObserver<?>, Consumer<StatusRuntimeException>> enders =
            new LinkedHashMap<>();

    /** Takes a call, which ends with an error. */
    public void add(ServerCallStreamObserver<?> call) {
        add(call, call::onError);
    }

    /**
     * Takes a call.
     *
     * @param ender ends it with an error
     */
    public void add(ServerCallStreamObserver<?> call, Consumer<StatusRuntimeException> ender) {
        enders.keySet().removeIf(ServerCallStreamObserver::isCancelled);
        enders.put(call, ender);
    }

    /** The call has ended. */
    public void remove(ServerCallStreamObserver<?> call) {
        enders.remove(call);
    }

    /** The fabric is closed. */
    void end() {
        StatusRuntimeException why =
                Status.ABORTED
                        .withDescription("the lab was reset: this stream is of the switches before")
                        .asRuntimeException();
        enders.forEach(
                (call, ender) -> {
                    if (!call.isCancelled()) {
                        ender.accept(why);
                    }
                });
        enders.clear();
    }
}
