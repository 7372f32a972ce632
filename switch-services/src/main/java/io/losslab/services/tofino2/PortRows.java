package io.losslab.services.tofino2;

import io.losslab.flowcontrol.PauseTimer;
import io.losslab.flowcontrol.pfc.PfcKeys;
import io.losslab.flowcontrol.pfc.PfcType;
import io.losslab.flowcontrol.setting.PriorityMask;
import io.losslab.flowcontrol.setting.Setting;
import io.losslab.flowcontrol.setting.Settings;
import io.losslab.proto.v1.NamedScheme;
import io.losslab.services.bfrt.SdeEntries;
import io.losslab.services.bfrt.SdeRow;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntToLongFunction;
import java.util.stream.Collectors;

/**
 * What rows say of ports: of {@code $PORT}, of the traffic manager, and of the class tables. A
 * priority is lossless where a priority group has its iCoS, MAC and traffic manager send PFC for
 * it, and the class tables put the class into that iCoS and queue. What a virtual switch cannot be
 * is a problem. Not thread safe.
 */
final class PortRows {
    static final long CELL_BYTES = 176;

    /** Of the chip's four pipes, 73 groups each. Source: BF_TM_DEFAULT_PPG_LMT of the SDE. */
    private static final long DEFAULT_GROUPS_CELLS = 4 * 73 * 72;

    /** What all groups may take together while that is limited: BF_TM_IG_GLB_CELL_LIMIT. */
    private static final long INGRESS_CELLS = 256_000;

    private static final int CLASSES = PriorityMask.COUNT;
    private static final int DSCPS_PER_CLASS = 8;
    private static final long BITS_PER_GIGABIT = 1_000_000_000L;

    private final SdeEntries entries;
    private final IntToLongFunction rates;
    private final List<String> problems;
    private final int classes;

    /**
     * Rows of a chip.
     *
     * @param rates of the cables at ports, bits a second
     * @param problems is added to
     */
    PortRows(SdeEntries entries, IntToLongFunction rates, List<String> problems) {
        this.entries = entries;
        this.rates = rates;
        this.problems = problems;
        this.classes = classes();
    }

    ChipPort port(int port) {
        Optional<SdeRow> row = row("$PORT", "$DEV_PORT", port);
        boolean up = row.filter(it -> isUp(it, port)).isPresent();
        int sent = row.map(it -> (int) it.number("$TX_PFC_EN_MAP")).orElse(0);
        int obeyed = row.map(it -> (int) it.number("$RX_PFC_EN_MAP")).orElse(0);
        boolean pauses =
                row("tm.port.flowcontrol", "dev_port", port)
                        .filter(it -> it.text("mode_tx").equals("PFC"))
                        .isPresent();
        return new ChipPort(
                up,
                pauses ? pfc(port, sent & classes) : Optional.empty(),
                obeyed & obeying(port, obeyed));
    }

    /** Pools have what all groups may take; a virtual switch has it for each of them. */
    void requirePools() {
        long headroom = requirePool("IG_SKID_POOL", "pfc_skid_max_cells", 0);
        long own = requirePool("IG_EG_GUARANTEED_MIN", "guaranteed_cells", DEFAULT_GROUPS_CELLS);
        boolean limited =
                entries.fixedRow("tm.cfg", "")
                        .filter(row -> row.flag("ig_buffer_limit_enable"))
                        .isPresent();
        if (limited && headroom + own > INGRESS_CELLS) {
            problems.add(
                    "table tf2.tm.cfg: ig_buffer_limit_enable limits all priority groups to %d cells, and they may hold %d"
                            .formatted(INGRESS_CELLS, headroom + own));
        }
    }

    /** The cells that all groups may take of a pool. */
    private long requirePool(String pool, String field, long defaultCells) {
        long needed =
                entries.rows("tm.ppg.cfg").stream().mapToLong(row -> row.number(field)).sum()
                        + defaultCells;
        long has =
                entries.fixedRow("tm.pool.cfg", pool)
                        .map(row -> row.number("size_cells"))
                        .orElse(needed);
        if (has < needed) {
            problems.add(
                    "table tf2.tm.pool.cfg: %s has %d cells, and the %s of all priority groups are %d"
                            .formatted(pool, has, field, needed));
        }
        return needed;
    }

    private boolean isUp(SdeRow row, int port) {
        String speed = "BF_SPEED_%dG".formatted(rates.applyAsLong(port) / BITS_PER_GIGABIT);
        return row.flag("$PORT_ENABLE") && row.text("$SPEED").equals(speed);
    }

    /** Classes whose packets have their own number as iCoS and queue. */
    private int classes() {
        int mask = 0;
        for (int each = 0; each < CLASSES; each++) {
            Optional<SdeRow> row =
                    row("ingress.dscp_classes", "hdr.ipv4.dscp", DSCPS_PER_CLASS * each);
            if (row.isEmpty()) {
                continue;
            }
            long icos = row.get().number("ingress_cos");
            long queue = row.get().number("queue");
            if (icos == each && queue == each) {
                mask |= 1 << each;
            } else {
                problems.add(
                        "table ingress.dscp_classes puts DSCP %d into iCoS %d and queue %d; a virtual switch keeps its packets in %d"
                                .formatted(DSCPS_PER_CLASS * each, icos, queue, each));
            }
        }
        return mask;
    }

    private Optional<NamedScheme> pfc(int port, int priorities) {
        List<SdeRow> groups =
                entries.rows("tm.ppg.cfg").stream()
                        .filter(it -> it.action().equals("dev_port"))
                        .filter(it -> it.number("dev_port") == port && it.flag("pfc_enable"))
                        .filter(it -> (ChipGroup.icos(it) & priorities) != 0)
                        .toList();
        int lossless = groups.stream().mapToInt(ChipGroup::icos).reduce(0, (a, b) -> a | b);
        if (groups.isEmpty()) {
            return Optional.empty();
        }
        Set<Settings> limits =
                groups.stream().map(PortRows::limits).collect(Collectors.toUnmodifiableSet());
        boolean shared = groups.stream().anyMatch(it -> Integer.bitCount(ChipGroup.icos(it)) > 1);
        boolean pooled = groups.stream().anyMatch(it -> it.number("pool_max_cells") > 0);
        if (limits.size() > 1 || shared || pooled) {
            problems.add(
                    "table tf2.tm.ppg.cfg: port %d of a virtual switch needs a priority group for each lossless iCoS, with the same cells in all of them and none of a pool"
                            .formatted(port));
            return Optional.empty();
        }
        Settings settings =
                limits.iterator()
                        .next()
                        .with(Setting.PRIORITIES, lossless & priorities)
                        .with(PfcKeys.THRESHOLD, PfcKeys.STATIC)
                        .with(PfcKeys.TIMER, Setting.word(PauseTimer.QUANTA));
        return Optional.of(
                NamedScheme.newBuilder()
                        .setName(PfcType.NAME)
                        .putAllSettings(settings.values())
                        .build());
    }

    private static Settings limits(SdeRow group) {
        long xoff = group.number("guaranteed_cells");
        return Settings.NONE
                .with(PfcKeys.XOFF, xoff * CELL_BYTES)
                .with(PfcKeys.XON, (xoff - group.number("hysteresis_cells")) * CELL_BYTES)
                .with(PfcKeys.HEADROOM, group.number("pfc_skid_max_cells") * CELL_BYTES);
    }

    /**
     * Priorities that the queues of their own number obey; a queue that was not set obeys 0.
     *
     * @param received priorities that the port obeys
     */
    private int obeying(int port, int received) {
        int mask = 1;
        int stoppedBy0 = (1 << CLASSES) - 2;
        for (SdeRow row : entries.rows("tm.queue.cfg")) {
            long queue = row.key("pg_queue") - ChipQueues.first(port);
            if (row.pipe() == ChipQueues.pipe(port)
                    && row.key("pg_id") == ChipQueues.group(port)
                    && queue >= 0
                    && queue < CLASSES) {
                boolean own = row.number("pfc_cos") == queue;
                mask = own ? mask | 1 << queue : mask & ~(1 << queue);
                if (row.number("pfc_cos") != 0) {
                    stoppedBy0 &= ~(1 << queue);
                }
            }
        }
        if ((received & 1) != 0 && stoppedBy0 != 0) {
            problems.add(
                    "table tf2.tm.queue.cfg: PFC of priority 0 stops the queues %s of port %d, too; a virtual switch stops that of class 0 only"
                            .formatted(PriorityMask.list(stoppedBy0), port));
        }
        return mask;
    }

    private Optional<SdeRow> row(String table, String key, int value) {
        return entries.rows(table).stream().filter(it -> it.key(key) == value).findFirst();
    }
}
