package io.losslab.services.fabric;

import com.google.protobuf.UnsafeByteOperations;
import io.losslab.services.p4runtime.forwarding.PlaneListener;
import io.losslab.softswitch.fabric.Fabric;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Sorts what a fabric has for controllers by switch, on the fabric's thread. */
public final class PlaneEvents {
    private final Map<Integer, PlaneListener> listeners = new ConcurrentHashMap<>();

    void listen(int node, PlaneListener listener) {
        listeners.put(node, listener);
    }

    void remind(int node, long timeNanos) {
        PlaneListener listener = listeners.get(node);
        if (listener != null) {
            listener.onReminder(timeNanos);
        }
    }

    /** Starts to hear a fabric; before its thread does anything. */
    public void attach(FabricThread thread, Fabric owned) {
        owned.deliverControllerFrames(
                (timeNanos, node, port, frame) -> {
                    PlaneListener listener = listeners.get(node);
                    if (listener != null) {
                        listener.onPacket(port, UnsafeByteOperations.unsafeWrap(frame));
                    }
                });
        owned.programs()
                .deliverTo(
                        (node, timeNanos, digest, fields) -> {
                            PlaneListener listener = listeners.get(node);
                            if (listener != null) {
                                listener.onDigest(timeNanos, digest, fields);
                            }
                        });
        owned.programs().deliverTo(this::onProgramPacket);
        owned.events().listen(this::onPause);
        thread.onIdle(
                () -> {
                    listeners.values().forEach(it -> it.onIdle(owned.nowNanos()));
                    return true;
                });
    }

    private void onProgramPacket(int node, byte[] packet) {
        PlaneListener listener = listeners.get(node);
        if (listener != null) {
            listener.onProgramPacket(UnsafeByteOperations.unsafeWrap(packet));
        }
    }

    private void onPause(long timeNanos, int node, int port, int queue, boolean paused) {
        PlaneListener listener = listeners.get(node);
        if (listener != null) {
            listener.onPause(timeNanos, port, queue, paused);
        }
    }
}
