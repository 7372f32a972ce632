package io.losslab.softswitch.fabric.device;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Hands what arrived for controllers in all parts of a fabric to one receiver, in the order of
 * time.
 */
public final class ControllerDelivery {
    private static final Comparator<ControllerFrames.Received> BY_TIME =
            Comparator.<ControllerFrames.Received>comparingLong(it -> it.timePicos)
                    .thenComparingInt(it -> it.node);

    private final List<ControllerFrames> parts;
    private ControllerFrames.Receiver receiver = (nanos, node, port, frame) -> {};

    public ControllerDelivery(List<ControllerFrames> parts) {
        this.parts = List.copyOf(parts);
    }

    /** Names the receiver; before that, what arrives is dropped. */
    public void deliverTo(ControllerFrames.Receiver taker) {
        receiver = taker;
    }

    /** Hands over what arrived since the last call. */
    public void deliver() {
        if (!anyArrived()) {
            return;
        }
        List<ControllerFrames.Received> received = new ArrayList<>();
        parts.forEach(part -> received.addAll(part.drainReceived()));
        received.sort(BY_TIME);
        for (ControllerFrames.Received it : received) {
            receiver.onFrame(it.timePicos / 1000, it.node, it.port, it.frame);
        }
    }

    private boolean anyArrived() {
        for (int i = 0; i < parts.size(); i++) {
            if (parts.get(i).hasReceived()) {
                return true;
            }
        }
        return false;
    }
}
