package io.losslab.devices.nic;

import io.losslab.devices.DeviceSession;
import io.losslab.devices.NicCounters;
import io.losslab.devices.nic.tool.NicAnswers;
import io.losslab.devices.nic.tool.NicPort;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Counters of RDMA devices (sysfs) and of interfaces ({@code ethtool -S}: pauses, discards, and
 * those of priorities), one command over SSH a port and reading.
 */
public final class NicStatistics implements NicCounters {
    private static final Pattern NUMBER = Pattern.compile("\\d+");

    /** Of interfaces; drivers have hundreds more, most of them of single queues. */
    private static final Pattern KEPT =
            Pattern.compile(
                    ".*(pause|pfc|discard|drop|xoff|xon|ecn).*|(rx|tx)_prio\\d_\\w+"
                            + "|(rx|tx)_(packets|bytes)(_phy)?");

    private static final Pattern OF_QUEUES =
            Pattern.compile("(rx|tx|ch|veb|xdp)_?(queue[-_])?\\d+_.*|\\[\\d+\\].*|.*xdp.*");
    private static final Pattern PRIORITY =
            Pattern.compile("(?:rx|tx)_prio(?:rity_)?(\\d)_.*|.*_pri(\\d)(?:_.*)?");

    /** Of sysfs: no counter, but for how long counters are cached. */
    private static final Set<String> NOT_COUNTERS = Set.of("lifespan");

    /** mlx5: packets without a place in the buffers of the port, by direction. */
    private static final String RECEIVE_DISCARDS = "rx_discards_phy";

    private static final String SEND_DISCARDS = "tx_discards_phy";

    /** mlx5: the same by priority, and those without a place in the buffers of a host. */
    private static final Predicate<String> PRIORITY_DISCARDS =
            Pattern.compile("rx_prio\\d_(buf_discard|cong_discard|discards)").asMatchPredicate();

    /** ice, i40e, and bnxt. */
    private static final Predicate<String> OTHER_DISCARDS =
            Pattern.compile("(rx|tx)_dropped\\.nic|port\\.rx_dropped|(rx|tx)_total_discard_pkts")
                    .asMatchPredicate();

    /**
     * How often a sender went back, by the drivers that count it: mlx5_ib (NVIDIA, "Understanding
     * mlx5 Linux Counters"), bnxt_re, efa, and rdma_rxe (hw_stats.c, hw_counters.c of each).
     */
    private static final Set<String> RETRANSMISSIONS =
            Set.of(
                    "packet_seq_err",
                    "implied_nak_seq_err",
                    "local_ack_timeout_err",
                    "to_retransmits",
                    "seq_err_naks_rcvd",
                    "retrans_pkts",
                    "rcvd_seq_err",
                    "completer_retry_err");

    private final NicHost host;
    private final List<NicPort> nics;
    private final Map<String, Map<String, Long>> first = new HashMap<>();

    private NicStatistics(NicHost host, List<NicPort> nics) {
        this.host = host;
        this.nics = nics;
        nics.forEach(nic -> first.put(nic.name(), values(host.counters(nic))));
    }

    /** Those of a host's ports, from now on; empty where no NIC there can be read. */
    public static Optional<NicCounters> of(DeviceSession session, IntPredicate ports) {
        List<NicPort> nics =
                NicKeys.nics(session.device()).stream()
                        .filter(nic -> ports.test(nic.port()))
                        .toList();
        return nics.isEmpty()
                ? Optional.empty()
                : Optional.of(new NicStatistics(NicHost.of(session), nics));
    }

    /** Counters that the first reading did not have are left out. */
    @Override
    public Reading read() {
        List<Sample> samples = new ArrayList<>();
        List<OptionalLong> dropped = new ArrayList<>();
        List<OptionalLong> retransmissions = new ArrayList<>();
        for (NicPort nic : nics) {
            Map<String, Long> since = values(host.counters(nic));
            Map<String, Long> before = first.get(nic.name());
            since.keySet().retainAll(before.keySet());
            since.replaceAll((name, value) -> value - before.get(name));
            since.forEach(
                    (name, value) ->
                            samples.add(new Sample(nic.port(), priority(name), name, value)));
            dropped.add(dropped(since));
            retransmissions.add(retransmissions(since));
        }
        return new Reading(samples, sum(dropped), sum(retransmissions));
    }

    /** Of all ports; empty where one does not count it. */
    private static OptionalLong sum(List<OptionalLong> ports) {
        return ports.stream().allMatch(OptionalLong::isPresent)
                ? OptionalLong.of(ports.stream().mapToLong(OptionalLong::getAsLong).sum())
                : OptionalLong.empty();
    }

    private static Map<String, Long> values(NicAnswers answers) {
        Map<String, Long> values = new TreeMap<>();
        answers.colons("statistics")
                .forEach(
                        (name, value) -> {
                            if (KEPT.matcher(name).matches()
                                    && !OF_QUEUES.matcher(name).matches()) {
                                put(values, name, value);
                            }
                        });
        answers.table("counters")
                .forEach(
                        (name, value) -> {
                            if (!NOT_COUNTERS.contains(name)) {
                                put(values, name, value);
                            }
                        });
        return values;
    }

    private static void put(Map<String, Long> values, String name, String value) {
        if (NUMBER.matcher(value).matches()) {
            values.put(name, Long.parseUnsignedLong(value));
        }
    }

    private static int priority(String name) {
        Matcher priority = PRIORITY.matcher(name);
        if (!priority.matches()) {
            return -1;
        }
        return Integer.parseInt(priority.group(1) == null ? priority.group(2) : priority.group(1));
    }

    /** A discard by priority may be among those of the port, too: the greater of both counts. */
    static OptionalLong dropped(Map<String, Long> values) {
        if (values.containsKey(RECEIVE_DISCARDS)) {
            return OptionalLong.of(
                    Math.max(values.get(RECEIVE_DISCARDS), sum(values, PRIORITY_DISCARDS))
                            + values.getOrDefault(SEND_DISCARDS, 0L));
        }
        return values.keySet().stream().anyMatch(OTHER_DISCARDS)
                ? OptionalLong.of(sum(values, OTHER_DISCARDS))
                : OptionalLong.empty();
    }

    static OptionalLong retransmissions(Map<String, Long> values) {
        return values.keySet().stream().anyMatch(RETRANSMISSIONS::contains)
                ? OptionalLong.of(sum(values, RETRANSMISSIONS::contains))
                : OptionalLong.empty();
    }

    private static long sum(Map<String, Long> values, Predicate<String> names) {
        return values.entrySet().stream()
                .filter(each -> names.test(each.getKey()))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }
}
