package io.losslab.services.fabric;

import io.losslab.proto.v1.QueueEvent;
import io.losslab.softswitch.fabric.Fabric;
import io.losslab.softswitch.fabric.observe.EventLog;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Sorts a fabric's events by device until each device's are collected. Touched on the fabric's
 * thread only.
 */
public final class EventMailboxes {
    private final Map<Integer, List<EventLog.Event>> byNode = new HashMap<>();

    /** A node's events since the last call, in order of time. */
    public List<QueueEvent> take(Fabric fabric, int node) {
        for (EventLog.Event event : fabric.events().drain()) {
            byNode.computeIfAbsent(event.node(), any -> new ArrayList<>()).add(event);
        }
        List<EventLog.Event> taken = byNode.remove(node);
        return taken == null ? List.of() : taken.stream().map(EventMailboxes::encode).toList();
    }

    private static QueueEvent encode(EventLog.Event event) {
        return QueueEvent.newBuilder()
                .setTimeNs(event.timeNanos())
                .setDeviceId(event.node() + 1L)
                .setPort(event.port())
                .setQueue(event.queue())
                .setKind(
                        switch (event.kind()) {
                            case PAUSE -> QueueEvent.Kind.PAUSE;
                            case RESUME -> QueueEvent.Kind.RESUME;
                            case DROP -> QueueEvent.Kind.DROP;
                            case VIOLATION -> QueueEvent.Kind.VIOLATION;
                        })
                .setCause(event.cause())
                .build();
    }
}
