package io.losslab.api.rpc;

import io.losslab.proto.v1.QueueEvent;
import io.losslab.proto.v1.QueueEvents;
import java.util.ArrayList;
import java.util.List;

/** Events as a stream's messages, each far below gRPC's limit of 4 MiB. */
public final class EventBatches {
    private static final int EVENTS_A_MESSAGE = 2_000;

    private EventBatches() {}

    /** All events, in their order. */
    public static List<QueueEvents> of(List<QueueEvent> events) {
        List<QueueEvents> batches = new ArrayList<>();
        for (int from = 0; from < events.size(); from += EVENTS_A_MESSAGE) {
            int to = Math.min(events.size(), from + EVENTS_A_MESSAGE);
            batches.add(QueueEvents.newBuilder().addAllEvents(events.subList(from, to)).build());
        }
        return batches;
    }
}
