package io.losslab.driver.bfrt;

import com.google.protobuf.ByteString;
import io.losslab.driver.bfrt.table.TableRow;
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

    private static final int PATTERN_BYTES = 16;

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

    /** A batch of packets each period, evenly spread. */
    static TableRow timer(int application, int packets, long periodNanos) {
        return application(application)
                .doing("trigger_timer_periodic")
                .with("timer_nanosec", periodNanos)
                .with("pkt_len", SHORTEST_BYTES)
                .with("pkt_buffer_offset", 0L)
                .with("pipe_local_source_port", (long) CHANNEL)
                .with("assigned_chnl_id", (long) CHANNEL)
                .with("batch_count_cfg", 0L)
                .with("packets_per_batch_cfg", packets - 1L)
                .with("ipg", periodNanos / packets)
                .with("app_enable", true);
    }

    /** A packet each time the ingress deparser asks for one; it gives address and length. */
    static TableRow deparser(int application) {
        ByteString anything = ByteString.copyFrom(new byte[PATTERN_BYTES]);
        return application(application)
                .doing("trigger_dprsr")
                .with("pattern_value", anything)
                .with("pattern_mask", anything)
                .with("offset_len_from_recir_pkt_enable", true)
                .with("pipe_local_source_port", (long) CHANNEL)
                .with("assigned_chnl_id", (long) CHANNEL)
                .with("batch_count_cfg", 0L)
                .with("packets_per_batch_cfg", 0L)
                .with("app_enable", true);
    }

    private static TableRow application(int application) {
        return TableRow.at("app_id", application);
    }
}
