package io.losslab.devices.sonic.counters;

import io.losslab.proto.v1.Counter;
import java.util.ArrayList;
import java.util.List;

/**
 * A value that is read of each port, in a place of its own among the port's.
 *
 * @param object of the port whose row has it
 * @param index of the queue or priority group; of whole ports, the priority that the counter is of,
 *     or -1
 * @param field of the row
 * @param counter that it is part of
 */
record CounterColumn(Kind object, int index, String field, Counter counter) {
    private static final int INDEXES = 8;
    private static final int WHOLE_PORT = -1;

    /** What counts. */
    enum Kind {
        /** A port; rows of COUNTERS. */
        PORT,
        /** A queue; rows of COUNTERS. */
        QUEUE,
        /** A priority group; rows of COUNTERS. */
        GROUP,
        /** A queue; rows of USER_WATERMARKS. */
        QUEUE_WATERMARK,
        /** A priority group; rows of USER_WATERMARKS. */
        GROUP_WATERMARK
    }

    /** All columns, those of one object together. */
    static List<CounterColumn> all() {
        List<CounterColumn> all = new ArrayList<>();
        port(all, "IF_IN_OCTETS", Counter.RX_BYTES);
        port(all, "IF_IN_UCAST_PKTS", Counter.RX_PACKETS);
        port(all, "IF_IN_NON_UCAST_PKTS", Counter.RX_PACKETS);
        port(all, "IF_OUT_OCTETS", Counter.TX_BYTES);
        port(all, "IF_OUT_UCAST_PKTS", Counter.TX_PACKETS);
        port(all, "IF_OUT_NON_UCAST_PKTS", Counter.TX_PACKETS);
        port(all, "IF_IN_DISCARDS", Counter.DROPPED_PACKETS);
        port(all, "IF_OUT_DISCARDS", Counter.DROPPED_PACKETS);
        for (int i = 0; i < INDEXES; i++) {
            pauses(all, i, "RX", Counter.RX_PAUSE_FRAMES);
            pauses(all, i, "TX", Counter.TX_PAUSE_FRAMES);
        }
        for (int i = 0; i < INDEXES; i++) {
            queue(all, Kind.QUEUE, i, "PACKETS", Counter.TX_PACKETS);
            queue(all, Kind.QUEUE, i, "WRED_ECN_MARKED_PACKETS", Counter.ECN_MARKED_PACKETS);
            queue(all, Kind.QUEUE_WATERMARK, i, "SHARED_WATERMARK_BYTES", Counter.MAX_EGRESS_BYTES);
            group(all, Kind.GROUP, i, "DROPPED_PACKETS", Counter.DROPPED_PACKETS);
            group(
                    all,
                    Kind.GROUP_WATERMARK,
                    i,
                    "SHARED_WATERMARK_BYTES",
                    Counter.MAX_INGRESS_BYTES);
            group(
                    all,
                    Kind.GROUP_WATERMARK,
                    i,
                    "XOFF_ROOM_WATERMARK_BYTES",
                    Counter.MAX_HEADROOM_BYTES);
        }
        return List.copyOf(all);
    }

    private static void port(List<CounterColumn> all, String stat, Counter counter) {
        all.add(new CounterColumn(Kind.PORT, WHOLE_PORT, "SAI_PORT_STAT_" + stat, counter));
    }

    private static void pauses(List<CounterColumn> all, int priority, String way, Counter counter) {
        String field = "SAI_PORT_STAT_PFC_%d_%s_PKTS".formatted(priority, way);
        all.add(new CounterColumn(Kind.PORT, priority, field, counter));
    }

    private static void queue(
            List<CounterColumn> all, Kind kind, int index, String stat, Counter counter) {
        all.add(new CounterColumn(kind, index, "SAI_QUEUE_STAT_" + stat, counter));
    }

    private static void group(
            List<CounterColumn> all, Kind kind, int index, String stat, Counter counter) {
        String field = "SAI_INGRESS_PRIORITY_GROUP_STAT_" + stat;
        all.add(new CounterColumn(kind, index, field, counter));
    }

    /** The group of counters that it is polled with, in FLEX_COUNTER_TABLE. */
    String group() {
        return switch (object) {
            case PORT -> "PORT";
            case QUEUE -> counter == Counter.ECN_MARKED_PACKETS ? "WRED_ECN_QUEUE" : "QUEUE";
            case GROUP -> "PG_DROP";
            case QUEUE_WATERMARK -> "QUEUE_WATERMARK";
            case GROUP_WATERMARK -> "PG_WATERMARK";
        };
    }

    /** Whether it is a highest level, and not a count that grows. */
    boolean isLevel() {
        return object == Kind.QUEUE_WATERMARK || object == Kind.GROUP_WATERMARK;
    }

    /** Whether the port's own value is the sum of these, or their maximum where they are levels. */
    boolean isPartOfPort() {
        return object == Kind.PORT || isLevel() || counter == Counter.ECN_MARKED_PACKETS;
    }

    boolean isOfWholePort() {
        return index == WHOLE_PORT;
    }
}
