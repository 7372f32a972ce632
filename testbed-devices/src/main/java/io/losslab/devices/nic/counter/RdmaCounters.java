package io.losslab.devices.nic.counter;

import io.losslab.devices.ssh.ShellWords;
import io.losslab.traffic.perftest.RdmaDevice;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Counters of an RDMA device's port, as Linux has them below {@code
 * /sys/class/infiniband/DEVICE/ports/PORT/}: those of {@code hw_counters} differ by driver.
 *
 * @param values by name; none where the host has none
 */
public record RdmaCounters(Map<String, Long> values) {
    /**
     * How often a sender went back, by the drivers that count it: mlx5_ib (NVIDIA, "Understanding
     * mlx5 Linux Counters"), bnxt_re, efa, and rdma_rxe (hw_stats.c, hw_counters.c of each).
     */
    private static final List<String> RETRANSMISSIONS =
            List.of(
                    "packet_seq_err",
                    "implied_nak_seq_err",
                    "local_ack_timeout_err",
                    "to_retransmits",
                    "seq_err_naks_rcvd",
                    "retrans_pkts",
                    "rcvd_seq_err",
                    "completer_retry_err");

    /** Packets that a receiver did not expect yet, by the same drivers. */
    private static final List<String> OUT_OF_ORDER =
            List.of("out_of_sequence", "oos_drop_count", "out_of_seq_request");

    public RdmaCounters {
        values = Map.copyOf(values);
    }

    /**
     * The command of a POSIX shell that prints the counters, a line for each; it succeeds without
     * output where there are none.
     *
     * @param sysfs where sysfs is mounted, {@code /sys}
     */
    public static String command(String sysfs, RdmaDevice device) {
        String directory =
                "%s/class/infiniband/%s/ports/%d/hw_counters"
                        .formatted(sysfs, device.name(), device.port());
        return "(cd %s && grep -s . /dev/null *) 2>/dev/null || true"
                .formatted(ShellWords.quoted(directory));
    }

    /** Reads what the command printed; what is no counter is left out. */
    public static RdmaCounters parse(String output) {
        Map<String, Long> values = new TreeMap<>();
        for (String line : output.lines().toList()) {
            int colon = line.indexOf(':');
            String value = line.substring(colon + 1).strip();
            if (colon > 0 && value.matches("[0-9]{1,18}")) {
                values.put(line.substring(0, colon), Long.parseLong(value));
            }
        }
        return new RdmaCounters(values);
    }

    /** What was counted since an earlier reading; counters that either lacks are left out. */
    public RdmaCounters since(RdmaCounters earlier) {
        Map<String, Long> differences = new TreeMap<>();
        values.forEach(
                (name, value) -> {
                    Long before = earlier.values.get(name);
                    if (before != null) {
                        differences.put(name, value - before);
                    }
                });
        return new RdmaCounters(differences);
    }

    /** How often the device went back and sent packets once more; empty where it does not count. */
    public OptionalLong retransmissions() {
        return sum(RETRANSMISSIONS);
    }

    /** Packets that came out of order; empty where the device does not count them. */
    public OptionalLong outOfOrder() {
        return sum(OUT_OF_ORDER);
    }

    /** Those that are not zero, for users. */
    public String text() {
        if (values.isEmpty()) {
            return "not known";
        }
        String text =
                new TreeMap<>(values)
                        .entrySet().stream()
                                .filter(counter -> counter.getValue() != 0)
                                .map(counter -> counter.getKey() + " " + counter.getValue())
                                .collect(Collectors.joining(", "));
        return text.isEmpty() ? "none" : text;
    }

    private OptionalLong sum(List<String> names) {
        List<Long> known = names.stream().filter(values::containsKey).map(values::get).toList();
        return known.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(known.stream().mapToLong(Long::longValue).sum());
    }
}
