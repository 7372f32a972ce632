package io.losslab.metrics;

import io.prometheus.metrics.model.snapshots.Unit;
import java.util.List;
import java.util.stream.Stream;

/**
 * Every metric that losslab exports. Counters begin at zero with a cell of a run, or with the agent
 * or lab that is asked; time is the device's own, which passes more slowly than the wall's on a
 * live lab with time dilation and as it is simulated in virtual time. Bytes of frames count from
 * destination MAC to FCS.
 */
public enum Metric {
    INFO(Kind.INFO, "losslab", "The program that is asked", "version"),

    RUN(Kind.INFO, "losslab_run", "The run", "experiment", "backend"),
    RUN_CELLS(Kind.GAUGE, "losslab_run_cells", "Cells of the run, by state", "state"),
    RUN_ELAPSED(Kind.GAUGE, "losslab_run_elapsed_seconds", "Time since the run's start"),
    RUN_REMAINING(
            Kind.GAUGE,
            "losslab_run_remaining_seconds",
            "Estimate of the time until all cells are done; absent as long as nothing is known"),
    RUN_SIMULATED(
            Kind.GAUGE,
            "losslab_run_simulated_seconds",
            "Time that has passed in the labs of the cells that this command ran"),
    RUN_PACKET_HOPS(
            Kind.COUNTER,
            "losslab_run_packet_hops",
            "Packets that left a port, of the cells that this command ran; on a cluster, of those"
                    + " that are finished"),
    RUN_DROPPED_PACKETS(
            Kind.COUNTER,
            "losslab_run_dropped_packets",
            "Packets dropped in the finished cells; absent where no switch counts them"),
    RUN_PAUSE_FRAMES(
            Kind.COUNTER,
            "losslab_run_pause_frames",
            "Flow-control frames sent in the finished cells; those of switches are absent where"
                    + " none counts them",
            "sender"),
    RUN_FAILED_CHECKS(
            Kind.COUNTER, "losslab_run_failed_checks", "Checks of the finished cells that failed"),
    RUN_MAX_EGRESS_QUEUE(
            Kind.GAUGE,
            "losslab_run_max_egress_queue_bytes",
            "Most bytes that waited at an egress port of a switch in the finished cells; absent where"
                    + " no switch counts them"),

    CELL(Kind.INFO, "losslab_cell", "A cell that runs", Label.CELL, "scheme", "seed", "parameters"),

    DEVICE_UP(Kind.GAUGE, "losslab_device_up", "1 where the device answered", Label.DEVICE),
    DEVICE_TIME(
            Kind.COUNTER,
            "losslab_device_time_seconds",
            "The device's time, in which rates are to be taken",
            Label.DEVICE),

    PORT_TRANSMIT_PACKETS(Kind.COUNTER, "losslab_port_transmit_packets", "Frames sent", Label.PORT),
    PORT_TRANSMIT_BYTES(Kind.COUNTER, "losslab_port_transmit_bytes", "Bytes sent", Label.PORT),
    PORT_RECEIVE_PACKETS(
            Kind.COUNTER, "losslab_port_receive_packets", "Frames received", Label.PORT),
    PORT_RECEIVE_BYTES(Kind.COUNTER, "losslab_port_receive_bytes", "Bytes received", Label.PORT),
    PORT_TRANSMIT_PAUSE_FRAMES(
            Kind.COUNTER,
            "losslab_port_transmit_pause_frames",
            "Flow-control frames sent",
            Label.PORT),
    PORT_RECEIVE_PAUSE_FRAMES(
            Kind.COUNTER,
            "losslab_port_receive_pause_frames",
            "Flow-control frames received",
            Label.PORT),
    PORT_PAUSED(
            Kind.COUNTER,
            "losslab_port_paused_seconds",
            "Time its egress queues were paused, summed over the queues",
            Label.PORT),
    PORT_DROPPED_PACKETS(
            Kind.COUNTER,
            "losslab_port_dropped_packets",
            "Frames that came in here and were dropped for lack of buffer",
            Label.PORT),
    PORT_DROPPED_BYTES(
            Kind.COUNTER, "losslab_port_dropped_bytes", "Bytes of these frames", Label.PORT),
    PORT_ECN_MARKED_PACKETS(
            Kind.COUNTER,
            "losslab_port_ecn_marked_packets",
            "Packets marked with CE at this egress port",
            Label.PORT),
    PORT_THROUGHPUT_LOSS(
            Kind.COUNTER,
            "losslab_port_throughput_loss_seconds",
            "Time a ready egress port idled because flow control held back this port's upstream",
            Label.PORT),
    PORT_WRONG_ICRC_FRAMES(
            Kind.COUNTER,
            "losslab_port_wrong_icrc_frames",
            "Damaged RoCEv2 frames that were dropped",
            Label.PORT),
    PORT_UNKNOWN_FLOW_FRAMES(
            Kind.COUNTER,
            "losslab_port_unknown_flow_frames",
            "RoCEv2 frames of no flow that were dropped",
            Label.PORT),
    PORT_EGRESS_QUEUE(
            Kind.GAUGE,
            "losslab_port_egress_queue_bytes",
            "Bytes waiting in the egress queues",
            Label.PORT),
    PORT_MAX_EGRESS_QUEUE(
            Kind.GAUGE,
            "losslab_port_max_egress_queue_bytes",
            "Highest value of the bytes waiting in the egress queues",
            Label.PORT),
    PORT_INGRESS_BUFFER(
            Kind.GAUGE,
            "losslab_port_ingress_buffer_bytes",
            "Bytes in the device that came in by this port",
            Label.PORT),
    PORT_MAX_INGRESS_BUFFER(
            Kind.GAUGE,
            "losslab_port_max_ingress_buffer_bytes",
            "Highest value of the bytes that came in by this port",
            Label.PORT),
    PORT_MAX_HEADROOM(
            Kind.GAUGE, "losslab_port_max_headroom_bytes", "Highest use of headroom", Label.PORT),
    PORT_RESERVED_BUFFER(
            Kind.GAUGE,
            "losslab_port_reserved_buffer_bytes",
            "Buffer that the flow control reserves",
            Label.PORT),

    QUEUE_BYTES(Kind.GAUGE, "losslab_queue_bytes", "Bytes waiting in an egress queue", Label.QUEUE),
    QUEUE_MAX_BYTES(
            Kind.GAUGE,
            "losslab_queue_max_bytes",
            "Highest value of the bytes waiting in an egress queue",
            Label.QUEUE),
    QUEUE_TRANSMIT_PACKETS(
            Kind.COUNTER,
            "losslab_queue_transmit_packets",
            "Frames sent by an egress queue",
            Label.QUEUE),
    QUEUE_TRANSMIT_BYTES(
            Kind.COUNTER,
            "losslab_queue_transmit_bytes",
            "Bytes sent by an egress queue",
            Label.QUEUE),
    QUEUE_PAUSES(
            Kind.COUNTER,
            "losslab_queue_pauses",
            "How often an egress queue was paused",
            Label.QUEUE),
    QUEUE_PAUSED(
            Kind.COUNTER,
            "losslab_queue_paused_seconds",
            "How long an egress queue was paused",
            Label.QUEUE),

    PRIORITY_INGRESS_BUFFER(
            Kind.GAUGE,
            "losslab_priority_ingress_buffer_bytes",
            "Bytes in the device that came in by this port and priority",
            Label.PRIORITY),
    PRIORITY_MAX_INGRESS_BUFFER(
            Kind.GAUGE,
            "losslab_priority_max_ingress_buffer_bytes",
            "Highest value of the bytes that came in by this port and priority",
            Label.PRIORITY),
    PRIORITY_TRANSMIT_PAUSE_FRAMES(
            Kind.COUNTER,
            "losslab_priority_transmit_pause_frames",
            "PFC frames sent that cover the priority",
            Label.PRIORITY),
    PRIORITY_RECEIVE_PAUSE_FRAMES(
            Kind.COUNTER,
            "losslab_priority_receive_pause_frames",
            "PFC frames received that cover the priority",
            Label.PRIORITY),

    HOST_TRANSMIT_PACKETS(
            Kind.COUNTER, "losslab_host_transmit_packets", "Frames sent", Label.DEVICE),
    HOST_TRANSMIT_BYTES(Kind.COUNTER, "losslab_host_transmit_bytes", "Bytes sent", Label.DEVICE),
    HOST_RECEIVE_PACKETS(
            Kind.COUNTER, "losslab_host_receive_packets", "Frames received", Label.DEVICE),
    HOST_RECEIVE_BYTES(Kind.COUNTER, "losslab_host_receive_bytes", "Bytes received", Label.DEVICE),
    HOST_DELIVERED_BYTES(
            Kind.COUNTER,
            "losslab_host_delivered_bytes",
            "Payload delivered in order to the application",
            Label.DEVICE),
    HOST_TRANSMIT_PAUSE_FRAMES(
            Kind.COUNTER,
            "losslab_host_transmit_pause_frames",
            "Flow-control frames sent",
            Label.DEVICE),
    HOST_RECEIVE_PAUSE_FRAMES(
            Kind.COUNTER,
            "losslab_host_receive_pause_frames",
            "Flow-control frames received",
            Label.DEVICE),
    HOST_RETRANSMITTED_PACKETS(
            Kind.COUNTER,
            "losslab_host_retransmitted_packets",
            "Packets retransmitted",
            Label.DEVICE),
    HOST_REORDERED_PACKETS(
            Kind.COUNTER,
            "losslab_host_reordered_packets",
            "Packets that came out of order",
            Label.DEVICE),
    HOST_RELAY_DROPPED_PACKETS(
            Kind.COUNTER,
            "losslab_host_relay_dropped_packets",
            "Packets to be relayed that found no room",
            Label.DEVICE),
    HOST_OUTSTANDING_MESSAGES(
            Kind.GAUGE,
            "losslab_host_outstanding_messages",
            "Messages posted and not completed",
            Label.DEVICE);

    /** What a value is. */
    public enum Kind {
        /** Only grows; its samples are named with {@code _total}. */
        COUNTER,
        /** Goes up and down. */
        GAUGE,
        /** Is 1, for its labels; its samples are named with {@code _info}. */
        INFO
    }

    /** Labels that several metrics have: a port is one of a device, a queue one of a port. */
    static final class Label {
        static final String CELL = "cell";
        static final String DEVICE = "device";
        static final String PORT = DEVICE + " port";
        static final String QUEUE = PORT + " queue";
        static final String PRIORITY = PORT + " priority";

        private Label() {}
    }

    private final Kind kind;
    private final String family;
    private final String help;
    private final String labels;

    Metric(Kind kind, String family, String help, String... labels) {
        this.kind = kind;
        this.family = family;
        this.help = help;
        this.labels = String.join(" ", labels);
    }

    public Kind kind() {
        return kind;
    }

    /** Name of the family; a unit is its last word. */
    public String family() {
        return family;
    }

    /** Name of its samples, as it is queried. */
    public String sample() {
        return switch (kind) {
            case COUNTER -> family + "_total";
            case GAUGE -> family;
            case INFO -> family + "_info";
        };
    }

    /** Null where it is a plain number. */
    Unit unit() {
        return Stream.of(Unit.BYTES, Unit.SECONDS)
                .filter(unit -> family.endsWith("_" + unit))
                .findFirst()
                .orElse(null);
    }

    /** One line. */
    public String help() {
        return help;
    }

    /** Names of its labels, in order; a run adds {@code cell} to those with {@code device}. */
    public List<String> labels() {
        return labels.isEmpty() ? List.of() : List.of(labels.split(" ", -1));
    }
}
