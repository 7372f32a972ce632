package io.losslab.driver.bfrt;

import com.google.protobuf.ByteString;
import io.losslab.driver.bfrt.table.TableRow;
import io.losslab.proto.bfrt.DataField;
import io.losslab.proto.bfrt.TableData;
import io.losslab.proto.bfrt.TableEntry;
import java.util.Collections;
import java.util.Set;

/**
 * The packet generator of a pipe as rows of its fixed tables. Facts of the open SDE: {@code
 * bf_rt_pktgen_tf2.json}, {@code pktgen_intf.h}, {@code pipe_mgr_tof2_pktgen.c}.
 */
final class PacketGenerator {
    static final String PORT = "tf2.pktgen.port_cfg";
    static final String APPLICATION = "tf2.pktgen.app_cfg";
    static final String BUFFER = "tf2.pktgen.pkt_buffer";

    /** What the SDE refuses to read from the hardware: it reports what it has set. */
    static final String TABLES = "tf2.pktgen.";

    /** Numbers that the SDE turns into clocks and back. */
    static final Set<String> ROUNDED = Set.of("timer_nanosec", "ipg");

    /** Channel of the generator's port, which is its number in the pipe too. */
    private static final int CHANNEL = 6;

    private static final int PIPE_SHIFT = 7;

    /** With the generator's header and the FCS it makes the shortest packet, 69 bytes. */
    private static final long SHORTEST_BYTES = 59;

    /** One of them takes 7.12 ns at the 100 Gbps of the generator's port, with preamble and gap. */
    static final long PACKET_NANOS = 8;

    private static final int PATTERN_BYTES = 16;

    // Of the SDE's table of applications: its id, and those of fields.
    private static final int APPLICATION_ID = 0xff030002;
    private static final int ENABLED = 12;
    private static final int LENGTH = 13;
    private static final int LENGTH_IS_ASKED = 26;
    private static final ByteString NO_LENGTH = ByteString.copyFrom(new byte[2]);

    private PacketGenerator() {}

    static TableRow enabled(int pipe) {
        return TableRow.at("dev_port", (long) pipe << PIPE_SHIFT | CHANNEL)
                .with("pktgen_enable", true);
    }

    /** Zeros from address 0 on. */
    static TableRow zeros(int bytes) {
        return TableRow.at("pkt_buffer_offset", 0, "pkt_buffer_size", bytes)
                .with("buffer", Collections.nCopies(bytes, 0L));
    }

    /**
     * A batch of packets each period, evenly spread. The gap is from the end of a packet to the
     * start of the next (tna_pktgen of the SDE); a period that begins before a batch ends has none.
     */
    static TableRow timer(int application, int packets, long periodNanos) {
        TableRow timer =
                TableRow.at("app_id", application)
                        .doing("trigger_timer_periodic")
                        .with("timer_nanosec", periodNanos);
        long gapNanos = Math.max(0, periodNanos / packets - PACKET_NANOS);
        return running(timer, SHORTEST_BYTES, packets, gapNanos);
    }

    /** A packet each time the ingress deparser asks for one; it gives address and length. */
    static TableRow deparser(int application) {
        ByteString anything = ByteString.copyFrom(new byte[PATTERN_BYTES]);
        TableRow asked =
                TableRow.at("app_id", application)
                        .doing("trigger_dprsr")
                        .with("pattern_value", anything)
                        .with("pattern_mask", anything);
        return running(asked, 0, 1, 0);
    }

    /**
     * An application with all it can have: the SDE makes zero of what is not sent with an action.
     *
     * @param bytes of a packet; 0: as it is asked for
     */
    private static TableRow running(TableRow triggered, long bytes, long packets, long gapNanos) {
        return triggered
                .with("pkt_len", bytes)
                .with("pkt_buffer_offset", 0L)
                .with("offset_len_from_recir_pkt_enable", bytes == 0)
                .with("pipe_local_source_port", (long) CHANNEL)
                .with("increment_source_port", false)
                .with("source_port_wrap_max", 0L)
                .with("assigned_chnl_id", (long) CHANNEL)
                .with("batch_count_cfg", 0L)
                .with("packets_per_batch_cfg", packets - 1)
                .with("ibg", 0L)
                .with("ibg_jitter", 0L)
                .with("ipg", gapNanos)
                .with("ipg_jitter", 0L)
                .with("app_enable", true);
    }

    static boolean isApplication(TableEntry entry) {
        return entry.getTableId() == APPLICATION_ID;
    }

    /** Whether an application generates packets; the SDE does not set it while it does. */
    static boolean isRunning(TableEntry application) {
        return flag(application, ENABLED);
    }

    /** Whether an application is as one that was never set, which cannot be set again. */
    static boolean isUnset(TableEntry application) {
        return !isRunning(application)
                && !flag(application, LENGTH_IS_ASKED)
                && application.getData().getFieldsList().stream()
                        .filter(field -> field.getFieldId() == LENGTH)
                        .allMatch(field -> field.getStream().equals(NO_LENGTH));
    }

    /** Stops an application; with an action it would be set first. */
    static TableData stopped() {
        return TableData.newBuilder()
                .addFields(DataField.newBuilder().setFieldId(ENABLED).setBoolVal(false))
                .build();
    }

    private static boolean flag(TableEntry application, int id) {
        return application.getData().getFieldsList().stream()
                .anyMatch(field -> field.getFieldId() == id && field.getBoolVal());
    }
}
